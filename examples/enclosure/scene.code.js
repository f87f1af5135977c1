// A laser-cut enclosure of 3 mm plywood: six panels with finger joints, vents, a display and screw holes, nested on a sheet.
// Layers: cut (outlines, with the kerf) and engrave (single strokes). Export it as DXF with fills off.
import { box, mates } from 'joints'
import { boltRect } from 'holes'

const KERF = 0.15
const width = param('width', 140, { min: 80, max: 220, step: 5 })
const [depth, height, thickness] = [90, 50, 3]

defineLayer('cut', { color: 'red', lineweight: 0.13 })
defineLayer('engrave', { color: 'blue', lineweight: 0.13 })
defineLayer('sheet', { color: 'grey', linetype: 'dashed' })

const panels = box('case', 0, 0, { width, depth, height, thickness, finger: 12 })
ungroup('case')
const facing = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' }
for (const [edge, wall] of [['top', 'back'], ['right', 'right'], ['bottom', 'front'], ['left', 'left']]) {
  invariant(`bottom fits ${wall}`, () => mates('case_bottom', edge, `case_${wall}`, facing[edge]))
}

/** Cuts holes, which are drawn about the origin, out of a panel where it lies. */
function cut(panel, holes) {
  const [x, y] = getEntity(panel).world.center
  for (const hole of holes) translate(hole, x, y)
  booleanDifference(panel, holes, panel, { keep: false })
}

drawRoundedRect('display', -20, 4, 60, 26, 3)
drawCircle('knob', 40, 4, 3.5)
cut('case_front', ['display', 'knob'])
drawSlot('vent', -48, -6, -24, -6, 3)
arrayGrid('vent', 3, 4, 36, 7)
cut('case_back', ['vent', 'vent_array'])
cut('case_bottom', boltRect('foot', 0, 0, width - 30, 60, 'M3'))
drawEllipse('cable', 10, 0, 5, 8)
cut('case_left', ['cable'])

const parts = panels.map((panel) => {
  kerf(panel, KERF)
  setLayer(panel, 'cut')
  const [name, { world: { center: [x, y], bounds } }] = [panel.slice(5), getEntity(panel)]
  drawText(`${panel}_text`, name, name === 'left' ? x - 12 : x, bounds.min_y + 8, 5, { font: 'Hershey Simplex', align: 'center' })
  setLayer(`${panel}_text`, 'engrave')
  createGroup(name, [panel, `${panel}_text`])
  return name
})
drawRect('sheet', 0, 0, 400, 250)
setLayer('sheet', 'sheet')
const { unplaced, used } = nest(parts, 'sheet', { gap: 4 })
invariant('all panels are on the sheet', () => unplaced.length === 0)
console.log(`${(used * 100).toFixed(0)} % of the sheet`)
