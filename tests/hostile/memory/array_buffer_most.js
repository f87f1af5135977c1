// expect: memory range
new ArrayBuffer(2 ** 53 - 1)
