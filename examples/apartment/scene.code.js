// The plan of an apartment in millimetres, on A3 at 1:50: walls, doors and windows as blocks, hatches, dimensions, labels.
const [OUTER, INNER] = [240, 115]
defineLayer('walls', { color: 'black', lineweight: 0.5 })
defineLayer('doors', { color: 'black', lineweight: 0.25 })
defineLayer('notes', { color: 'black', lineweight: 0.18 })

drawPolygon('outer', [0, 0, 9600, 0, 9600, 7200, 0, 7200])
thicken('outer', OUTER, { justify: 'right' })
const inner = [[5400, 0, 5400, 7200], [0, 4000, 5400, 4000], [5400, 2800, 9600, 2800], [7600, 0, 7600, 2800]].map((points, index) => {
  drawLine(`inner_${index}`, points)
  thicken(`inner_${index}`, INNER)
  return `inner_${index}`
})
booleanUnion('outer', inner, 'walls', { keep: false })

drawLine('leaf', [0, 0, 0, 900])
drawArc('swing', 0, 0, 900, 0, Math.PI / 2)
defineBlock('door', ['leaf', 'swing'], { attributes: { number: { x: 350, y: 250, size: 180, align: 'center' } } })
drawRect('frame', 800, 0, 1600, OUTER)
drawLine('glass', [0, 0, 1600, 0])
defineBlock('window', ['frame', 'glass'])

const [EAST, NORTH] = [0, Math.PI / 2]
const doors = [[6000, -OUTER / 2, EAST], [5400, 3000, NORTH], [1500, 4000, EAST], [6000, 2800, EAST], [7600, 1800, NORTH], [5400, 5000, NORTH]]
const openings = [...doors.map(([x, y, angle]) => ['door', x, y, angle, 900]),
  ['window', 1900, -OUTER / 2, EAST, 1600], ['window', 1200, 7200 + OUTER / 2, EAST, 1600],
  ['window', 7000, 7200 + OUTER / 2, EAST, 1600], ['window', -OUTER / 2, 1000, NORTH, 1600], ['window', 9600 + OUTER / 2, 4000, NORTH, 1600]]
const gaps = openings.map(([block, x, y, angle, length], index) => {
  drawLine(`gap_${index}`, [x, y, x + length * Math.cos(angle), y + length * Math.sin(angle)])
  thicken(`gap_${index}`, OUTER + 1)
  insert(block, `${block}_${index}`, x, y, { angle, ...(block === 'door' && { attributes: { number: index + 1 } }) })
  setLayer(`${block}_${index}`, 'doors')
  return `gap_${index}`
})
booleanDifference('walls', gaps, 'walls', { keep: false })
setLayer('walls', 'walls')
setLayer(hatch('walls', { pattern: 'ANSI31', gap: 1.2 }), 'notes')
drawRect('shower', 9100, 500, 1000, 1000)
setLayer(hatch('shower', { pattern: 'NET', spacing: 200 }), 'notes')

const half = INNER / 2
const rooms = { Living: [0, 0, 5400 - half, 4000 - half], Bedroom: [0, 4000 + half, 5400 - half, 7200],
  Hall: [5400 + half, 0, 7600 - half, 2800 - half], Bath: [7600 + half, 0, 9600, 2800 - half], Study: [5400 + half, 2800 + half, 9600, 7200] }
for (const [title, [x1, y1, x2, y2]] of Object.entries(rooms)) {
  const area = ((x2 - x1) * (y2 - y1)) / 1e6
  drawText(`room_${title}`, `${title}\n${area.toFixed(1)} m²`, (x1 + x2) / 2, (y1 + y2) / 2, 200, { align: 'center', valign: 'middle' })
}

setDimensionStyle('architectural', { factor: 0.001, decimals: 2, trailingZeros: true })
dimension('south', { type: 'chain', points: [-OUTER, 0, 5400, 7600, 9600, 9840].map((x) => [x, -OUTER]), side: 'below' })
dimension('width', { type: 'horizontal', of: 'walls', side: 'below', offset: 22 })
dimension('west', { type: 'chain', direction: 'vertical', points: [0, 4000, 7200].map((y) => [-OUTER, y]), side: 'left' })
northArrow('north', 11600, 6600)
scaleBar('bar', 0, -2300)
setPage('A3', { scale: '1:50', titleBlock: { title: 'Apartment 3B', number: 'A-101', creator: 'A. Smith', date: '2026-01-31' } })
