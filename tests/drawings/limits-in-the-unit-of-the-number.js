// Limits of ISO 286 are in the unit of the number beside them.
const text = (name) => getEntity(name).local.annotation.dimension.measures[0].text
const size = (unit, radius, tolerance, factor) => {
  setUnits(unit)
  setDimensionStyle('ISO', { decimals: 4, ...(factor ? { factor } : {}) })
  drawCircle('a', 0, 0, radius)
  dimension('d', { type: 'diameter', of: 'a', tolerance })
  console.log(unit, text('d'))
}
size('in', 0.25, 'H7')
//= in Ø0.5 H7 +0.0007/0
size('cm', 1.25, 'H7')
//= cm Ø2.5 H7 +0.0021/0
size('mm', 12.5, 'g6')
//= mm Ø25 g6 −0.007/−0.02
size('m', 0.0125, 'H7')
//= m Ø0.025 H7 +0.000021/0
size('mm', 6.35, 'H7', 1 / 25.4)
//= mm Ø0.5 H7 +0.0007/0
