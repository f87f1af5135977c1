async function places() { return [0, 10] }
const all = places()
for (const x of all) drawCircle('c' + x, x, 0, 1)
