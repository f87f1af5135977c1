drawCircle('body', 0, 0, 5)
createGroup('car', ['bdy'])
