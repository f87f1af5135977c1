const names = ['a']
drawCircle('a', 0, 0, 5)
createGroup('g', [names[0], names[1]])
