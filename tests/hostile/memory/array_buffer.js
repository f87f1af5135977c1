// expect: memory range
new ArrayBuffer(2 ** 40)
