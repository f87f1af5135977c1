// expect: thrown
const error = new Error('no')
Object.setPrototypeOf(error, new Proxy({}, { get() { for (;;) {} }, getOwnPropertyDescriptor() { for (;;) {} } }))
throw error
