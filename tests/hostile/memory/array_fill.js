// expect: memory timeout range
new Array(2 ** 28).fill(7)
