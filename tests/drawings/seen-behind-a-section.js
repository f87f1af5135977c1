// A section shows what is seen behind the cut: rims and edges of faces there, and nothing where the view goes past the part.
const seen = (name, thickness) => {
  const lines = []
  for (const part of getEntity(`${name}_0`).local.geometry.data.split('M ').slice(1)) {
    // Areas are closed, edges are lines.
    const numbers = part.includes('Z') ? [] : part.match(/-?[\d.]+(e-?\d+)?/g).map(Number)
    // In the view's own coordinates: from its middle along the line, and up from its lower face.
    if (numbers.length) lines.push(numbers.map((it, i) => Math.round((i % 2 ? it - 100 + thickness / 2 : it - at) * 1000) / 1000 + 0))
  }
  return lines.map((line) => line.join(' ')).sort().join(', ') || 'nothing'
}
let at = 0
const cut = (part, line, looks, thickness = 10) => {
  at += 200
  sectionView(`view_${at}`, part, line, { thickness, looks, at: [at, 100], angle: 0 })
  return seen(`view_${at}`, thickness)
}
// A fork from its middle: towards its ends nothing is behind the gap, towards its back the back is.
drawPolygon('fork', [[-30, -20], [30, -20], [30, 30], [15, 30], [15, -5], [-15, -5], [-15, 30], [-30, 30]])
console.log(cut('fork', [[-35, 15], [35, 15]], 'left'))
console.log(cut('fork', [[-35, 15], [35, 15]], 'right'))
//= nothing
//= -15 0 15 0, -15 10 15 10
// The stem of a T, with the flange behind it on both sides.
drawPolygon('tee', [[-10, -30], [10, -30], [10, 10], [40, 10], [40, 30], [-40, 30], [-40, 10], [-10, 10]])
console.log(cut('tee', [[-20, -10], [20, -10]], 'left'))
//= -40 0 -10 0, -40 0 -40 10, -40 10 -10 10, 10 0 40 0, 10 10 40 10, 40 0 40 10
// A bore with a keyway, whose sides are edges; its round wall has none.
drawCircle('disc', 0, 0, 30); drawCircle('bore', 0, 0, 12); drawRect('key', 0, 12, 6, 8)
booleanDifference('disc', ['bore', 'key'], 'ring', { keep: false })
console.log(cut('ring', [[-35, 0], [35, 0]], 'left'))
console.log(cut('ring', [[-35, 0], [35, 0]], 'right'))
//= -12 0 12 0, -12 10 12 10, -3 0 -3 10, 3 0 3 10
//= -12 0 12 0, -12 10 12 10
// A disc beside its middle, in another direction and a mirrored view.
drawCircle('wheel', 0, 0, 25)
console.log(cut('wheel', [[15, -40], [15, 40]], 'left'))
//= -25 0 -20 0, -25 0 -25 10, -25 10 -20 10, 20 0 25 0, 20 10 25 10, 25 0 25 10
