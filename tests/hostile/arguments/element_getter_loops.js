// expect: timeout
const list = [0, 0]
Object.defineProperty(list, 0, { get() { for (;;) {} } })
drawLine('l', list)
