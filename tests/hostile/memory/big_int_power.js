// expect: memory range timeout
2n ** (2n ** 62n)
