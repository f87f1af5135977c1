drawCircle(0, 0, 5)
