house('a')
const width = 10
function house(name) {
  drawRect(name, 0, 0, width, 10)
}
