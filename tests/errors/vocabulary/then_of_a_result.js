drawRect('plate', 0, 0, 10, 5).then(() => drawCircle('c', 0, 0, 1))
