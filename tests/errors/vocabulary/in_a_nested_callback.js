const rows = [['a', 1], ['b', '2']]
rows.map(([name, r]) => {
  drawCircle(name, 0, 0, r)
})
