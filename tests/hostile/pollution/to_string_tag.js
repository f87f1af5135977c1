// expect: ok
Object.defineProperty(Object.prototype, Symbol.toStringTag, { get() { for (;;) {} } })
drawCircle('b', 0, 0, 1)
console.log({ a: 1 })
