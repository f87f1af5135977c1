// A turned part with a bore, half in section, with fits, geometrical tolerances, surface texture and a detail.
const steps = [[0, 10], [22, 10], [22, 17.5], [70, 17.5], [70, 25], [82, 25], [82, 15], [120, 15]] // [x, radius]
defineLayer('visible', { lineweight: 0.5, color: 'black' })
defineLayer('thin', { lineweight: 0.18, color: 'black' })

// The outline; a relief groove for the grinding wheel at the shoulder.
const upper = [...steps.slice(0, 3), [66, 17.5], [66, 17], [70, 17], ...steps.slice(4)]
drawPolygon('body', [...upper, ...upper.slice().reverse().map(([x, r]) => [x, -r])])
chamfer('body', 1, { corners: [[0, 10], [0, -10], [120, 15], [120, -15]] })
for (const [x, radius] of [[22, 10], [22, 17.5], [70, 25], [82, 15], [82, 25]]) drawLine(`edge_${x}_${radius}`, [x, -radius, x, radius])

// The upper half is cut: its material is hatched, the bore is seen.
drawRect('bore', 95, 0, 50, 20)
drawPolygon('tip', [[70, 10], [70, -10], [64.2, 0]])
booleanUnion('bore', 'tip', 'drilled', { keep: false })
drawRect('upper_half', 60, 30, 140, 60)
booleanIntersect('body', 'upper_half', 'half')
booleanDifference('half', 'drilled', 'cut')
deleteEntity('half')
drawRect('lower_half', 60, -30, 140, 60)
booleanDifference('drilled', 'lower_half', 'bore_seen', { keep: false })
for (const name of ['upper_half', 'lower_half']) deleteEntity(name)
hatch('cut', { pattern: 'ANSI31', gap: 2.5 })
for (const name of listEntities()) setLayer(name, name === 'cut_hatch' ? 'thin' : 'visible')
centerLine('axis', { of: 'body', at: 'left' }, { of: 'body', at: 'right' }, { extend: 6 })
setLayer('axis', 'thin')

dimension('total', { type: 'horizontal', of: 'body', side: 'below' })
dimension('journal_length', { type: 'horizontal', from: [0, -10], to: [22, -17.5], side: 'below' })
dimension('seat_length', { type: 'horizontal', from: [22, -17.5], to: [70, -25], side: 'below', tolerance: '+0.1/0' })
dimension('collar', { type: 'horizontal', from: [70, -25], to: [82, -25], side: 'below' })
dimension('journal', { type: 'vertical', from: [1, -10], to: [1, 10], side: 'left', prefix: 'Ø', tolerance: 'g6', limits: false })
dimension('seat', { type: 'vertical', from: [22, -17.5], to: [22, 17.5], side: 'left', prefix: 'Ø', tolerance: 'k6' })
dimension('collar_size', { type: 'vertical', from: [82, -25], to: [82, 25], side: 'right', prefix: 'Ø' })
dimension('end_size', { type: 'vertical', from: [119, -15], to: [119, 15], side: 'right', prefix: 'Ø', tolerance: 'h8', limits: false })
dimension('bore_size', { type: 'vertical', from: [120, -10], to: [120, 10], side: 'right', prefix: 'Ø', tolerance: 'H7', limits: false })

toleranceFrame('runout', [40, 17.5], 'circularRunout', 0.02, { datums: ['A-B'] })
toleranceFrame('collar_face', [70, 22], 'perpendicularity', 0.01, { datums: ['A'] })
toleranceFrame('form', [100, 15], 'cylindricity', 0.005)
datum('datum_a', [12, 10], 'A', { angle: Math.PI / 2 })
datum('datum_b', [110, -15], 'B', { angle: -Math.PI / 2 })
surfaceFinish('seat_finish', [52, 17.5], 'Ra 0.8', { machining: 'required', method: 'ground', leader: true })
detailView('detail_z', [68, 17.5], 5, { scale: 4, letter: 'Z' })

setPage('A3', { scale: '1:1', titleBlock: {
  title: 'Shaft', number: 'SH-035', material: 'C45E', tolerances: 'ISO 2768-mK', projection: 'first',
  owner: 'Example Works', creator: 'A. Smith', date: '2026-01-31' } })
