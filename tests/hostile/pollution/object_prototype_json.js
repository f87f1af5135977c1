// expect: ok
Object.prototype.toJSON = () => { throw new Error('polluted') }
drawCircle('b', 0, 0, 1)
console.log({ a: 1 }, [1])
