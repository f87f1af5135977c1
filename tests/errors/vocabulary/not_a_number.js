drawCircle('a', 0, 0, Math.pi * 2)
