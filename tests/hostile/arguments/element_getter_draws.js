// expect: ok
const list = [0, 0, 1, 1]
Object.defineProperty(list, 0, { get() { drawCircle('inner', 0, 0, 1); return 0 } })
drawLine('l', list)
