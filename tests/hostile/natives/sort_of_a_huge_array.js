// expect: timeout memory
new Array(3000000).fill(0).map(() => Math.random()).sort()
