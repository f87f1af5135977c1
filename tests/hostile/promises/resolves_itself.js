// expect: type promise
let resolve
const p = new Promise((it) => { resolve = it })
resolve(p)
await p
