// expect: stack
async function f() { function g() { g() } g() }
await f()
