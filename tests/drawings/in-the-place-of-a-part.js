// What takes the place of a part stays in its group and in its order there: nesting moves it with its engraving.
const order = (group) => getDrawOrder(group).order.join(' ')
drawRect('blank', 0, 0, 80, 50); drawRect('notch', 0, 25, 20, 20)
booleanDifference('blank', 'notch', 'plate', { keep: false })
drawLine('wall', [[0, 100], [50, 100], [50, 130]]); drawCircle('mark', 0, -10, 2)
createGroup('part', ['plate', 'wall', 'mark'])
rotate('part', 0.5); scale('part', -2, 2)
kerf('plate', 0.4)
thicken('wall', 4)
console.log(dogbones('plate', 3), order('part'), getArea('wall').toFixed(6))
//= 2 plate wall mark 640.000000
kerf('plate', 0.4, { result: 'beside' })
console.log(getEntity('beside').parent, order())
//= null part beside
duplicate('part', 'copy')
translate('part', 500, 0)
console.log(Math.round(getWorldBounds('plate').min[0] - getWorldBounds('copy_0').min[0]))
//= 500
