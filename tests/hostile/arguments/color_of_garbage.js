// expect: range type scene
drawCircle('b', 0, 0, 1)
setFill('b', 'rgb(' + '9'.repeat(100000) + ')')
