// expect: range type scene ok
drawBezier('p', 'M 1e999 -1e999 L 1e308 1e308 A 1e308 1e-308 1e308 1 1 0 0')
