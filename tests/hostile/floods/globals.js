// expect: ok timeout memory
for (let n = 0; n < 100000; n++) globalThis['v' + n] = n
