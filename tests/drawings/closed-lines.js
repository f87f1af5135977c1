// A line that ends where it begins is an outline to what works on corners, and one that has no area yet.
const round = (value) => Math.round(value * 1000) / 1000
const turn = (n) => Array.from({ length: n + 1 }, (_, i) => [20 * Math.cos(i * 2 * Math.PI / n), 20 * Math.sin(i * 2 * Math.PI / n)]).flat()
for (const justify of ['left', 'right', 'center']) {
  drawLine(`wall_${justify}`, [0, 0, 40, 0, 40, 30, 0, 30, 0, 0])
  thicken(`wall_${justify}`, 2, { justify })
  console.log(justify, round(getArea(`wall_${justify}`)))
}
//= left 264
//= right 296
//= center 280
// The last point of a circle in steps is its first but for rounding.
drawLine('six', turn(6))
thicken('six', 2, { justify: 'left' })
console.log('six', round(getArea('six')), round(1.5 * Math.sqrt(3) * (400 - (20 - 2 / Math.cos(Math.PI / 6)) ** 2)))
//= six 226.144 226.144
drawLine('rounded', [0, 0, 40, 0, 40, 30, 0, 30, 0, 0])
fillet('rounded', 5)
console.log(getEntity('rounded').type, round(getArea('rounded')), round(1200 - (4 - Math.PI) * 25))
//= path 1178.54 1178.54
drawLine('cut', [0, 0, 40, 0, 40, 30, 0, 30, 0, 0])
chamfer('cut', 5, { corners: [[0, 0]] })
console.log(round(getArea('cut')))
//= 1187.5
// There and back is no outline: the line has two ends, and a square join where it turns. Nor is what ends a hair beside its beginning.
drawLine('twice', [0, 0, 40, 0, 0, 0])
thicken('twice', 2)
console.log(round(getArea('twice')))
//= 82
drawLine('gap', [0, 0, 40, 0, 40, 30, 0, 30, 0, 0.001])
fillet('gap', 5)
console.log(getEntity('gap').type, round(getLength('gap')))
//= path 133.561
drawLine('loop', [0, 0, 40, 0, 40, 30, 0, 30, 0, 0])
try { getArea('loop') } catch (error) { console.log(error.message) }
//= getArea: "loop" is a line, which is not closed and has no area; its end is its beginning: draw it with drawPolygon, or close it with join("loop")
join('loop')
console.log(getArea('loop'))
//= 1200
