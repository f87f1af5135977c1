// expect: ok stack
function f(n) { if (n > 0) [1, 2].sort(() => { f(n - 1); return 0 }) }
f(10000)
