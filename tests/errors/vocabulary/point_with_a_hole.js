drawPolygon('a', [0, 0, 10, , 5, 8])
