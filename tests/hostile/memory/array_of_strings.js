// expect: memory timeout
const list = []
for (;;) list.push('x'.repeat(1 << 20) + list.length)
