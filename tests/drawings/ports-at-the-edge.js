// Ports of symbols that are turned, mirrored and grouped, with nothing beyond them: a connector comes from outside and turns.
drawCircle('casing', 0, 0, 10)
port('in', -10, 0, 'left')
port('out', 10, 0, 'right')
defineBlock('pump', 'casing', { attributes: { tag: { x: 0, y: -18, size: 4, align: 'center' } } })
insert('pump', 'A', 0, 0, { attributes: { tag: 'P-1' } })
insert('pump', 'B', 90, -40, { angle: Math.PI / 2 })
insert('pump', 'C', 90, 60, { scale: [-1, 1] })
insert('pump', 'D', 0, -120)
createGroup('turned', ['D'])
rotate('turned', Math.PI / 2)
const ends = (name) => {
  const { points } = getEntity(`${name}_line`).local.geometry
  return [points[0], points.at(-1)].flat().map((value) => Math.round(value * 1e6) / 1e6 + 0).join(' ')
}
connect('one', 'A.out', 'B.in', { curve: 'orthogonal' })
connect('two', 'B.out', 'C.out', { curve: 'orthogonal' })
connect('three', 'A.in', 'D.in', { curve: 'orthogonal' })
connect('four', 'D.out', 'C.in', { curve: 'orthogonal' })
for (const name of ['one', 'two', 'three', 'four']) console.log(name, ends(name))
//= one 10 0 90 -50
//= two 90 -30 80 60
//= three -10 0 120 -10
//= four 120 10 100 60
