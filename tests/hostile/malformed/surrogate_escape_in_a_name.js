// expect: syntax
const \ud800 = 1
