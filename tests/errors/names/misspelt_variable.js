const radius = 5
drawCircle('a', 0, 0, raduis)
