const r = 5
drawCircle('a', 0, 0, r)
const r = 6
