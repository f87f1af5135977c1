// expect: stack
// module one: import { two } from 'two'; export function one() { return two() }
// module two: import { one } from 'one'; export function two() { return one() }
import { one } from 'one'
one()
