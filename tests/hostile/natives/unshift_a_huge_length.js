// expect: timeout
Array.prototype.unshift.call({ length: 2 ** 53 - 2 }, 1)
