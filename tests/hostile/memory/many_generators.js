// expect: memory timeout
const list = []
function* f() { yield new Array(1000).fill(1) }
for (;;) { const it = f(); it.next(); list.push(it) }
