drawRect('a', 0, 0, 10, 5)
const turn = Math.pi / 2
if (turn) rotate('a', turn)
