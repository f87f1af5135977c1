// expect: thrown
const error = new Error('a')
Object.defineProperty(error, 'stack', { get() { for (;;) {} } })
throw error
