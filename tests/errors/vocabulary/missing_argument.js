drawCircle('a', 0, 0)
