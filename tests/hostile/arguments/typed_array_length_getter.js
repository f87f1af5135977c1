// expect: timeout type ok
const list = new Float64Array(4)
Object.defineProperty(list, 'length', { get() { for (;;) {} } })
drawLine('l', list)
