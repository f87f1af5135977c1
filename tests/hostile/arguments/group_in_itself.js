// expect: scene
createGroup('g')
addToGroup('g', 'g')
