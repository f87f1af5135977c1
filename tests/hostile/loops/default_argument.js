// expect: timeout
function f(a = (() => { for (;;) {} })()) {}
f()
