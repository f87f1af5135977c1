// expect: ok range scene type
drawCircle('a\0b', 0, 0, 1)
