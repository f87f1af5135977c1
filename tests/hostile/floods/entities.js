// expect: entities timeout
for (let n = 0; ; n++) drawCircle('c' + n, 0, 0, 1)
