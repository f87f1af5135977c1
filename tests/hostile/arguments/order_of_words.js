// expect: ok
drawCircle('b', 0, 0, 1)
drawOrder('b', '+99999999999999999999999999')
