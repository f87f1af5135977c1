// expect: ok
Math.random = () => 4
drawCircle('b', Math.random(), 0, 1)
