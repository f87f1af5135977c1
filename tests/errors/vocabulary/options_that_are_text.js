drawRect('a', 0, 0, 10, 5)
rotate('a', 1, 'center')
