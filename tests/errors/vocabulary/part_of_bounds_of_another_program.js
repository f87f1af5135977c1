drawRect('plate', 0, 0, 10, 5)
const b = getWorldBounds('plate')
drawCircle('c', b.x + b.width / 2, b.min[1], 1)
