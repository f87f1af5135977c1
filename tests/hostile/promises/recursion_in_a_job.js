// expect: stack promise
function f() { f() }
Promise.resolve().then(f)
