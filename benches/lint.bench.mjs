// The lint of a drawing with 10,000 entities, for every profile: a DXF and an SVG of another program, from their bytes to the findings,
// and a committed scene.
//
// The drawing is a sheet of parts as workshops get them: each has an outline with round corners, another of loose lines and arcs, holes, slots,
// marks, a text, and dimensions with their blocks. Times are of the processor in this process, which the lint of a file runs in, so that
// they are the same beside other programs.
//
//   node benches/lint.bench.mjs
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { median, ms, must, ROOT, startTable, withProject } from './measure.mjs'

// Files are checked by the command line, which asks the addon; there is no method of the package for them.
const addon = readdirSync(ROOT).find((name) => name.endsWith('.node'))
if (addon === undefined) throw new Error('The addon is not built: run node scripts/build.mjs.')
const { lintFile } = createRequire(import.meta.url)(join(ROOT, addon))

const ROUNDS = 7
const PROFILES = /** @type {const} */ (['laser', 'cnc', 'print', 'drawing'])

/** The width of a part's place, and the parts in a row. */
const PITCH = 120
const COLUMNS = 25

/** Entities of a part, as they are counted below, and the parts for 10,000 of them. */
const ENTITIES_OF_A_PART = 20
const PARTS = 500

/** The parts of the scene that have dimensions. */
const DIMENSIONED = 20

const CORNER = Math.tan(Math.PI / 8)

/** The entities of the part at a place, as kinds with numbers. */
function partAt(x, y) {
  const at = (dx, dy) => [x + dx, y + dy]
  const rounded = (left, low, right, high, radius) => [
    [...at(left + radius, low), 0],
    [...at(right - radius, low), CORNER],
    [...at(right, low + radius), 0],
    [...at(right, high - radius), CORNER],
    [...at(right - radius, high), 0],
    [...at(left + radius, high), CORNER],
    [...at(left, high - radius), 0],
    [...at(left, low + radius), CORNER],
  ]
  const slot = (left, low) => [
    [...at(left, low), 0],
    [...at(left + 12, low), 1],
    [...at(left + 12, low + 4), 0],
    [...at(left, low + 4), 1],
  ]
  return [
    { kind: 'outline', layer: 'cut', points: rounded(5, 15, 75, 65, 6) },
    { kind: 'circle', layer: 'cut', center: at(15, 25), radius: 3.2 },
    { kind: 'circle', layer: 'cut', center: at(65, 25), radius: 3.2 },
    { kind: 'circle', layer: 'cut', center: at(65, 55), radius: 3.2 },
    { kind: 'circle', layer: 'cut', center: at(40, 40), radius: 8 },
    { kind: 'outline', layer: 'cut', points: slot(15, 50) },
    { kind: 'outline', layer: 'cut', points: slot(54, 38) },
    { kind: 'line', layer: 'cut', from: at(85, 25), to: at(85, 55) },
    { kind: 'line', layer: 'cut', from: at(105, 55), to: at(105, 25) },
    { kind: 'arc', layer: 'cut', center: at(95, 55), radius: 10, start: 0, end: 180 },
    { kind: 'arc', layer: 'cut', center: at(95, 25), radius: 10, start: 180, end: 360 },
    { kind: 'circle', layer: 'cut', center: at(95, 40), radius: 5 },
    { kind: 'line', layer: 'engrave', from: at(22, 30), to: at(30, 30) },
    { kind: 'line', layer: 'score', from: at(36, 20), to: at(58, 20) },
    { kind: 'text', layer: 'engrave', at: at(28, 58), height: 3, words: `PART ${x / PITCH}-${y / PITCH}` },
    { kind: 'width', layer: 'notes', from: at(5, 15), to: at(75, 15), line: y + 6 },
    { kind: 'width', layer: 'notes', from: at(15, 25), to: at(65, 25), line: y + 11 },
    { kind: 'width', layer: 'notes', from: at(85, 25), to: at(105, 25), line: y + 8 },
    { kind: 'width', layer: 'notes', from: at(5, 65), to: at(40, 40), line: y + 72 },
    { kind: 'diameter', layer: 'notes', center: at(40, 40), radius: 8 },
  ]
}

function sheet() {
  return Array.from({ length: PARTS }, (_, index) =>
    partAt((index % COLUMNS) * PITCH, Math.floor(index / COLUMNS) * 90),
  ).flat()
}

const tags = (...pairs) => pairs.map(([code, value]) => `${code}\n${value}\n`).join('')

