drawCircle('a', 0, 0, 5)
setFill('a', [255, 128, 0])
