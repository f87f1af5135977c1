// expect: memory range
'xx'.repeat(2 ** 31)
