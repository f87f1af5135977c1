// expect: syntax
const a = 3in []
