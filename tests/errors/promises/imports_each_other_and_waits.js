import { a } from 'one'
// file: one
const two = await import('two')
export const a = two.b
// file: two
import { a } from 'one'
export const b = 1
