// A dimensioned bearing block on A3, 1:1: two views, a section hatch, fits, a parts list and a title block.
drawPolygon('body', [-70, 0, 70, 0, 70, 18, 38, 18, 38, 48, -38, 48, -38, 18, -70, 18])
fillet('body', 6, { corners: [[38, 18], [-38, 18]] })
fillet('body', 20, { corners: [[38, 48], [-38, 48]] })
chamfer('body', 2, { corners: [[70, 18], [-70, 18]] })
drawCircle('bore', 0, 30, 12.5)
booleanDifference('body', 'bore', 'front', { keep: false })
drawCircle('seat', 0, 30, 12.5)

// The view from above, under it; holes for M10 at both ends.
drawRect('base', 0, -60, 140, 50)
drawRect('head', 0, -60, 76, 30)
drawCircle('bolt', -54, -60, 5.5)
const [, right] = arrayLinear('bolt', 2, 108, 0)
centerMark('bolt_left_center', 'bolt')
centerMark('bolt_right_center', right)

defineLayer('hidden', { linetype: 'hidden', lineweight: 0.25, color: 'black' })
defineLayer('visible', { lineweight: 0.5, color: 'black' })
defineLayer('thin', { lineweight: 0.18, color: 'black' })
for (const name of ['front', 'base', 'head', 'bolt', 'bolt_array', 'seat']) setLayer(name, 'visible')
drawLine('bore_left', [-12.5, -45, -12.5, -75])
drawLine('bore_right', [12.5, -45, 12.5, -75])
for (const name of ['bore_left', 'bore_right']) setLayer(name, 'hidden')
centerLine('axis', [0, -45], [0, -75])
centerMark('bore_center', 'seat')

// The side, cut along A-A.
drawRect('side', 120, 24, 50, 48)
drawRect('through', 120, 30, 50, 25)
booleanDifference('side', 'through', 'section', { keep: false })
hatch('section', { pattern: 'ANSI31', gap: 2.5 })
for (const name of ['section', 'section_hatch']) setLayer(name, name === 'section' ? 'visible' : 'thin')
sectionMark('section_a', [[0, 60], [0, -5]], 'A')
drawText('section_title', 'A-A', 120, 56, 7, { align: 'center' })

dimension('length', { type: 'horizontal', of: 'base', side: 'below', offset: 20 })
dimension('holes', { type: 'horizontal', from: 'bolt', to: right, tolerance: '±0.1', side: 'below', offset: 35 })
dimension('depth', { type: 'vertical', of: 'base', side: 'left' })
dimension('bolts', { type: 'diameter', of: 'bolt', prefix: '2x ', angle: 1.9, offset: 26 })
dimension('bore_size', { type: 'diameter', of: 'seat', tolerance: 'H7', angle: 0.2, offset: 42 })
dimension('axis_height', { type: 'vertical', from: [-70, 0], to: 'seat', side: 'left', tolerance: '+0.05/0' })
dimension('rounding', { type: 'radius', center: [18, 28], radius: 20, angle: 0.9 })
dimension('thickness', { type: 'vertical', from: [145, 0], to: [145, 48], side: 'right' })
dimension('edge', { type: 'horizontal', from: [95, 0], to: [145, 0], side: 'below', tolerance: 0.1 })
surfaceFinish('bore_finish', [119, 17.5], 'Ra 1.6', { machining: 'required' })
leader('edges', [69, 17], 'C2, both ends', { offset: [6, 16] })
balloon('position', [-20, 40], 1, { offset: [-30, 25] })

setPage('A3', { scale: '1:1', titleBlock: {
  title: 'Bearing block', number: 'BB-025', material: 'EN-GJL-250', tolerances: 'ISO 2768-mK', projection: 'first',
  owner: 'Example Works', creator: 'A. Smith', date: '2026-01-31' } })
table('parts', [['Pos.', 'Part', 'Count'], [1, 'Bearing block', 1], [2, 'Screw M10x30', 2]])
