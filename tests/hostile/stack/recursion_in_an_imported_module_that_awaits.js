// expect: stack
// module lib: function f() { f() }; f(); export const a = await 1
import { a } from 'lib'
