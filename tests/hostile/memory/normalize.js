// expect: memory timeout range
let s = '\ufdfa'.repeat(1 << 18)
for (;;) s = s.normalize('NFKD') + s
