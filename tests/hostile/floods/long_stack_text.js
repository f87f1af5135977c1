// expect: thrown
const error = new Error('m')
let text = 'x'
while (text.length < 10 << 20) text += text
error.stack = text
throw error
