// expect: thrown
await { get then() { throw new Error('then') } }
