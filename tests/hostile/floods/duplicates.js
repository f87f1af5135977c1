// expect: entities timeout memory
createGroup('g', [])
drawCircle('c', 0, 0, 1)
addToGroup('g', 'c')
for (let n = 0; ; n++) { duplicate('g', 'g' + n); addToGroup('g', 'g' + n) }
