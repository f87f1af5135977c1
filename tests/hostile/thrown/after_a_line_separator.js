// expect: thrown
const a = 'x';‹U+2028›throw new Error('after')
