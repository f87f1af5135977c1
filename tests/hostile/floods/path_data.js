// expect: memory timeout range ok
drawBezier('p', 'M 0 0' + ' L 1 1'.repeat(1 << 20))
