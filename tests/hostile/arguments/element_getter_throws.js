// expect: thrown
const list = [0, 0]
Object.defineProperty(list, 0, { get() { throw new Error('element') } })
drawLine('l', list)
