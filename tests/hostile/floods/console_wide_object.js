// expect: ok
const o = {}
for (let n = 0; n < 50000; n++) o['k' + n] = n
console.log(o)
