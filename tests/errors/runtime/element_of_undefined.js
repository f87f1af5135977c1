const rows = [[1, 2], [3, 4]]
for (let i = 0; i <= 2; i++) drawCircle('c' + i, rows[i][0], rows[i][1], 1)
