function side(n) {
  return side(n + 1)
}
side(0)
