// expect: ok stack
function f(n) { return n === 0 ? 'a' : 'a'.replace(/a/, () => f(n - 1)) }
f(10000)
