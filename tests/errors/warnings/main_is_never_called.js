function main() {
  drawCircle('a', 0, 0, 5)
}
