// expect: timeout
Array.prototype.reverse.call({ length: 2 ** 53 - 1 })
