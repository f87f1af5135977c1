// expect: promise
// module lib: var a = Promise.reject(new Error('there'))
import 'lib'
