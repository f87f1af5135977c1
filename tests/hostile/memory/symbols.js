// expect: memory timeout
const list = []
for (;;) list.push(Symbol('x'.repeat(10000) + list.length))
