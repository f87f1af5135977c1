// expect: timeout memory range
Array.prototype.toSorted.call({ length: 2 ** 32 - 1 })
