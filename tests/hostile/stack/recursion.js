// expect: stack
function f() { f() }
f()
