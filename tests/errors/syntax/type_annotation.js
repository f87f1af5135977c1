function house(name: string, x: number) {
  drawRect(name, x, 0, 10, 10)
}
