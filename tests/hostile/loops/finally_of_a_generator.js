// expect: timeout
function* f() { try { yield 1 } finally { for (;;) {} } }
for (const n of f()) break
