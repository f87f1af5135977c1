// expect: thrown
Object.defineProperty(Object.prototype, 'space', { get() { throw new Error('polluted') } })
drawCircle('b', 0, 0, 1)
rotate('b', 1, {})
