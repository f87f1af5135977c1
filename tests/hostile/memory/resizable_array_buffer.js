// expect: memory range
new ArrayBuffer(8, { maxByteLength: 2 ** 45 }).resize(2 ** 44)
