// expect: ok stack
let n = 10000
const it = new Proxy({}, { get: (t, key) => (--n > 0 ? it[key] : 0) })
it.x
