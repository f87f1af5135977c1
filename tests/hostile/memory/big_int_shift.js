// expect: memory range
1n << 2n ** 40n
