drawCircle('a', 0, 0, 5)
setFill('a', { r: 1, g: 0, b: 0 })