function dxfOf(entities) {
  let handle = 0x100
  const blocks = []
  const head = (kind, layer) =>
    tags([0, kind], [5, (handle += 1).toString(16).toUpperCase()], [100, 'AcDbEntity'], [8, layer])
  const line = (layer, [x1, y1], [x2, y2]) => head('LINE', layer) + tags([10, x1], [20, y1], [11, x2], [21, y2])
  const text = (layer, [x, y], height, words) => head('TEXT', layer) + tags([10, x], [20, y], [40, height], [1, words])
  const block = (body) => {
    const name = `*D${blocks.length}`
    blocks.push(
      tags([0, 'BLOCK'], [8, '0'], [2, name], [70, 1], [10, 0], [20, 0]) + body + tags([0, 'ENDBLK'], [8, '0']),
    )
    return name
  }
  const write = {
    outline: ({ layer, points }) =>
      head('LWPOLYLINE', layer) +
      tags([90, points.length], [70, 1]) +
      points.map(([x, y, bulge]) => tags([10, x], [20, y], [42, bulge])).join(''),
    circle: ({ layer, center: [x, y], radius }) => head('CIRCLE', layer) + tags([10, x], [20, y], [40, radius]),
    arc: ({ layer, center: [x, y], radius, start, end }) =>
      head('ARC', layer) + tags([10, x], [20, y], [40, radius], [50, start], [51, end]),
    line: ({ layer, from, to }) => line(layer, from, to),
    text: ({ layer, at, height, words }) => text(layer, at, height, words),
    width: ({ layer, from, to, line: height }) => {
      const [left, right] = [from[0], to[0]]
      const name = block(
        line('0', from, [left, height]) +
          line('0', to, [right, height]) +
          line('0', [left, height], [right, height]) +
          text('0', [(left + right) / 2, height + 0.5], 2.5, `${right - left}`),
      )
      return (
        head('DIMENSION', layer) +
        tags([2, name], [10, right], [20, height], [11, (left + right) / 2], [21, height + 1.5], [70, 0]) +
        tags([13, from[0]], [23, from[1]], [14, to[0]], [24, to[1]], [50, 0])
      )
    },
    diameter: ({ layer, center: [x, y], radius }) => {
      const name = block(
        line('0', [x - radius, y], [x + radius, y]) + text('0', [x - 2, y + 1], 2.5, `%%c${2 * radius}`),
      )
      return (
        head('DIMENSION', layer) +
        tags([2, name], [10, x - radius], [20, y], [11, x], [21, y + 2], [70, 3], [15, x + radius], [25, y])
      )
    },
  }
  const body = entities.map((entity) => write[entity.kind](entity)).join('')
  const section = (name, contents) => tags([0, 'SECTION'], [2, name]) + contents + tags([0, 'ENDSEC'])
  const header = tags([9, '$ACADVER'], [1, 'AC1015'], [9, '$INSUNITS'], [70, 4])
  return section('HEADER', header) + section('BLOCKS', blocks.join('')) + section('ENTITIES', body) + tags([0, 'EOF'])
}

function svgOf(entities) {
  const [wide, high] = [COLUMNS * PITCH, Math.ceil(PARTS / COLUMNS) * 90]
  const place = ([x, y]) => `${x} ${high - y}`
  let count = 0
  const head = (layer) => `id="e${(count += 1)}" data-layer="${layer}"`
  const radiusOf = ([x, y, bulge], [to, up]) =>
    (Math.hypot(to - x, up - y) * (1 + bulge * bulge)) / (4 * Math.abs(bulge))
  const write = {
    outline: ({ layer, points }) => {
      const steps = points.map((point, index) => {
        const next = points[(index + 1) % points.length]
        if (point[2] === 0) return `L${place(next)}`
        const radius = radiusOf(point, next)
        return `A${radius} ${radius} 0 0 0 ${place(next)}`
      })
      return `<path ${head(layer)} d="M${place(points[0])}${steps.join('')}Z"/>`
    },
    circle: ({ layer, center: [x, y], radius }) => `<circle ${head(layer)} cx="${x}" cy="${high - y}" r="${radius}"/>`,
    arc: ({ layer, center: [x, y], radius, start }) => {
      const ends = start === 0 ? [x + radius, x - radius] : [x - radius, x + radius]
      return `<path ${head(layer)} d="M${place([ends[0], y])}A${radius} ${radius} 0 0 0 ${place([ends[1], y])}"/>`
    },
    line: ({ layer, from, to }) => `<path ${head(layer)} d="M${place(from)}L${place(to)}"/>`,
    text: ({ layer, at, height, words }) =>
      `<text ${head(layer)} x="${at[0]}" y="${high - at[1]}" font-size="${height}" stroke="none" fill="black">${words}</text>`,
    width: ({ layer, from, to, line }) =>
      `<path ${head(layer)} d="M${place(from)}V${high - line}H${to[0]}V${high - to[1]}"/>`,
    diameter: ({ layer, center: [x, y], radius }) =>
      `<path ${head(layer)} d="M${x - radius} ${high - y}h${2 * radius}"/>`,
  }
  const size = `width="${wide}mm" height="${high}mm" viewBox="0 0 ${wide} ${high}"`
  const body = entities.map((entity) => write[entity.kind](entity)).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} fill="none" stroke="black" stroke-width="0.2">${body}</svg>`
}

/** The same as code; of the dimensions only those of the first parts, as each looks for its place when it is drawn. */
function codeOf(parts) {
  return `
