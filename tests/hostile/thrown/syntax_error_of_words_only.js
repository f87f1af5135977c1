// expect: syntax thrown
const error = Object.create(SyntaxError.prototype)
Promise.reject
throw Object.assign(new SyntaxError('x'), { message: 'no at line 4294967295, col 4294967295' })
