// expect: ok
const error = new Error('a')
error.name = error.message = error
console.log(error, { error }, [error])
