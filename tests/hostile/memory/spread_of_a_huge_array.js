// expect: memory timeout range
const list = new Array(2 ** 26)
Math.max(...list)
