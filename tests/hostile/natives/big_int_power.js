// expect: timeout memory range
3n ** 100000000n
