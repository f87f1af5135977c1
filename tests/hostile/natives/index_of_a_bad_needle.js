// expect: timeout
const s = 'a'.repeat(1 << 22)
s.indexOf('a'.repeat(1 << 21) + 'b')
