// expect: memory range timeout
let s = 'x'.repeat(1 << 20)
for (;;) s = `${s}${s}${s}`
