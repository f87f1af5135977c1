// expect: ok stack
function* f(n) { if (n > 0) yield* f(n - 1); yield n }
for (const n of f(10000)) break
