// expect: ok stack
let n = 10000
const it = { [Symbol.hasInstance]: () => (--n > 0 ? 1 instanceof it : true) }
1 instanceof it
