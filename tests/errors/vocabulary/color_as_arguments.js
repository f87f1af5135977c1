drawCircle('a', 0, 0, 5)
setFill('a', 1, 0, 0)
