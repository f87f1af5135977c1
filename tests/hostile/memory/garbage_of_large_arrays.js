// expect: ok
// memory: 64
// Each array is garbage when the next one is made.
let count = 0
for (let i = 0; i < 20; i++) count += new Float64Array(1e6).length
for (let i = 0; i < 20; i++) count += new Array(1e6).fill(i).length
for (let i = 0; i < 20; i++) count += new Map([[i, new Uint8Array(8e6)]]).size
drawCircle('c', 0, 0, count / 1e7)
