// expect: memory timeout
let error = new Error('x')
for (;;) error = new Error('x'.repeat(1000), { cause: error })
