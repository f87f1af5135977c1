// A parts list counts the instances of blocks, groups and arrays included; balloons and items have the same numbers.
drawCircle('head', 0, 0, 4); defineBlock('screw', 'head', { attributes: { type: 'M6' } })
drawRect('body', 0, 0, 40, 10); defineBlock('rail', 'body', { attributes: { type: 'L=40' } })
insert('rail', 'r1', 0, 0)
for (let i = 0; i < 3; i += 1) insert('screw', `s${i}`, i * 12 - 12, 0, { attributes: i === 1 ? { type: 'M6x20' } : {} })
createGroup('all', ['s0', 's1'])
balloon('b1', 's0', 7); balloon('b2', 'r1', '#')
partsList('list', { at: [40, 40], columns: [['Pos.', 'item'], ['Part', 'block'], ['Qty', 'count'], ['Type', 'type']] })
try { balloon('b3', [0, 0], '#') } catch (error) { console.log(error.message) }
//= balloon: the text # is the number of an instance of a block, and the target is none
const texts = (name) => getEntity(name).children.map((child) => getEntity(child).local.text?.text).filter((it) => it !== undefined)
console.log(texts('list').join(' '))
console.log(texts('b1').join(' '), texts('b2').join(' '))
//= Pos. Part Qty Type 1 rail 1 L=40 7 screw 3 M6, M6x20
//= 7 1
