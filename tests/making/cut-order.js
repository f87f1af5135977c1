// Holes before their outline, nearest next; ways in outside of the part; tabs; engraved lines first, each on its layer.
//= engrave:mark inner:plate inner:plate outer:plate outer:disc
//= plan_cut_0 plan_cut_1 plan_cut_2 plan_cut_3
//= engrave,cut
//= 5 5 5 5
//= 5 314.000
drawRect('blank', 50, 30, 100, 60)
drawCircle('a', 20, 30, 5)
drawCircle('b', 80, 30, 8)
booleanDifference('blank', ['a', 'b'], 'plate', { keep: false })
drawCircle('disc', 130, 30, 10)
drawLine('mark', [40, 50, 60, 50])
const { paths } = cutOrder(['disc', 'plate'], 'plan', { leadIn: { length: 5, type: 'line' }, engrave: ['mark'] })
console.log(paths.map(({ kind, part }) => `${kind}:${part}`).join(' '))
console.log(paths.filter(({ kind }) => kind !== 'engrave').map(({ name }) => name).join(' '))
console.log([getEntity('plan_engrave').layer, getEntity('plan_cut_0').layer].join())
console.log(paths.slice(1).map(({ lead }) => +lead.toFixed(9)).join(' '))
drawRect('panel', 0, 200, 100, 60)
const tabbed = cutOrder(['panel'], 'panel_plan', { tabs: { count: 4, width: 1.5 } }).paths
console.log(tabbed.length, tabbed.reduce((sum, { length }) => sum + length, 0).toFixed(3))
