// expect: ok
for (let n = 0; n < 10; n++) Object.defineProperty(Array.prototype, n, { set() { throw 1 }, get() { throw 2 } })
drawLine('l', [0, 0, 1, 1])
