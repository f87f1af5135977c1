drawCircle(1, 0, 0, 5)
