// expect: memory range
new SharedArrayBuffer(2 ** 38)
