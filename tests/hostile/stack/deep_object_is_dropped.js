// expect: ok
let list = null
for (let n = 0; n < 100000; n++) list = { list }
list = null
