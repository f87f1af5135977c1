drawRect('plate', 0, 0, 100, 60)
check('wide', () => getWorldBounds('plate').width > 90)
