// expect: promise
// module lib: export const a = 1; throw new Error('broken')
import('lib')
