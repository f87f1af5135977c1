// expect: timeout
let n = 7n ** 3000000n
n.toString()
