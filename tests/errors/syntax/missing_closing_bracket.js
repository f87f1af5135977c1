const points = [0, 0, 10, 0, 10, 10
drawPolygon('a', points)
