drawRect('a', 0, 0, 10, 5)
drawRect('b', 0, 0, 10, 5)
duplicate('a', 'b')
