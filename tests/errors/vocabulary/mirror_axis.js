drawRect('a', 0, 0, 10, 5)
mirror('a', 'b', 'horizontal')
