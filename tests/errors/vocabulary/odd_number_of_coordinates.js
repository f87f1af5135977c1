drawLine('a', [0, 0, 10])
