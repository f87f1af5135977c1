// expect: stack promise
await null
function f() { f() }
f()
