// expect: thrown
const error = new Error('a')
Object.defineProperty(error, 'message', { get() { throw error } })
throw error
