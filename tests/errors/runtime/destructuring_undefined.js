function corner() {}
const [x, y] = corner()
