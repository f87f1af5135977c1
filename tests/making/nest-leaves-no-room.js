// Parts of five kinds: one part more never places fewer, and each ring takes a disc into its hole.
//= 34,0 true
//= true true
//= 28,28
const draw = (count) => {
  const parts = []
  for (let i = 0; i < count; i++) {
    const n = `p${i}`, k = i % 5
    if (k === 0) drawPolygon(n, [[0, 0], [60, 0], [60, 15], [15, 15], [15, 40 + i], [0, 40 + i]])
    else if (k === 1) { drawCircle(n + 'o', 0, 0, 20 + i / 2); drawCircle(n + 'h', 0, 0, 12 + i / 3); booleanDifference(n + 'o', n + 'h', n, { keep: false }) }
    else if (k === 2) drawRoundedRect(n, 0, 0, 30 + i, 20, 5)
    else if (k === 3) drawRegularPolygon(n, 0, 0, 10 + i / 3, 3 + (i % 4))
    else drawSlot(n, 0, 0, 40 + i, 0, 10)
    parts.push(n)
  }
  return parts
}
const options = { gap: 3, rotations: [0, Math.PI / 2, Math.PI, -Math.PI / 2] }
const run = (count) => nest(draw(count), [300, 250], options)
const { placed, unplaced, used } = run(34)
console.log([placed.length, unplaced.length].join(), used > 0.4)
const counts = [39, 41, 45].map((count) => run(count).placed.length)
console.log(counts[0] >= 37, counts.every((count, at) => at === 0 || count >= counts[at - 1]))
const rings = [], discs = []
for (let i = 0; i < 40; i++) {
  drawCircle(`o${i}`, 0, 0, 30); drawCircle(`h${i}`, 0, 0, 20); booleanDifference(`o${i}`, `h${i}`, `ring${i}`, { keep: false })
  drawCircle(`disc${i}`, 0, 0, 15)
  rings.push(`ring${i}`); discs.push(`disc${i}`)
}
const found = nest([...rings, ...discs], [400, 300], { gap: 2 }).placed
const those = found.filter((name) => name.startsWith('ring')).length
console.log([those, Math.min(found.length - those, 28)].join())
