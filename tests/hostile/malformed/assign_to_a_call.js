// expect: syntax
f() = 1
