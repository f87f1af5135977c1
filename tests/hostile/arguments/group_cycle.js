// expect: scene
createGroup('g')
createGroup('h', ['g'])
addToGroup('g', 'h')
