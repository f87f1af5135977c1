drawCircle('a', 0, 0, 5)
drawCirle('b', 20, 0, 5)
