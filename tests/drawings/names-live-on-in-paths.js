// What was joined or welded keeps its name for dimensions, and a sketch shows its constraints at the path that its lines became.
const text = (name) => getEntity(name).local.annotation.dimension.measures[0].text
sketch('sk', (s) => {
  const [a, b, c, d] = [s.point(0, 0), s.point(70, 5), s.point(80, 40), s.point(0, 50)]
  const [base, right, top, left] = [s.line(a, b), s.line(b, c), s.line(c, d), s.line(d, a)]
  s.fixed(a); s.horizontal(base); s.vertical(left); s.parallel(base, top); s.perpendicular(base, right)
  s.distance(a, b, 80, { show: true }); s.distance(b, c, 45, { show: true })
  s.angle(base, right, Math.PI / 2, { show: true })
})
//! Constraints of the sketch "sk" say nothing new
join(['sk_line1', 'sk_line2', 'sk_line3', 'sk_line4'], 'outline')
drawCircle('bore', 30, 20, 10)
booleanDifference('outline', 'bore', 'plate', { keep: false })
fillet('plate', 6)
translate('plate', 200, 0)
rotate('plate', 0.3)
dimension('side', { type: 'aligned', of: 'sk_line2' })
dimension('from_start', { type: 'aligned', from: { of: 'sk_line1', at: 'start' }, to: { of: 'sk_line3', at: 'middle' } })
console.log(text('side'), text('from_start') === Math.hypot(40, 45).toFixed(2))
//= 33 true
// Where ends give way, the lines are where they went.
drawLine('l1', [0, 200, 40, 200]); drawLine('l2', [40.004, 200, 40, 220]); drawLine('l3', [40, 220, 0, 200])
drawArc('a1', 100, 200, 10, 0, Math.PI); drawLine('l4', [90, 200, 110.003, 200])
join(['l1', 'l2', 'l3'], 'triangle', { tolerance: 0.01 })
join(['a1', 'l4'], 'half', { tolerance: 0.01 })
dimension('base', { type: 'horizontal', from: { of: 'l1', at: 'start' }, to: { of: 'l2', at: 'start' } })
dimension('round', { type: 'radius', of: 'a1' })
console.log(getEntity('base').local.annotation.dimension.measures[0].value.toFixed(6), text('round'))
//= 40.002000 R10
drawRect('left', 300, 0, 20, 10); drawRect('right', 320.00001, 0, 20, 10)
weld(['left', 'right'], 'both', { keep: false })
dimension('welded', { type: 'horizontal', of: 'right' })
console.log(text('welded'))
//= 20
try { setFill('left', 'red') } catch (error) { console.log(error.message) }
//= setFill: there is no entity named "left": it was made a part of "both"; keep: true leaves it beside that
