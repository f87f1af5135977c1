// expect: memory range timeout
let n = 3n
for (;;) n *= n
