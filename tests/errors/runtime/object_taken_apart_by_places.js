const at = { x: 1, y: 2 }
const [x, y] = at
