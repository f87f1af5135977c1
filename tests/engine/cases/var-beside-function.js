// A `var` in a block and a function of the scope of variables may have one name: both are var-scoped (VarDeclaredNames, 8.2.6).
function i() { return 'function' }
console.log(typeof i)
for (var i = 0; i < 2; i++);
console.log(i)
function a() {} { var a = 1 } if (true) { var a } console.log(a)
function b() {} try { throw 2 } catch (e) { var b = e } console.log(b)
function c() {} switch (1) { case 1: var c = 3 } console.log(c)
function d() {} for (var d of [4]); console.log(d)
function e() {} { var [e] = [5] } console.log(e)
async function f() {} { { var f = 6 } } console.log(f)
function* g() {} name: { var g = 7 } console.log(g)
function outer() { function h() {} { var h = 8 } return h } console.log(outer())
const arrow = () => { function j() {} while (true) { var j = 9; break } return j }
console.log(arrow(), new (class { static m() { function k() {} { var { k } = { k: 10 } } return k } static { console.log(this.m()) } })() && 11)
