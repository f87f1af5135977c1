// expect: ok stack range
// time: 5000
let list = []
for (let n = 0; n < 12000; n++) list = [list]
JSON.stringify(list)
