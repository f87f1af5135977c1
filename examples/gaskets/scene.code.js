// A pump's gasket and the parts that lie beside and inside of it: 30 parts on one sheet of 1 mm fibre, in the order of the cuts.
// Layers: engrave, score and cut, as a laser's program wants them.
const KERF = 0.1
const BOLTS = 8
const bore = param('bore', 60, { min: 40, max: 80, step: 2, label: 'bore of the pump' })

// The gasket: a flange with lugs, a bore and the holes of its bolts. Arcs stay arcs.
drawCircle('flange', 0, 0, bore / 2 + 16)
const lugs = [], holes = ['inlet']
for (let i = 0; i < BOLTS; i++) {
  const angle = (2 * Math.PI * i) / BOLTS, [x, y] = [Math.cos(angle), Math.sin(angle)].map((it) => it * (bore / 2 + 15))
  drawCircle(`lug_${i}`, x, y, 8)
  drawCircle(`bolt_${i}`, x, y, 3.3)
  lugs.push(`lug_${i}`)
  holes.push(`bolt_${i}`)
}
drawCircle('inlet', 0, 0, bore / 2)
booleanUnion('flange', lugs, 'body', { keep: false })
booleanDifference('body', holes, 'gasket', { keep: false })

// Washers for its bolts, covers for its ports, and shims.
function part(name, outline, hole) {
  booleanDifference(outline, hole, name, { keep: false })
  return name
}
drawCircle('disc', 0, 0, 9)
drawCircle('eye', 0, 0, 3.3)
part('washer', 'disc', 'eye')
drawRoundedRect('plate', 0, 0, 46, 30, 6)
drawSlot('window', -8, 0, 8, 0, 9)
part('cover', 'plate', 'window')
drawPolygon('shim', [[0, 0], [52, 0], [52, 10], [10, 10], [10, 34], [0, 34]])

const wanted = { gasket: 2, washer: 14, cover: 8, shim: 6 }
const names = Object.keys(wanted)
for (const name of names) kerf(name, KERF)
const quantities = Object.fromEntries(names.map((name) => [name, { quantity: wanted[name] }]))
const { placed, unplaced, used } = nest(names, [300, 200], {
  gap: 2, margin: 4, rotations: [0, Math.PI / 2, Math.PI, -Math.PI / 2], parts: quantities,
})
if (unplaced.length > 0) throw new Error(`no room for ${unplaced}`)
console.log(`${placed.length} parts fill ${Math.round(100 * used)} % of the sheet`)

const { travel } = cutOrder(placed, 'plan', { leadIn: 1.5 })
console.log(`${Math.round(travel)} mm between the cuts`)
setFill('plan_cut', null)

drawRect('sheet', 150, 100, 300, 200)
setLayer('sheet', 'sheet')
defineLayer('sheet', { color: 'grey', linetype: 'dashed' })
