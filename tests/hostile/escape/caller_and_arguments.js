// expect: type ok
function f() { return f.caller }
f()
