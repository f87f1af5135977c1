// The outline of a circuit board: milled edge, mounting holes, connector cut-outs, a drill table, on A4 at 1:1.
const holes = [
  ['A', 3.2, [[5, 5], [95, 5], [95, 65], [5, 65]]],
  ['B', 1.0, Array.from({ length: 10 }, (_, i) => [30 + 2.54 * i, 60])],
  ['C', 0.8, Array.from({ length: 14 }, (_, i) => [20 + 2.54 * (i % 7), 32.62 - 7.62 * Math.floor(i / 7)])],
  ['D', 2.2, [[70, 22], [86, 22]]],
]
defineLayer('outline', { color: 'black', lineweight: 0.35 })
defineLayer('drill', { color: 'black', lineweight: 0.18 })
defineLayer('copper', { color: '#b87333', lineweight: 0.25 })
defineLayer('silk', { color: 'steelblue', lineweight: 0.18 })

drawRoundedRect('board', 50, 35, 100, 70, 4)
drawRect('usb', 50, 0, 9, 12)
drawSlot('antenna', 99, 48, 106, 48, 6)
booleanDifference('board', ['usb', 'antenna'], 'edge', { keep: false })
fillet('edge', 1, { corners: [[45.5, 6], [54.5, 6]] })
setLayer('edge', 'outline')

for (const [tool, diameter, places] of holes) {
  drawCircle(`tool_${tool}`, 0, 0, diameter / 2)
  setLayer(`tool_${tool}`, 'drill')
  defineBlock(`drill_${tool}`, `tool_${tool}`)
  places.forEach(([x, y], index) => {
    insert(`drill_${tool}`, `${tool}_${index}`, x, y)
    setLayer(`${tool}_${index}`, 'drill')
  })
  drawText(`mark_${tool}`, tool, places[0][0] - diameter / 2 - 2.6, places[0][1] + diameter / 2 + 0.6, 2.5)
  setLayer(`mark_${tool}`, 'silk')
}
drawRect('chip', 27.62, 28.81, 18, 5.4)
drawText('chip_text', 'U1', 27.62, 28.81, 3, { align: 'center', valign: 'middle' })
for (const name of ['chip', 'chip_text']) setLayer(name, 'silk')
drawLine('trace', [30, 60, 30, 48, 20, 38, 20, 32.62])
fillet('trace', 2)
thicken('trace', 0.6, { cap: 'round' })
setLayer('trace', 'copper')
setFill('trace', 'bylayer')

const every = holes.flatMap(([tool, , places]) => places.map((_, index) => `${tool}_${index}`))
check.inside(every, 'edge')
dimension('width', { type: 'horizontal', of: 'edge', side: 'below', tolerance: 0.1 })
dimension('height', { type: 'vertical', of: 'edge', side: 'left', tolerance: 0.1 })
dimension('pitch_x', { type: 'horizontal', from: 'A_3', to: 'A_2', side: 'above' })
dimension('pitch_y', { type: 'vertical', from: 'A_1', to: 'A_2', side: 'right', offset: 16 })
leader('corner', [98.8, 68.8], '4x R4', { offset: [12, 8] })
setPage('A4', { orientation: 'landscape', scale: '1:1', titleBlock: { title: 'Sensor board', number: 'PCB-7', material: 'FR-4, 1.6 mm' } })
table('drills', [['Tool', 'Ø mm', 'Count'], ...holes.map(([tool, diameter, places]) => [tool, diameter.toFixed(1), places.length])], { at: 'topRight' })
