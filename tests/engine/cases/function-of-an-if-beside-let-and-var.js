// The function of an `if` is in a block of its own (B.3.3): `let` around it and a `var` outside are no error.
function f() { { let c = 1; if (1) function c() {} } var c; return typeof c }
console.log(f())                                                        // undefined
function g() { try { throw [1] } catch ([c]) { if (1) function c() {} } var c; return typeof c }
console.log(g())                                                        // undefined
function h() { switch (1) { case 1: let c = 1; if (1) function c() {} else function c() {} } var c; return typeof c }
console.log(h())                                                        // undefined
