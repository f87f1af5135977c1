const r = 5
drawCircle('a', 0, 0, r
drawCircle('b', 20, 0, r)
