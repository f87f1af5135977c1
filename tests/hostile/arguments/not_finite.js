// expect: range
drawRect('b', Infinity, -Infinity, NaN, 1)
