// expect: syntax
const a = 0b12
