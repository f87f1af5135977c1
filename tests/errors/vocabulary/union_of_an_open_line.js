drawRect('a', 0, 0, 10, 5)
drawLine('l', [0, 0, 5, 5])
booleanUnion('a', 'l', 'r')
