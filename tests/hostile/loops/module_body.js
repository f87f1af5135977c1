// expect: timeout
// module spin: export const a = 1; for (;;) {}
import { a } from 'spin'
