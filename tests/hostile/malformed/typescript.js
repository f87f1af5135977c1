// expect: syntax
const a: number = 1
