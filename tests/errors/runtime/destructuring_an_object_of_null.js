const { min, max } = getWorldBounds('nobody')
