// expect: thrown
globalThis.drawCircle = () => { throw new Error('mine') }
drawCircle('b', 0, 0, 1)
