drawRect('a', 0, 0, 10, 5)
const { min } = getWorldBounds('b')
