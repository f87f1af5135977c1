// expect: type
drawCircle('b', 0n, 0, 1)
