// Neighbours whose edges meet but for rounding become one part; exact neighbours merge by themselves.
//= 1 4.000 4.000 4.000 4.000 4.000 4.000 4.000
//= path 8.000
const lengths = []
for (const gap of [0, 0.1 * 3 - 0.3, 1e-14, 1e-12, 1e-10, 1e-9, 1e-7]) {
  drawPolygon('a', [[0, 0], [0.3, 0], [0.3, 1], [0, 1]])
  drawPolygon('b', [[0.3 + gap, 0], [1, 0], [1, 1], [0.3 + gap, 1]])
  weld(['a', 'b'], 'u', { tolerance: 1e-6 })
  lengths.push(getLength('u').toFixed(3))
  if (getEntity('u').type === 'group') lengths.push('several')
  deleteEntity('u')
}
console.log(1, ...lengths)
for (let i = 0; i < 30; i += 1) drawPolygon(`t${i}`, [[i * 0.1, 2], [(i + 1) * 0.1, 2], [(i + 1) * 0.1, 3], [i * 0.1, 3]])
booleanUnion('t0', Array.from({ length: 29 }, (_, i) => `t${i + 1}`), 'row')
console.log('path', getLength('row').toFixed(3))
