// expect: ok stack promise
async function f() { function g() { g() }; await null; g() }
f().catch(() => {})
