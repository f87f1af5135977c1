// A rest leaves out every key that the pattern names, also with patterns inside and as a property (RestDestructuringAssignmentEvaluation).
const source = { c: { x: 1 }, d: 2, 5: 3, e: 4 }
const { c: { x }, ...first } = source
const { ['c']: { x: y }, 5: five, ...second } = source
const target = {}
;({ d: target.d, ...target.rest } = source)
;({ ['e']: target.e, 5: [] = [], ...target.more } = { ...source, 5: undefined })
console.log(JSON.stringify([first, second, target]))
