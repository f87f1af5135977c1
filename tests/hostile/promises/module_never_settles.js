// expect: promise
// module lib: export const a = 1; await new Promise(() => {})
import { a } from 'lib'
