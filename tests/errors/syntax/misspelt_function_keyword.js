fucntion house(name) {
  drawRect(name, 0, 0, 10, 10)
}
