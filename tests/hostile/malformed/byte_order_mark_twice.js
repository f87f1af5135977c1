// expect: ok
// module lib: ‹U+FEFF›‹U+FEFF›export const a = 1
import { a } from 'lib'
