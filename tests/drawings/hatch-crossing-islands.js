// Odd parity, whichever way round the loops run; styles 1 and 2 fill the outermost, and all.
const loop = (points) => ['92', '2', '72', '0', '73', '1', '93', points.length, ...points.flatMap(([x, y]) => ['10', x, '20', y]), '97', '0']
const hatchOf = (loops, style) => ['0', 'SECTION', '2', 'ENTITIES', '0', 'HATCH', '8', '0', '10', '0', '20', '0', '30', '0', '210', '0', '220', '0',
  '230', '1', '2', 'SOLID', '70', '1', '71', '0', '91', loops.length, ...loops.flatMap(loop), '75', style, '76', '1', '98', '0',
  '0', 'ENDSEC', '0', 'EOF'].join('\n')
const box = (x, y, w, h, reverse) => {
  const points = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
  return reverse ? points.reverse() : points
}
const areas = new Set()
for (let way = 0; way < 8; way += 1) {
  importDxf('x', hatchOf([box(0, 0, 200, 100, way & 1), box(20, 20, 60, 60, way & 2), box(50, 40, 80, 20, way & 4)], 0))
  areas.add(getArea('x_0'))
}
console.log([...areas].join(' '))
//= 16000
const nested = [box(0, 0, 100, 100), box(10, 10, 80, 80), box(20, 20, 60, 60), box(30, 30, 40, 40)]
for (const style of [0, 1, 2]) { importDxf('y', hatchOf(nested, style)); console.log(style, getArea('y_0')) }
//= 0 5600
//= 1 3600
//= 2 10000
