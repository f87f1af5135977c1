// expect: ok stack
async function f(n) { if (n > 0) await f(n - 1) }
await f(10000)
