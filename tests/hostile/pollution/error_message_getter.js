// expect: thrown
Object.defineProperty(Error.prototype, 'message', { get() { throw new Error('again') } })
const error = new Error()
throw error
