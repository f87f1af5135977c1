// The arcs of an offset keep near the curve in any unit: 0.01 in and 0.01 m are more than the width of a cut.
for (const unit of ['mm', 'cm', 'in', 'm']) {
  const cut = { mm: 0.2, cm: 0.02, in: 0.008, m: 0.0002 }[unit]
  setUnits(unit)
  drawEllipse('oval', 0, 0, 300 * cut, 200 * cut, 0.3)
  kerf('oval', cut, { result: 'cut' })
  offsetPolygon('oval', -cut, 'inset')
  // Steiner's formula for a convex area.
  const grown = (by) => getArea('oval') + by * getLength('oval') + by * by * Math.PI
  const off = (name, by) => Math.abs(getArea(name) - grown(by)) / (Math.abs(by) * getLength('oval'))
  console.log(unit, off('cut', cut / 2) < 0.01, off('inset', -cut) < 0.01)
}
//= mm true true
//= cm true true
//= in true true
//= m true true

// A tolerance that is set or given counts as it is.
offsetPolygon('oval', 0.02, 'fine', { tolerance: 1e-6 })
const arcs = (name) => getEntity(name).local.geometry.data.split('A').length - 1
setTolerance(0.001)
offsetPolygon('oval', 0.02, 'coarse')
console.log(arcs('fine') > 2 * arcs('coarse'))
//= true
