// expect: ok range
drawArc('b', 0, 0, 1, -1e308, 1e308)
