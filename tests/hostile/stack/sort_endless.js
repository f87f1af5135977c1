// expect: stack
function f() { [1, 2, 3].sort(f) }
f()
