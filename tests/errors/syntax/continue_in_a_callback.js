const rows = [1, 2, 3]
rows.forEach((row) => {
  if (row === 2) continue
  drawCircle('c' + row, 0, 0, row)
})
