// expect: ok type thrown promise
Object.defineProperty(Promise.prototype, 'constructor', { get() { throw new Error('polluted') } })
await Promise.resolve(1)
