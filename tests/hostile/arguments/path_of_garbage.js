// expect: range type scene
drawBezier('p', 'M'.repeat(100000))
