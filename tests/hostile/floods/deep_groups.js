// expect: ok stack timeout scene
drawCircle('g0', 0, 0, 1)
for (let n = 1; n < 5000; n++) createGroup('g' + n, ['g' + (n - 1)])
getWorldBounds('g4999')
duplicate('g4999', 'copy')
