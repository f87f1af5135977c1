// expect: promise
async function f() { drawCircle('b') }
f()
