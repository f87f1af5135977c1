for (let i = 0; i < 10; i++) {
  drawCircle('hole', i * 10, 0, 2)
  setFill('hole', 'red')
}
[1, 2].forEach((x) => drawRect('box', x, 0, 5, 5))
for (let size = 10; size > 1; size--) {
  drawText('label', 'FRONT', 0, 0, size)
  if (getWorldBounds('label').width < 20) break
}
drawRect('plate', 0, 0, 100, 20)
for (let i = 0; i < 3; i++) {
  drawCircle('tool', i * 10, 0, 2)
  booleanDifference('plate', 'tool', 'plate')
}
for (const x of [1, 2]) if (x === 1) drawRect('first', x, 0, 1, 1)
