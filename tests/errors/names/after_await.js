await 0
drawCircle('a', 0, 0, radius)
