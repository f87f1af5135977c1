// A piping and instrumentation diagram: symbols as blocks with ports, pipes that join ports, a parts list of the blocks.
defineLayer('pipe', { lineweight: 0.5, color: 'black' })
defineLayer('signal', { lineweight: 0.25, linetype: 'dashed', color: 'black' })
const symbol = (name, tag, ports, draw) => {
  const parts = draw((own) => `${name}_${own}`)
  for (const [at, x, y, direction] of ports) port(at, x, y, direction)
  defineBlock(name, parts, { attributes: { tag: { ...tag, size: 3.5, align: 'center' }, type: '' } })
}

symbol('tank', { x: 0, y: 2 }, [['in', 0, 25, 'up'], ['out', 0, -25, 'down'], ['level', 15, 0, 'right']], (own) => {
  drawRoundedRect(own('shell'), 0, 0, 30, 50, 8)
  return own('shell')
})
symbol('pump', { x: 0, y: -15 }, [['in', -10, 0, 'left'], ['out', 10, 0, 'right']], (own) => {
  drawCircle(own('casing'), 0, 0, 10)
  drawPolygon(own('impeller'), [[-6, -8], [-6, 8], [10, 0]])
  return [own('casing'), own('impeller')]
})
symbol('valve', { x: 0, y: -11 }, [['in', -8, 0, 'left'], ['out', 8, 0, 'right'], ['stem', 0, 13, 'up']], (own) => {
  drawPolygon(own('left'), [[-8, -5], [-8, 5], [0, 0]])
  drawPolygon(own('right'), [[8, -5], [8, 5], [0, 0]])
  drawLine(own('spindle'), [[0, 0], [0, 8]])
  drawArc(own('drive'), 0, 8, 5, 0, Math.PI)
  return [own('left'), own('right'), own('spindle'), own('drive')]
})
symbol('exchanger', { x: 0, y: -19 }, [['in', -12, 0, 'left'], ['out', 12, 0, 'right'], ['steam', 0, 12, 'up']], (own) => {
  drawCircle(own('shell'), 0, 0, 12)
  drawLine(own('coil'), [[-12, 0], [-6, 0], [-3, 6], [3, -6], [6, 0], [12, 0]])
  return [own('shell'), own('coil')]
})
symbol('controller', { x: 0, y: -1.6 }, [['in', -8, 0, 'left'], ['out', 0, -8, 'down'], ['side', 8, 0, 'right']], (own) => {
  drawCircle(own('bubble'), 0, 0, 8)
  return own('bubble')
})

const place = (block, name, x, y, type) => insert(block, name, x, y, { attributes: { tag: name, type } })
place('tank', 'T-101', -110, 10, '2 m³, 1.4301')
place('pump', 'P-101', -60, -45, '5 m³/h')
place('valve', 'FV-101', -15, -45, 'DN50 PN16')
place('exchanger', 'E-101', 40, -45, '12 m²')
place('tank', 'T-102', 110, 10, '2 m³, 1.4301')
place('controller', 'FIC-1', -15, 10, '4-20 mA')
place('valve', 'V-102', 5, 45, 'DN25 PN16')

const pipes = { s1: ['T-101.out', 'P-101.in'], s2: ['P-101.out', 'FV-101.in'], s3: ['FV-101.out', 'E-101.in'], s4: ['E-101.out', 'T-102.in'] }
for (const [name, [from, to]] of Object.entries(pipes)) {
  connect(name, from, to, { curve: 'orthogonal', arrow: 'end' })
  setLayer(name, 'pipe')
}
connect('steam', 'V-102.out', 'E-101.steam', { curve: 'orthogonal', arrow: 'end', label: 'steam' })
setLayer('steam', 'pipe')
connect('control', 'FIC-1.out', 'FV-101.stem', { arrow: 'end' })
setLayer('control', 'signal')

for (const name of ['T-101', 'P-101', 'FV-101', 'E-101']) balloon(`balloon_${name}`, name, '#')
leader('slope', [-85, -45], 'slope 1:100\nto the pump')
setPage('A3', { scale: '1:1', titleBlock: { title: 'Feed to T-102', number: 'PID-101', owner: 'Example Works', creator: 'A. Smith', date: '2026-01-31' } })
partsList('parts', { columns: [['Pos.', 'item'], ['Symbol', 'block'], ['Qty', 'count'], ['Tags', 'tag'], ['Type', 'type']] })
