// expect: module reference ok
// module one: import { b } from 'two'; export const a = b
// module two: import { a } from 'one'; export const b = a
import { a } from 'one'
