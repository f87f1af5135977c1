// expect: timeout
// module spin: await null; export const a = 1; for (;;) {}
import { a } from 'spin'
