drawCircle('a', cos(0), 0, 5)
