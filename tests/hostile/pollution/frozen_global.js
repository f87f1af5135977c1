// expect: ok
Object.freeze(globalThis)
drawCircle('b', 0, 0, 1)
