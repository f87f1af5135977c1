// A function in a block may have the name of a let, const or class around it (B.3.2.1, B.3.2.2).
{ function b() { return 1 } console.log(b()) } let b = 2
if (true) function c() { return 3 }
switch (1) { case 1: function d() { return 4 } console.log(d()) } const d = 5
function inner() { { function e() { return 6 } console.log(e()) } class e { static x = 7 } return e.x }
console.log(b, typeof c, d, inner())
for (;;) { function g() { return 8 } console.log(g()); break } let g = 9
console.log(g)
