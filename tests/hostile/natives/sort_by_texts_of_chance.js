// expect: ok
const list = Array.from({ length: 300 }, () => ({ toString: () => String(Math.random()) }))
for (let n = 0; n < 20; n++) list.sort()
