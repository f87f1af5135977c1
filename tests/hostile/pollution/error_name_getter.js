// expect: thrown
Object.defineProperty(Error.prototype, 'name', { get() { for (;;) {} } })
throw new Error('plain')
