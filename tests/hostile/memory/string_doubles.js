// expect: memory range
let s = 'x'
for (;;) s += s
