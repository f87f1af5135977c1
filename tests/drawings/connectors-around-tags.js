// Ways of connectors lead around the tags of instances, wherever there is another way.
drawRect('body', 0, 0, 20, 10); port('in', -10, 0, 'left'); port('out', 10, 0, 'right'); port('drain', 6, -5, 'down')
defineBlock('unit', 'body', { attributes: { tag: { x: 0, y: -14, size: 4, align: 'center' } } })
insert('unit', 'a', 0, 0, { attributes: { tag: 'A' } })
insert('unit', 'b', 120, 0, { attributes: { tag: 'B' } })
insert('unit', 'c', 60, 14, { attributes: { tag: 'C-1234' } })
const tag = getEntity('c').world.bounds
connect('pipe', 'a.out', 'b.in', { curve: 'orthogonal' })
const points = getEntity('pipe_line').local.geometry.points
// The tag of c lies across the straight way, from y = -1 up.
const inTag = points.some(([x, y], i) => i > 0 && y === points[i - 1][1] && y > tag.min_y && y < 9
  && Math.min(x, points[i - 1][0]) < 60 && Math.max(x, points[i - 1][0]) > 60)
console.log(tag.min_y < 0, inTag, points[0].join(), points.at(-1).join())
//= true false 10,0 110,0
// A tag that no way leads around does not hinder a connector.
connect('waste', 'a.drain', [6, -60], { curve: 'orthogonal' })
console.log(JSON.stringify(getEntity('waste_line').local.geometry.points))
//= [[6,-5],[6,-60]]
