// expect: reference
// module waits: export const a = await 1
import { a } from 'waits'
drawCircle('b', 0, 0, missing)
