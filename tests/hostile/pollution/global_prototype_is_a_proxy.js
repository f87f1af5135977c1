// expect: ok type thrown
Object.setPrototypeOf(globalThis, new Proxy({}, { has() { throw new Error('polluted') } }))
drawCircle('b', 0, 0, 1)
