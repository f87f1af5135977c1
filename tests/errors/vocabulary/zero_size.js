drawRect('a', 0, 0, 10, 0)
