// expect: ok
Array.prototype[Symbol.iterator] = () => { throw new Error('polluted') }
drawLine('l', [[0, 0], [1, 1]])
setFill('l', [0, 0, 1])
