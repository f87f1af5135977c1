// expect: timeout memory
Array.prototype.splice.call({ length: 2 ** 53 - 2 }, 0, 0, 1)
