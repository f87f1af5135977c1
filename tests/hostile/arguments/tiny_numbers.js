// expect: ok range
drawCircle('b', 5e-324, 5e-324, 5e-324)
scale('b', 5e-324, 5e-324)
getWorldBounds('b')
