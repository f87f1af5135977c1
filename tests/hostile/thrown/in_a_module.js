// expect: thrown
// module lib: export const a = 1; throw { toString() { for (;;) {} } }
import { a } from 'lib'
