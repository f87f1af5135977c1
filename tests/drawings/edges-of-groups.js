// Edges of groups and of instances, mirrored and stretched, are measured like those of a single shape, one after another.
const value = (name) => Number(getEntity(name).local.annotation.dimension.measures[0].value.toFixed(9))
const edge = (of, index) => { dimension('d', { type: 'aligned', of, edge: index }); return value('d') }
drawPolygon('triangle', [0, 0, 30, 0, 0, 40]); drawRect('plate', 100, 0, 20, 10)
createGroup('both', ['triangle', 'plate'])
console.log([0, 1, 2, 3, 4, 5, 6].map((index) => edge('both', index)).join(' '))
//= 30 50 40 20 10 20 10
try { edge('both', 7) } catch (error) { console.log(error.message) }
//= dimension: "both" has 7 edges, 0 to 6, and no edge 7
try { edge('both') } catch (error) { console.log(error.message) }
//= dimension: "both" has 7 edges; say which with the option edge, from 0
deleteEntity('d')
defineBlock('part', 'both')
insert('part', 'one', 300, 9, { angle: 0.3, scale: [-2, 2] })
console.log(edge('one', 1), edge('one', 3))
//= 100 40
drawCircle('c', 0, -100, 5)
try { edge('c', 0) } catch (error) { console.log(error.message) }
//= dimension: "c" is a circle, which has no straight edges to measure; give from and to
// The name of a place at an entity is no name, and the refusal says how it is written.
try { dimension('w', { type: 'linear', from: 'one.left', to: 'c' }) } catch (error) { console.log(error.message.split('; ').at(-1)) }
//= a place at "one" is written { of: "one", at: "left" }
