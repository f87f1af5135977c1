// expect: timeout memory
Array.prototype.join.call({ length: 2 ** 53 - 1 }, '')
