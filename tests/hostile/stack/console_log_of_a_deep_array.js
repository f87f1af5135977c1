// expect: ok stack
let list = []
for (let n = 0; n < 100000; n++) list = [list]
console.log(list)
