// expect: memory timeout
let head = null
for (;;) head = { head, data: new Array(100).fill(0) }
