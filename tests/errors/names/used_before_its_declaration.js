drawCircle('a', 0, 0, radius)
const radius = 5
