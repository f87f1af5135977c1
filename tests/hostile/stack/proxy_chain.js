// expect: stack ok
let p = {}
for (let n = 0; n < 100000; n++) p = new Proxy(p, {})
p.x
