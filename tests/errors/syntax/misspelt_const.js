cosnt r = 5
drawCircle('a', 0, 0, r)
