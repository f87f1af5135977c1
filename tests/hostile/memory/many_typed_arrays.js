// expect: memory timeout
const list = []
for (;;) list.push(new Uint8Array(1 << 22).fill(1))
