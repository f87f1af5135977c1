// expect: type
drawCircle('\ud800', 0, 0, 1)
