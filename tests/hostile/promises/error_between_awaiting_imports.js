// expect: reference
// module first: import { b } from 'waits'; export const a = b; missing()
// module waits: export const b = 2; for await (const x of [1]) b
import { a } from 'first'
drawCircle('b', 0, 0, a)
