drawBezier('leaf', 'L 10 10')
