// expect: timeout
drawCircle('b', 0, 0, 1)
do { var n = 1 } while (n)
