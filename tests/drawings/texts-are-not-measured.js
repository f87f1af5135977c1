// The dimension of a view, a group or an instance measures its shapes; a title or a tag beside them does not make it larger.
drawRect('plate', 0, 0, 120, 60)
drawCircle('bore', -30, 0, 8)
booleanDifference('plate', 'bore', 'cut', { keep: false })
sectionView('view', 'cut', [[-70, 0], [70, 0]], { thickness: 20, at: [0, 90] })
drawCircle('body', 300, 0, 10)
defineBlock('pump', 'body', { base: [300, 0], attributes: { tag: { x: 0, y: -30, size: 8, align: 'center' } } })
insert('pump', 'p1', 300, 0, { attributes: { tag: 'P-1' } })
drawRect('box', 400, 0, 40, 20); drawText('label', 'a label that is wide', 360, 30, 10)
createGroup('part', ['box', 'label'])
drawText('alone', 'X', 500, 0, 10)
const measured = (of, type) => {
  dimension('d', { type, of })
  return getEntity('d').local.annotation.dimension.measures[0].text
}
console.log(measured('view', 'vertical'), measured('view', 'horizontal'))
//= 20 120
console.log(measured('p1', 'vertical'), measured('part', 'horizontal'), measured('part', 'vertical'))
//= 20 40 20
console.log(measured('alone', 'vertical') > 0)
//= true
dimension('d', { type: 'vertical', from: { of: 'p1', at: 'bottom' }, to: { of: 'part', at: 'top' } })
console.log(getEntity('d').local.annotation.dimension.measures[0].text)
//= 20
