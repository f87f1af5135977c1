// expect: memory timeout
const list = []
for (;;) list.push(new Array(100000).fill(list.length))
