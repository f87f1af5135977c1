// expect: stack ok timeout
let p = {}
for (let n = 0; n < 100000; n++) p = Object.create(p)
p.x
