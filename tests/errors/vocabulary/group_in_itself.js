createGroup('a')
addToGroup('a', 'a')
