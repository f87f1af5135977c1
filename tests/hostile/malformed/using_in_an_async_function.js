// expect: syntax
async function f() { using x = 1; await using y = 2; const { z } = f }
await f()
