drawRect('a', 0, 0, 10, 5)
offsetPolygon('a', 2, 'b', { joinType: 'mitre' })
