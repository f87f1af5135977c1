// expect: stack ok
// time: 5000
«function f() { »×50000«}»×50000
