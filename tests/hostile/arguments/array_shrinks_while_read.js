// expect: type range ok
const list = [0, 0, 1, 1]
Object.defineProperty(list, 0, { get() { list.length = 0; return 0 } })
drawLine('l', list)
