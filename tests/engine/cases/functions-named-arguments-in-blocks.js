// A function in a block named `arguments` is assigned to the binding `arguments` of the function (B.3.2.1 step ii: parameterNames lacks "arguments").
function f() { const before = typeof arguments; { function arguments() { return 7 } } return before + ' ' + typeof arguments }
console.log(f(3))                                                       // object function
function g(x) { { function arguments() { return x } } x = 5; return arguments() }
console.log(g(3))                                                       // 5
function h() { if (1) function arguments() { return 7 } return arguments() }
console.log(h())                                                        // 7
function i(x = 1) { switch (1) { case 1: function arguments() {} } return typeof arguments }
console.log(i())                                                        // function
function j(arguments) { { function arguments() {} } return typeof arguments }
console.log(j(1))                                                       // number
const k = function () { try { function arguments() {} return 'fine' } catch (error) { return error.name } }
console.log(k())                                                        // fine
