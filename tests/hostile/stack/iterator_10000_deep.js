// expect: ok stack
function f(n) { return n === 0 ? 0 : [...{ *[Symbol.iterator]() { yield f(n - 1) } }] }
f(10000)
