// expect: ok
const list = Array.from({ length: 300 }, (_, n) => n)
for (let n = 0; n < 50; n++) list.toSorted(() => Math.random() - 0.5)
