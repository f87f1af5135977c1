// expect: memory timeout range
let s = '\u{1f600}'.repeat(1 << 20)
for (;;) s = encodeURIComponent(s)
