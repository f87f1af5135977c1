// expect: ok thrown type
Object.defineProperty(Array, Symbol.species, { get() { throw new Error('polluted') } })
drawLine('l', [0, 0, 1, 1].map((n) => n))
