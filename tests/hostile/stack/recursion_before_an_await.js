// expect: stack
function f() { [1].map(f) }
f()
await null
