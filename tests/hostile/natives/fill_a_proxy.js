// expect: timeout
Array.prototype.fill.call(new Proxy({ length: 2 ** 53 - 1 }, {}), 1)
