// expect: timeout memory
const s = 'a'.repeat(1 << 24)
for (;;) s.replaceAll('a', 'b')
