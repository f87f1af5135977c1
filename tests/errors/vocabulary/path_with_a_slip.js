drawBezier('leaf', 'M 0 0 C 10 20 30 20 40 Z')
