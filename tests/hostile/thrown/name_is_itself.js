// expect: thrown
const error = new Error('a')
error.name = error
throw error
