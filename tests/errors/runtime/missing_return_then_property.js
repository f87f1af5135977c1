function point(x, y) {
  [x, y]
}
drawCircle('a', point(0, 0)[0], 0, 5)
