// expect: memory range timeout
let s = 'a'
for (;;) s = s.replaceAll('a', 'aaaaaaaaaaaaaaaa')
