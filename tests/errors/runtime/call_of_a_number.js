const width = 5
drawRect('a', 0, 0, width(10), 5)
