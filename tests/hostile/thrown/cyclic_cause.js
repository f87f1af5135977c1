// expect: thrown
const a = new Error('a')
a.cause = a
throw a
