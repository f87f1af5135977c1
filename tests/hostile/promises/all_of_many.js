// expect: ok memory
await Promise.all(Array.from({ length: 20000 }, (_, n) => Promise.resolve(n)))
