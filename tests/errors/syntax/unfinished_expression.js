const area = 3 *
drawCircle('a', 0, 0, area)
