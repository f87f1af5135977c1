function house(name, x) {
  drawRect(name, x, 0, wdith, 10)
}
const width = 10
house('a', 0)
