// expect: stack
const list = [0, 0, 1, 1]
Object.defineProperty(list, 0, { get() { drawLine('l', list); return 0 } })
drawLine('l', list)
