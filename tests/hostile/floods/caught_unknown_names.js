// expect: ok
for (let n = 0; n < 10000; n++) drawCircle('circle_' + n, n, 0, 1)
let caught = 0
for (let n = 0; n < 1000; n++) try { setFill('square_' + n, 'red') } catch { caught++ }
for (let n = 0; n < 10000; n++) deleteEntity('circle_' + n)
drawCircle('a', 0, 0, caught)
