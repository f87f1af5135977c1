// expect: ok stack range
let list = []
for (let n = 0; n < 12000; n++) list = [list]
JSON.stringify(list)
