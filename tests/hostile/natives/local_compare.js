// expect: timeout
const s = 'a'.repeat(1 << 22)
for (;;) s.localeCompare(s + 'b')
