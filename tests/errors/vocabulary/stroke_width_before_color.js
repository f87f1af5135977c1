drawCircle('a', 0, 0, 5)
setStroke('a', 2, 'red')
