// expect: type
new drawCircle('b', 0, 0, 1)
