// expect: ok stack
function f(n) { return n === 0 ? 0 : [n].map(() => f(n - 1))[0] }
f(10000)
