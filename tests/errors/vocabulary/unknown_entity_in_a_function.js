function paint(name) {
  setFill(name, 'red')
}
drawCircle('hub', 0, 0, 5)
paint('hb')
