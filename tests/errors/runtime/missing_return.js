function size(n) {
  n * 2
}
drawCircle('a', 0, 0, size(5))
