for (let i = 0; i < 3; i++):
  drawCircle('a' + i, 0, 0, 5)
