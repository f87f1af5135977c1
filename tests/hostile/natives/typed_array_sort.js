// expect: timeout
const list = new Float64Array(1 << 22)
list.sort(() => 1)
