// expect: ok stack
let n = 10000
const it = { toJSON() { return --n > 0 ? JSON.stringify(it) : 0 } }
JSON.stringify(it)
