drawRect('a', 0, 0, 10, 5)
drawRect('b', 5, 0, 10, 5)
booleanUnion('a', 'b')
