// expect: stack promise
function f() { new Promise(f) }
f()
