// expect: ok stack
let n = 10000
const it = { get x() { return --n > 0 ? it.x : 0 } }
it.x
