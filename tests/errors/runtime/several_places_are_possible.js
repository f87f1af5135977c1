function frame(a, b) {
  const [x, y] = a
  const [w, h] = b
  drawRect('f', x, y, w, h)
}
frame([0, 0])
