drawCircle('a', 0, 0, 5); drawCircle('b', 0, 0, -5); drawCircle('c', 0, 0, 5)
