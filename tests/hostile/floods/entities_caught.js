// expect: entities timeout
for (let n = 0; n < 300000; n++) try { drawCircle('c' + n, 0, 0, 1) } catch {}
