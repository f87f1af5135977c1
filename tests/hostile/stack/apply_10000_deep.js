// expect: ok stack
function f(n) { return n === 0 ? 0 : f.apply(null, [n - 1]) }
f(10000)
