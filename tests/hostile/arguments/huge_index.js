// expect: range ok scene
drawCircle('b', 0, 0, 1)
drawOrder('b', 2 ** 53)
drawOrder('b', 1e300)
