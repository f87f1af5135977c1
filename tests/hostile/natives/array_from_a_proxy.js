// expect: range timeout memory
Array.from(new Proxy({ length: 2 ** 53 - 1 }, {}))
