// expect: ok thrown promise timeout
Promise.prototype.then = () => { throw new Error('polluted') }
await null
