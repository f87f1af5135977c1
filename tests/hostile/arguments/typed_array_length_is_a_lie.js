// expect: range type
const list = new Float64Array(4)
Object.defineProperty(list, 'length', { value: 9000000 })
drawLine('l', list)
