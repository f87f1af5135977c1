// Areas with arcs that are nearly straight: the segment beside a chord c of radius R is c³/12R.
for (const r of [3e5, 2e6, 5e8, 7e10, 4e12, 9e13]) {
  drawBezier('s', `M 3 4 A ${r} ${r} 0 0 1 28 4 L 28 29 L 3 29 Z`)
  drawCircle('c', 15, 20, 3)
  offsetPolygon('s', -2, 'inner')
  booleanDifference('s', 'c', 'cut')
  const near = (value, expected) => Math.abs(value / expected - 1) < 1e-6
  console.log(r, near(getArea('s'), 625 + 25 ** 3 / (12 * r)), near(getArea('inner'), 441 + 25 ** 3 / (12 * r)),
    near(getArea('cut'), 625 - 9 * Math.PI + 25 ** 3 / (12 * r)))
  for (const name of ['s', 'c', 'inner', 'cut']) deleteEntity(name)
}
//= 300000 true true true
//= 2000000 true true true
//= 500000000 true true true
//= 70000000000 true true true
//= 4000000000000 true true true
//= 90000000000000 true true true
