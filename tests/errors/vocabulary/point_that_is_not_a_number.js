drawPolygon('a', [[0, 0], [10, undefined], [5, 8]])
