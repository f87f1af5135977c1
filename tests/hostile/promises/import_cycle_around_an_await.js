// expect: ok
// module one: import { b } from 'two'; export const a = 1; export const sum = () => a + b
// module two: import { a } from 'one'; export const b = await 2
import { sum } from 'one'
drawCircle('b', 0, 0, sum())
