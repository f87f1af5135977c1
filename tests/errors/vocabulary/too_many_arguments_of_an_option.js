drawCircle('a', 0, 0, 5)
const more = ['a', 1, 0, {}, 2]
translate(...more)
