// expect: stack ok
«function f() { »×50000«}»×50000
