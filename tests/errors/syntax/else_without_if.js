drawCircle('a', 0, 0, 5)
else drawCircle('b', 0, 0, 5)
