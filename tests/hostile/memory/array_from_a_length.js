// expect: memory timeout range
Array.from({ length: 2 ** 32 - 1 })
