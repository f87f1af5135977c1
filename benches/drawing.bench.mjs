// The drawing engine: operations on areas, growth with the number of entities, and the files that are made of a scene.
//
// - Operations on areas beside manifold-3d (Clipper2 in WebAssembly), all from the same points, and with true circles beside
//   the same circles as points. Ours is what one more call costs a script, its result drawn; theirs is the way from points
//   to points. With --all, @jscad/modeling and makerjs take part too, which are stopped after 30 s.
// - 100 dimensions that find their places: what they add to a run.
// - Scripts of 1,000, 10,000 and 100,000 circles from `Project.run()` to the committed scene, and the exponent of the
//   growth: 1 is linear.
// - A picture of 10,000 shapes beside @resvg/resvg-js, which draws our own SVG of them; SVG and DXF of 10,000 circles
//   beside makerjs, which writes its model of the same; and 20,000 instances of blocks as PNG, DXF and SVG, with sizes.
//
// A ratio is ours by the other's: under 1, scenewright is faster. Rows are written as they come; all of it takes a minute.
//
//   node benches/drawing.bench.mjs [--all]
import { readFileSync, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

import { JOBS, scriptOf } from './drawings.mjs'
import { blockTown } from './large-scenes.mjs'
import { costOfOneMore, median, mediansInTurn, ms, must, startTable, timeMs, withProject } from './measure.mjs'

const PEERS = ['manifold-3d', ...(process.argv.includes('--all') ? ['@jscad/modeling', 'makerjs'] : [])]
const ROUNDS = 5
const MORE_CALLS = 4
const STOP_AFTER_MS = 30_000
const INSTANCES = 20_000

/** The cost of one more call of the job, and the resulting area. */
async function ours(job) {
  const { ms, logs } = await costOfOneMore((times) => scriptOf(job, times), ROUNDS, MORE_CALLS)
  return { ms, area: Number(logs[0]) }
}

/** The same by another; nothing when it was stopped. */
function theirs(peer, job) {
  return new Promise((resolve, reject) => {
    const url = new URL('./geometry-peers.mjs', import.meta.url)
    const worker = new Worker(url, { workerData: { peer, job, rounds: ROUNDS } })
    const timer = setTimeout(() => {
      resolve(undefined)
      void worker.terminate()
    }, STOP_AFTER_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => clearTimeout(timer))
  })
}

async function areas() {
  const head = ['', 'scenewright', ...PEERS.flatMap((peer) => [peer, 'ratio'])]
  const add = startTable('Operations on areas', head, [44, 14])
  for (const [name, job] of Object.entries(JOBS)) {
    const own = await ours(job)
    const row = [name, ms(own.ms)]
    const notes = []
    for (const peer of PEERS) {
      const other = await theirs(peer, name)
      row.push(other ? ms(other.ms) : '> 30 s', other ? `${(own.ms / other.ms).toFixed(2)} x` : '–')
      // A circle of 64 edges has less area than a true one, by a part in 600.
      const off = other ? Math.abs(other.area / own.area - 1) : 0
      if (off > (job.circles ? 3e-3 : 1e-4)) notes.push(`    ${peer}: its area is off by ${(off * 100).toFixed(2)} %`)
    }
    add(row)
    for (const note of notes) process.stdout.write(`${note}\n`)
  }
}

const circles = (count) =>
  `for (let i = 0; i < ${count}; i++) drawCircle('c' + i, (i % 100) * 3, Math.floor(i / 100) * 3, 1)\n`

async function growth() {
  const counts = [
    [1_000, 6],
    [10_000, 6],
    [100_000, 3],
  ]
  const add = startTable('Growth', ['from script to committed scene', 'time', 'an entity'], [44, 14])
  const points = []
  for (const [count, rounds] of counts) {
    const time = await withProject({ main: circles(count) }, async (project) => {
      const times = []
      for (let round = 0; round < rounds; round += 1) {
        times.push(await timeMs(async () => must(await project.run(), 'committed')))
        await project.flush()
      }
      return median(times.slice(1))
    })
    add([`${count.toLocaleString('en-US')} circles`, ms(time), `${((time / count) * 1000).toFixed(1)} µs`])
    points.push([Math.log(count), Math.log(time)])
  }
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const slope =
    points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) /
    points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  process.stdout.write(`  the time grows with the power ${slope.toFixed(2)} of the number of entities\n`)
}

