// expect: thrown
const error = new Error('x')
error.name = 'RunnerError'
throw error
