// expect: memory timeout range ok
for (let n = 0; n < 1000; n++) drawLine('l' + n, new Float64Array(200000).fill(n))
