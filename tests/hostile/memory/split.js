// expect: memory timeout
const parts = []
for (;;) parts.push('x'.repeat(1 << 20).split(''))
