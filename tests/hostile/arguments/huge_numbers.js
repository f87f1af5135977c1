// expect: ok range
drawCircle('b', 1e308, 1e308, 1e308)
translate('b', 1e308, 1e308)
scale('b', 1e300, 1e300)
getWorldBounds('b')
