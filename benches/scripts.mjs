// Ten scene scripts as models write them: top-level code with loops, names put together from strings, and a little of
// everything that the language has. Each must call the host as often as it says.

const FUNCTIONS = ['drawCircle', 'drawRect', 'drawLine', 'drawPolygon', 'setFill']

const script = (name, calls, source) => ({
  name,
  rounds: 9,
  project: { main: source },
  source,
  functions: FUNCTIONS,
  calls,
})

const DATA = JSON.stringify(
  Array.from({ length: 8_000 }, (_, i) => ({
    id: `machine_${i}`,
    position: { x: (i * 37) % 500, y: (i * 91) % 300 },
    size: [4 + (i % 5), 3 + (i % 3)],
    tags: ['steel', i % 2 ? 'left' : 'right', `row ${i % 20}`],
  })),
)

export const SCRIPTS = [
  script(
    'a grid by two loops',
    6_400,
    `var rows = 80, cols = 80, gap = 12
for (var r = 0; r < rows; r++) {
  for (var c = 0; c < cols; c++) {
    var name = 'cell_' + r + '_' + c
    drawRect(name, c * gap, r * gap, gap - 2, gap - 2)
  }
}
`,
  ),
  script(
    'a table by string keys',
    2_000,
    `const counts = {}
let word = ''
for (let i = 0; i < 60000; i++) {
  word = 'w' + (i * 7919) % 2000
  counts[word] = (counts[word] || 0) + 1
}
let x = 0
for (const key of Object.keys(counts)) drawRect('bar_' + key, x += 3, counts[key] / 2, 2, counts[key])
`,
  ),
  script(
    'arrays of objects',
    1_334,
    `const parts = []
for (let i = 0; i < 20000; i++) parts.push({ id: i, x: i % 200, y: Math.floor(i / 200), r: 1 + (i % 3) })
const large = parts.filter(p => p.r === 3).map(p => ({ ...p, area: Math.PI * p.r ** 2 }))
const total = large.reduce((sum, p) => sum + p.area, 0)
if (!(total > 0)) throw new Error('no area')
large.forEach((p, i) => { if (i % 5 === 0) drawCircle(\`part_\${p.id}\`, p.x, p.y, p.r) })
`,
  ),
  script(
    'classes',
    3_000,
    `class Shape {
  constructor(name, x, y) { this.name = name; this.x = x; this.y = y }
  move(dx, dy) { this.x += dx; this.y += dy; return this }
  draw() { throw new Error('abstract') }
}
class Wheel extends Shape {
  #radius
  constructor(name, x, y, radius) { super(name, x, y); this.#radius = radius }
  get radius() { return this.#radius }
  draw() { drawCircle(this.name, this.x, this.y, this.radius) }
}
const wheels = []
for (let i = 0; i < 3000; i++) wheels.push(new Wheel('wheel' + i, i % 60, i / 60, 1 + i % 4))
for (let step = 0; step < 20; step++) for (const wheel of wheels) wheel.move(0.5, step % 2)
wheels.forEach(wheel => wheel.draw())
`,
  ),
  script(
    'closures',
    2_000,
    `function counter(prefix) {
  let n = 0
  return { next: () => prefix + n++, count: () => n }
}
const names = counter('bolt_')
const scale = k => v => v * k
const mm = scale(1), cm = scale(10)
let sum = 0
for (let i = 0; i < 100000; i++) sum += cm(i) - mm(i)
for (let i = 0; i < 2000; i++) drawCircle(names.next(), mm(i % 50), cm(i / 50), 0.8)
if (names.count() !== 2000 || sum <= 0) throw new Error('wrong')
`,
  ),
  script(
    'recursion: a tree of branches',
    8_191,
    `let count = 0
function branch(x, y, angle, length, depth) {
  const x2 = x + Math.cos(angle) * length, y2 = y + Math.sin(angle) * length
  drawLine('branch' + count++, [x, y, x2, y2])
  if (depth === 0) return
  branch(x2, y2, angle - 0.4, length * 0.75, depth - 1)
  branch(x2, y2, angle + 0.4, length * 0.75, depth - 1)
}
branch(0, 0, Math.PI / 2, 100, 12)
`,
  ),
  script(
    'JSON data of 1 MB',
    1_600,
    `const machines = JSON.parse(${JSON.stringify(DATA)})
let drawn = 0
for (const { id, position: { x, y }, size: [w, h], tags } of machines) {
  if (tags.includes('row 3') || tags.includes('row 8') || tags.includes('row 13') || tags.includes('row 18')) {
    drawRect(id, x, y, w, h)
    drawn++
  }
}
if (drawn !== 1600) throw new Error('drew ' + drawn)
`,
  ),
  script(
    'sorting 10,000',
    500,
    `let seed = 42
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
const items = []
for (let i = 0; i < 10000; i++) items.push({ name: 'item' + i, weight: random(), row: i % 10 })
items.sort((a, b) => a.row - b.row || b.weight - a.weight || a.name.localeCompare(b.name))
for (let i = 0; i < 500; i++) drawCircle(items[i].name, i % 25, Math.floor(i / 25), 0.2 + items[i].weight)
`,
  ),
  script(
    'regular expressions',
    2_500,
    `let text = ''
for (let i = 0; i < 5000; i++) text += 'part-' + i + ': ' + (i % 90) + 'x' + (i % 70) + 'mm' + (i % 2 ? ' ok' : ' no') + '\\n'
let n = 0
for (const line of text.split('\\n')) {
  const found = /^part-(\\d+): (\\d+)x(\\d+)mm (ok|no)$/.exec(line)
  if (found && found[4] === 'ok') drawRect('p' + found[1], n++ % 50, n / 50, Number(found[2]) + 1, Number(found[3]) + 1)
}
text = text.replace(/mm/g, ' mm')
`,
  ),
  script(
    'generators',
    3_000,
    `function* spiral(turns, step) {
  for (let t = 0; t < turns; t += step) yield [Math.cos(t) * t, Math.sin(t) * t]
}
function* take(values, count) {
  let n = 0
  for (const value of values) { if (n++ >= count) return; yield value }
}
let i = 0
for (const [x, y] of take(spiral(1e6, 0.05), 3000)) drawCircle(\`dot\${i++}\`, x, y, 0.3)
`,
  ),
]
