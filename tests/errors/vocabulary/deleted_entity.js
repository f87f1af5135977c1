drawCircle('hub', 0, 0, 5)
deleteEntity('hub')
setFill('hub', 'red')
