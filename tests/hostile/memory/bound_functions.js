// expect: memory timeout stack
let f = () => 1
for (;;) f = f.bind(null, new Array(1000).fill(1))
