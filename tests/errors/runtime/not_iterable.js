const n = 3
for (const i of n) drawCircle('c' + i, 0, 0, 5)
