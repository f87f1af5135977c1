// expect: memory range
new Float64Array(2 ** 32)
