// expect: ok stack
function F(n) { if (n > 0) Reflect.construct(F, [n - 1]) }
new F(10000)
