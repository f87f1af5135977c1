drawRect('a', 0, 0, 10, 10)
scale('a', 0, 1)
