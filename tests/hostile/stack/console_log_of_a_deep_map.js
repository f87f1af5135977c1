// expect: ok stack
let map = new Map()
for (let n = 0; n < 5000; n++) map = new Map([[1, map]])
console.log(map)
