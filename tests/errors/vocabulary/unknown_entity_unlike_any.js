drawCircle('wheel', 0, 0, 5)
setFill('zebra', 'red')
