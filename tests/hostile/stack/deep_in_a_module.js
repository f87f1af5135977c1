// expect: stack
// module deep: export const a = «[»×200000«]»×200000
import { a } from 'deep'
