const row = []
row.length = 7 / 2
