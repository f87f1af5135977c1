// Circles are counted as such in the results of booleans, mirrored, turned and scaled; names of what was cut live on
// through booleans, offsets, kerfs, hulls and reliefs.
setUnits('cm')
const text = (name) => getEntity(name).local.annotation.dimension.measures[0].text
const size = (of, options = {}) => { dimension('d', { type: 'diameter', of, ...options }); return text('d') }
drawCircle('body', 0, 0, 8); drawCircle('x', 0, 0, 3); drawCircle('y', 5.5, 0, 1); drawRect('key', 0, 3, 1, 2)
booleanDifference('body', ['x', 'y', 'key'], 'ring', { keep: false })
rotate('ring', 0.4); scale('ring', -1, 1); createGroup('g', ['ring']); scale('g', 2, 2)
console.log([0, 1, 2].map((index) => size('ring', { index })).join(' '))
//= Ø32 Ø12 Ø4
try { size('ring', { index: 3 }) } catch (error) { console.log(error.message) }
//= dimension: "ring" has 2 circles and 1 arc, with index 0 to 2, and none with index 3
drawRect('blank', 50, 0, 20, 10); drawSlot('slot', 50, 0, 8, 0, 3); drawCircle('c1', 44, 3, 1); drawCircle('c2', 56, 3, 1)
booleanDifference('blank', ['slot', 'c1', 'c2'], 'plate', { keep: false })
console.log(size({ hole: 'c2' }), size({ hole: 'slot' }))
//= Ø2 Ø3
offsetPolygon('plate', 0.2, 'grown', { keep: false })
console.log(size({ hole: 'c1' }), getWorldBounds('grown').max[0])
//= Ø1.6 60.2
kerf('grown', 0.1, { keep: false })
console.log(size({ hole: 'c1' }))
//= Ø1.5
dimension('w', { type: 'horizontal', of: { edge: 'blank' } })
console.log(text('w'))
//= 20.5
drawRect('u1', 0, 50, 10, 10); drawCircle('u2', 5, 50, 3)
booleanUnion('u1', 'u2', 'u', { keep: false })
convexHull('u', 'hull', { keep: false })
dimension('r', { type: 'radius', of: { edge: 'u2' } })
console.log(text('r'))
//= R3
