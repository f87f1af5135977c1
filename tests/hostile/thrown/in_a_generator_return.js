// expect: thrown
function* f() { try { yield 1 } finally { throw new Error('finally') } }
for (const n of f()) break
