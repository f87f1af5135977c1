// expect: memory range
'x'.repeat(2 ** 29)
