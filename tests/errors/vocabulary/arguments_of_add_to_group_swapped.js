drawCircle('wheel', 0, 0, 5)
createGroup('car', [])
addToGroup('wheel', 'car')
