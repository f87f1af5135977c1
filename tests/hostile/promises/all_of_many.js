// expect: ok memory
// time: 5000
await Promise.all(Array.from({ length: 20000 }, (_, n) => Promise.resolve(n)))
