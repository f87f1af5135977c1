drawRect('plate', 0, 0, 10, 5)
drawCircle('c', getWorldBounds('plate').width, 0, 1)
