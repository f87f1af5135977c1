// A function in a block is assigned to the var of its name only if a var in its place were no error (B.3.2.1, B.3.2.2): by declaration, not by name.
function first() { { let c = 1; { function c() {} } } const before = typeof c; { function c() {} } return before + ' ' + typeof c }
console.log(first())                                                    // undefined function
function second() { { function c() { return 1 } } { let c = 2; { function c() { return 3 } } } return c() }
console.log(second())                                                   // 1
function third() { { function c() { return 1 } } for (let c in { a: 1 }) { { function c() { return 3 } } } return c() }
console.log(third())                                                    // 1
function fourth() { { function c() { return 1 } } try { throw [1] } catch ([c]) { { function c() { return 3 } } } return c() }
console.log(fourth())                                                   // 1
function fifth() { { function c() { return 1 } } switch (1) { case 1: let c; { function c() { return 3 } } } return c() }
console.log(fifth())                                                    // 1
{ let g = 1; { function g() {} } }
console.log(typeof g)                                                   // undefined
{ function g() {} }
console.log(typeof g)                                                   // function
