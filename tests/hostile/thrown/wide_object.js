// expect: thrown
const o = {}
for (let n = 0; n < 100000; n++) o['k' + n] = n
throw o
