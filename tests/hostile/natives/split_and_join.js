// expect: timeout memory
for (;;) 'a'.repeat(1 << 22).split('a').join('b')
