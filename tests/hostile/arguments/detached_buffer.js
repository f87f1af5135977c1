// expect: range type ok
const list = new Float64Array(4)
try { structuredClone(list, { transfer: [list.buffer] }) } catch {}
drawLine('l', list)
