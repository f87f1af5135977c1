// expect: memory range
'x'.padStart(2 ** 30)
