// An outline as most programs write it: loose lines and an arc, in any order and direction.
//= true 4 0 0
//= part_0 path 957.0796
//= 906.8142
const dxf = ['0', 'SECTION', '2', 'ENTITIES', ...[[0, 0, 40, 0], [40, 20, 0, 20], [0, 20, 0, 0]].flatMap(([a, b, c, d]) => ['0', 'LINE', '8', 'cut', '10', a, '20', b, '11', c, '21', d]),
  '0', 'ARC', '8', 'cut', '10', 40, '20', 10, '40', 10, '50', 270, '51', 90, '0', 'ENDSEC', '0', 'EOF'].join('\n')
const { names } = importDxf('part', dxf)
const { paths, gaps, branches } = join(names, { tolerance: 0.01 })
console.log(paths[0].closed, paths[0].parts.length, gaps.length, branches.length)
for (const name of listEntities()) if (getEntity(name).type !== 'group') console.log(name, getEntity(name).type, getArea(name).toFixed(4))
drawCircle('bore', 10, 10, 4)
booleanDifference('part_0', 'bore', 'bored')
console.log(getArea('bored').toFixed(4))
