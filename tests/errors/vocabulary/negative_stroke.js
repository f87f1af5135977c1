drawCircle('a', 0, 0, 5)
setStroke('a', 'red', -1)
