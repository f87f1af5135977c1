// A connector ends at the outline of a symbol, whatever its tag says, its unit, its scale and its angle.
setUnits('in')
drawCircle('casing', 0, 0, 1); drawPolygon('impeller', [[-0.6, -0.8], [-0.6, 0.8], [1, 0]])
port('out', 1, 0, 'right')
defineBlock('pump', ['casing', 'impeller'], { attributes: { tag: { x: 0, y: -1.8, size: 0.4, align: 'center' } } })
insert('pump', 'A', 0, 0, { attributes: { tag: 'LONG-TAG-101A' } })
insert('pump', 'B', 8, -3, { angle: Math.PI / 2, attributes: { tag: 'P-2' } })
insert('pump', 'C', 0, -8, { scale: [-1.5, 1.5], attributes: { tag: 'P-3' } })
connect('s1', 'A', 'B', { curve: 'orthogonal' })
connect('s2', 'A', 'C')
connect('s3', 'B.out', 'C', { curve: 'orthogonal' })
const ends = (name) => {
  const { points } = getEntity(`${name}_line`).local.geometry
  return JSON.stringify([points[0], points.at(-1)].map((point) => point.map((it) => Number(it.toFixed(3)) + 0)))
}
console.log(ends('s1'), ends('s2'), ends('s3'))
//= [[1,0],[8,-2]] [[0,-1],[0,-6.5]] [[8,-2],[0,-6.5]]
