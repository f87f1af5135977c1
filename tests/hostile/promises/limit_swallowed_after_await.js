// expect: entities timeout
await null
for (let n = 0; n < 300000; n++) try { drawCircle('c' + n, 0, 0, 1) } catch { await null }
