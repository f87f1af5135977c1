// expect: type
drawCircle(Symbol('a'), 0, 0, 1)
