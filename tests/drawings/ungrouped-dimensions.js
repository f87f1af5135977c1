// Dimensions in an instance follow the entities that take its place when it is ungrouped.
drawRect('p', 0, 0, 40, 20); drawCircle('c', 10, 0, 3)
dimension('o', { type: 'ordinate', axis: 'x', points: ['c', { of: 'p', at: 'right' }], origin: { of: 'p', at: 'left' } })
defineBlock('B', ['p', 'c', 'o'])
insert('B', 'i', 0, -300, { scale: 2 })
ungroup('i')
translate('i_c', 5, 0)
dimension('check', { type: 'horizontal', from: { of: 'i_p', at: 'left' }, to: 'i_c' })
console.log(getEntity('check').local.annotation.dimension.measures[0].text)
//= 65
