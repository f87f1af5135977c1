// expect: memory range
'x'.padEnd(2 ** 53 - 1, 'ab')
