// expect: thrown
const error = new Error('a')
error.name = { toString() { for (;;) {} } }
throw error
