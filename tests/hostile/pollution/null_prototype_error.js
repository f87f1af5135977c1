// expect: thrown
const error = new Error('no')
Object.setPrototypeOf(error, null)
throw error
