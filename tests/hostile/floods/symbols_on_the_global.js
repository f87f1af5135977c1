// expect: ok
for (let n = 0; n < 10000; n++) globalThis[Symbol(n)] = n
