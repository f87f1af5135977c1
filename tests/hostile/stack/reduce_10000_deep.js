// expect: ok stack
function f(n) { return n === 0 ? 0 : [1, 2].reduce(() => f(n - 1)) }
f(10000)
