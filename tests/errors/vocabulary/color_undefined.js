const colors = { wall: 'tan' }
drawCircle('a', 0, 0, 5)
setFill('a', colors.roof)
