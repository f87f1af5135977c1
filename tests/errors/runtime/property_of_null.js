drawCircle('a', 0, 0, 5)
const w = getWorldBounds('b').max[0]
