function house(name, x) {
  drawRect(name, x, 0, 10, 10)
  if (x > 0) {
    setFill(name, 'red')
}
house('a', 0)
