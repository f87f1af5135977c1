// expect: range
drawCircle('far', -1e308, 0, 162)
mirror('far', 'copy', 'x')
