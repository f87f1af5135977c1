const at = [[0, 0], 5]
for (const [x, y] of at) drawCircle(`c${x}`, x, y, 1)
