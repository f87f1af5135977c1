// A mounting plate for the mill on A3: hole call-outs, positions with datums, a section through the counterbores.
const width = param('width', 140, { min: 100, max: 200 })
const depth = param('depth', 90, { min: 80, max: 140 })
const thickness = 14
defineLayer('visible', { lineweight: 0.5, color: 'black' })
defineLayer('thin', { lineweight: 0.18, color: 'black' })

drawRect('blank', 0, 0, width, depth)
fillet('blank', 8)
drawCircle('bore', 0, 0, 17.5)
const screws = [[1, 1], [1, -1], [-1, 1], [-1, -1]].map(([x, y], index) => {
  drawCircle(`screw_${index}`, x * (width / 2 - 14), y * (depth / 2 - 14), 3.3)
  return `screw_${index}`
})
const threads = [0, 1, 2].map((index) => {
  const angle = Math.PI / 2 + (index * 2 * Math.PI) / 3
  drawCircle(`thread_${index}`, 27 * Math.cos(angle), 27 * Math.sin(angle), 2.1)
  return `thread_${index}`
})
const pins = [-1, 1].map((side, index) => {
  drawCircle(`pin_${index}`, side * (width / 2 - 30), 0, 4)
  return `pin_${index}`
})
booleanDifference('blank', ['bore', ...screws, ...threads, ...pins], 'plate', { keep: false })
setLayer('plate', 'visible')
centerMarks('marks', 'plate')

dimension('length', { type: 'horizontal', of: 'plate', side: 'below' })
dimension('height', { type: 'vertical', of: 'plate', side: 'left' })
dimension('screws_x', { type: 'horizontal', from: 'screw_3', to: 'screw_1', side: 'below' })
dimension('screws_y', { type: 'vertical', from: 'screw_3', to: 'screw_2', side: 'left' })
dimension('pins_x', { type: 'horizontal', from: 'pin_0', to: 'pin_1', side: 'below', tolerance: '±0.02' })
dimension('corner', { type: 'radius', of: { edge: 'blank' }, index: 0, prefix: '4× ' })

holeCallout('bore_size', { hole: 'bore' }, { through: true, tolerance: 'H7' })
holeCallout('screw_size', screws, { through: true, counterbore: { diameter: 11, depth: 6.8 } })
holeCallout('thread_size', threads, { thread: 'M5', threadDepth: 10, depth: 12 })
holeCallout('pin_size', pins, { tolerance: 'H7', depth: 10 })
toleranceFrame('pin_place', { of: { hole: 'pin_1' }, at: 'right' }, 'position', 0.02, { zone: 'diameter', datums: ['A', 'B'] })
datum('datum_b', { of: 'plate', at: 'right' }, 'B')

sectionView('section_a', 'plate', [[-width / 2 - 12, depth / 2 - 14], [width / 2 + 12, depth / 2 - 14]], {
  thickness, looks: 'left', holes: screws.slice(0, 3).filter((_, index) => index !== 1)
    .map((of) => ({ of, counterbore: { diameter: 11, depth: 6.8 } })) })
datum('datum_a', { of: 'section_a', at: 'bottom' }, 'A')
setLayer('section_a', 'visible')
setLayer('section_a_hatch', 'thin')

setPage('A3', { titleBlock: {
  title: 'Mounting plate', number: 'MP-140', material: 'EN AW-6082', tolerances: 'ISO 2768-mK', projection: 'first',
  owner: 'Example Works', creator: 'A. Smith', date: '2026-01-31' } })
// Its cover has a sheet of its own, so far to the right that both sheets have room at 1:2 too.
drawRect('cover', 1200, 0, width, depth)
const passages = [0, 1, 2, 3].map((index) => `passage_${index}`)
passages.forEach((name, index) => drawCircle(name, 1200 + (index % 2 || -1) * (width / 2 - 14), ((index & 2) - 1) * (depth / 2 - 14), 3.3))
for (const side of ['below', 'left']) dimension(`cover_${side}`, { type: side === 'left' ? 'vertical' : 'horizontal', of: 'cover', side })
holeCallout('passage_size', passages, { through: true })
setPage('A4', { name: 'Cover', orientation: 'landscape', center: [1200, -22], titleBlock: { title: 'Cover', number: 'MP-141', material: 'EN AW-6082' } })
