drawRect('plate', 0, 0, 10, 5)
booleanDifference('plate', ['hole_0'], 'drilled')
