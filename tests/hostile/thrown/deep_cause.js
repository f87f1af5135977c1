// expect: thrown
let error = new Error('x')
for (let n = 0; n < 50000; n++) error = new Error('x', { cause: error })
throw error
