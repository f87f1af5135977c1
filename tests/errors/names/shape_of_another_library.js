drawRect('plate', 0, 0, 40, 30)
new Path.Circle([0, 0], 10)