/** 10,000 filled and stroked shapes of four kinds. */
const SHAPES = `
const kinds = [
  (name, x, y) => drawCircle(name, x, y, 4),
  (name, x, y) => drawRect(name, x, y, 8, 6),
  (name, x, y) => drawPolygon(name, [x - 4, y - 3, x + 4, y - 3, x, y + 4]),
  (name, x, y) => drawBezier(name, \`M \${x - 4} \${y} C \${x - 4} \${y + 6} \${x + 4} \${y + 6} \${x + 4} \${y} Z\`),
]
for (let i = 0; i < 10000; i++) {
  kinds[i % 4]('s' + i, (i % 125) * 10, Math.floor(i / 125) * 10)
  setFill('s' + i, [(i % 10) / 10, (i % 7) / 7, 0.5])
}
`

async function files() {
  const [{ default: makerjs }, { Resvg }] = await Promise.all([import('makerjs'), import('@resvg/resvg-js')])
  const row = startTable('Files, from the call to the answer', ['', 'scenewright', 'other', 'ratio'], [44, 18])
  const add = (name, times, peer) =>
    row([name, ms(times.own), `${peer} ${ms(times.other)}`, `${(times.own / times.other).toFixed(2)} x`])
  await withProject({ main: SHAPES }, async (project) => {
    must(await project.run(), 'committed')
    must(await project.export({ format: 'svg', toExports: 'shapes.svg' }), 'ok')
    const svg = readFileSync(`${project.root}/exports/shapes.svg`, 'utf8')
    const times = await mediansInTurn(ROUNDS, {
      own: async () => must(await project.render({ width: 1600, height: 1000 }), 'ok'),
      other: () => new Resvg(svg, { fitTo: { mode: 'width', value: 1600 } }).render().asPng(),
    })
    add('PNG of 10,000 shapes, 1600 x 1000', times, 'resvg')
  })
  await withProject({ main: circles(10_000) }, async (project) => {
    must(await project.run(), 'committed')
    /** @type {import('makerjs').IPathMap} */
    const paths = {}
    for (let i = 0; i < 10_000; i += 1) {
      paths[`c${i}`] = new makerjs.paths.Circle([(i % 100) * 3, Math.floor(i / 100) * 3], 1)
    }
    const writers = {
      svg: () => makerjs.exporter.toSVG({ paths }),
      dxf: () => makerjs.exporter.toDXF({ paths }),
    }
    for (const format of /** @type {const} */ (['svg', 'dxf'])) {
      const times = await mediansInTurn(ROUNDS, {
        own: async () => must(await project.export({ format, toExports: `circles.${format}` }), 'ok'),
        other: writers[format],
      })
      add(`${format.toUpperCase()} of 10,000 circles`, times, 'makerjs')
    }
  })
}

/** A town of houses of four kinds, each an instance. */
async function instances() {
  const title = `Files of ${INSTANCES.toLocaleString('en-US')} instances`
  const add = startTable(title, ['', 'time', 'size'], [44, 14])
  await withProject({ main: blockTown(INSTANCES) }, async (project) => {
    must(await project.run(), 'committed')
    for (const format of /** @type {const} */ (['png', 'dxf', 'svg'])) {
      const path = `town.${format}`
      const times = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        times.push(await timeMs(async () => must(await project.export({ format, toExports: path }), 'ok')))
      }
      const bytes = statSync(`${project.root}/exports/${path}`).size
      add([format.toUpperCase(), ms(median(times.slice(1))), `${(bytes / 1e6).toFixed(2)} MB`])
    }
  })
}

/** A plate with a frame of bores, and 100 dimensions that find their places: sizes of bores, and distances along all sides. */
const BORES = `
drawRoundedRect('blank', 0, 0, 600, 400, 20)
const bores = []
for (let i = 0; i < 50; i++) {
  const along = i % 25, side = i < 25 ? -1 : 1
  drawCircle('bore_' + i, -276 + 23 * along, side * (120 + (along % 5) * 12), 4 + (i % 3))
  bores.push('bore_' + i)
}
`
const DIMENSIONS = `
for (let i = 0; i < 50; i++) {
  dimension('size_' + i, { type: 'diameter', of: 'bore_' + i })
  dimension('place_' + i, { type: 'horizontal', from: { of: 'blank', at: 'left' }, to: 'bore_' + i })
}
`

/** The time from a script to the committed scene, with 100 dimensions and without them. */
async function dimensions() {
  const add = startTable('Dimensions', ['', 'time', 'of 20 ms'], [44, 14])
  await withProject({ main: BORES }, async (plain) => {
    await withProject({ main: BORES + DIMENSIONS }, async (dimensioned) => {
      const times = await mediansInTurn(2 * ROUNDS, {
        plain: async () => must(await plain.run(), 'committed'),
        dimensioned: async () => must(await dimensioned.run(), 'committed'),
      })
      const placed = times.dimensioned - times.plain
      add(['100 dimensions placed', ms(placed), `${(placed / 20).toFixed(2)} x`])
    })
  })
}

await areas()
await dimensions()
await growth()
await files()
await instances()
