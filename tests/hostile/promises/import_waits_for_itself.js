// expect: promise module ok reference
// module lib: export const a = await import('lib')
import { a } from 'lib'
