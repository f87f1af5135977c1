// expect: thrown
const error = new Error('a')
error.message = { toString() { for (;;) {} } }
throw error
