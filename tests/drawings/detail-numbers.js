// A dimension in a detail view shows the size of the part, not of its picture; so does one that was moved from there.
setUnits('in')
drawRect('blank', 0, 0, 6, 3)
drawCircle('screw', 1.5, 0, 0.2)
booleanDifference('blank', 'screw', 'plate', { keep: false })
detailView('detail', [1.5, 0], 0.5, { scale: 4, at: [8, 0] })
const shown = (name) => {
  const { measures: [{ text, value }], look } = getEntity(name).local.annotation.dimension
  return [text, value.toFixed(6), look.factor].join(' ')
}
dimension('hole', { type: 'diameter', of: 'detail', index: 0, tolerance: 'H7' })
dimension('plain', { type: 'diameter', of: { hole: 'screw' }, tolerance: 'H7' })
console.log(shown('hole'), '/', shown('plain'))
//= Ø0.4 H7 +0.0007/0 0.400000 0.25 / Ø0.4 H7 +0.0007/0 0.400000 1
holeCallout('call', 'detail', { index: 0, through: true })
console.log(getEntity('call').local.annotation.note.text)
//= Ø0.4 THRU
translate('hole', 0, 5)
console.log(shown('hole'))
//= Ø0.4 H7 +0.0007/0 0.400000 0.25
try { dimension('frame', { type: 'horizontal', of: 'detail' }) } catch (error) { console.log(error.message.split(';')[0]) }
//= dimension: "detail" is of a detail view, which reaches from its circle in the drawing to the view
