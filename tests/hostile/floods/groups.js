// expect: entities timeout
for (let n = 0; ; n++) createGroup('g' + n)
