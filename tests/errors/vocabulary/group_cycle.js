createGroup('a')
createGroup('b', ['a'])
addToGroup('a', 'b')