for (let part = 0; part < ${parts}; part += 1) {
  const [x, y] = [(part % ${COLUMNS}) * ${PITCH}, Math.floor(part / ${COLUMNS}) * 90]
  const named = (what) => what + part
  const on = (layer, ...names) => names.forEach((name) => setLayer(named(name), layer))
  drawRoundedRect(named('plate'), x + 40, y + 40, 70, 50, 6)
  drawCircle(named('a'), x + 15, y + 25, 3.2)
  drawCircle(named('b'), x + 65, y + 25, 3.2)
  drawCircle(named('c'), x + 65, y + 55, 3.2)
  drawCircle(named('bore'), x + 40, y + 40, 8)
  drawSlot(named('slot'), x + 15, y + 52, x + 27, y + 52, 4)
  drawSlot(named('eye'), x + 54, y + 40, x + 66, y + 40, 4)
  drawLine(named('left'), [x + 85, y + 25, x + 85, y + 55])
  drawLine(named('right'), [x + 105, y + 55, x + 105, y + 25])
  drawArc(named('top'), x + 95, y + 55, 10, 0, Math.PI)
  drawArc(named('low'), x + 95, y + 25, 10, Math.PI, 2 * Math.PI)
  drawCircle(named('eyelet'), x + 95, y + 40, 5)
  on('cut', 'plate', 'a', 'b', 'c', 'bore', 'slot', 'eye', 'left', 'right', 'top', 'low', 'eyelet')
  drawLine(named('mark'), [x + 22, y + 30, x + 30, y + 30])
  drawLine(named('fold'), [x + 36, y + 20, x + 58, y + 20])
  drawText(named('text'), 'P' + part, x + 32, y + 57, 3)
  on('engrave', 'mark', 'text')
  on('score', 'fold')
  if (part < ${DIMENSIONED}) {
    dimension(named('width'), { type: 'horizontal', from: [x + 5, y + 15], to: [x + 75, y + 15] })
    dimension(named('size'), { type: 'diameter', of: named('bore') })
  }
}
`
}

/** The median of the processor's milliseconds. */
async function cpuMs(once) {
  const times = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = process.cpuUsage()
    await once()
    const { user, system } = process.cpuUsage(before)
    if (round > 0) times.push((user + system) / 1000)
  }
  return median(times)
}

const entities = sheet()
if (entities.length !== PARTS * ENTITIES_OF_A_PART) throw new Error(`${entities.length} entities`)
const files = { dxf: Buffer.from(dxfOf(entities)), svg: Buffer.from(svgOf(entities)) }
const row = startTable(`Lint of ${entities.length} entities`, ['', ...PROFILES], [24, 22])
for (const [kind, bytes] of Object.entries(files)) {
  const cells = []
  for (const profile of PROFILES) {
    const request = JSON.stringify({ name: `sheet.${kind}`, profile })
    let found = 0
    const time = await cpuMs(async () => {
      const report = JSON.parse(await lintFile(bytes, request))
      if (report.error) throw new Error(report.error.message)
      found = report.findings.length
    })
    cells.push(`${ms(time)} (${found} found)`)
  }
  row([`${kind.toUpperCase()}, ${(bytes.length / 1e6).toFixed(1)} MB`, ...cells])
}

/** Entities of a part of the scene, with its text as one. */
const DRAWN = 15
await withProject({ main: codeOf(Math.ceil(10_000 / DRAWN)) }, async (project) => {
  must(await project.run(), 'committed')
  const cells = []
  for (const profile of PROFILES) {
    let found = 0
    let asked = 0
    const time = await cpuMs(async () => {
      // Another limit each time, which no part is near: the last check of a scene is kept.
      const limits = { plate: 100_000 + (asked += 1) }
      found = must(await project.lint({ profile, limits }), 'ok').findings.length
    })
    cells.push(`${ms(time)} (${found} found)`)
  }
  row(['committed scene', ...cells])
})
