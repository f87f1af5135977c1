// The drawing engine: operations on areas, growth with the number of entities, and the files that are made of a scene.
//
// - Operations on areas beside manifold-3d (Clipper2 in WebAssembly), @jscad/modeling and makerjs, all from the same
//   points. Ours is what one more call costs a script, its result drawn; theirs is the way from points to points.
//   Whoever takes over 30 s is stopped.
// - Scripts of 1,000, 10,000 and 100,000 circles from `Project.run()` to the committed scene, and the exponent of the
//   growth: 1 is linear.
// - A picture of 10,000 shapes beside @resvg/resvg-js, which draws our own SVG of them; SVG and DXF of 10,000 circles
//   beside makerjs, which writes its model of the same.
//
// A ratio is ours by the other's: under 1, scenewright is faster.
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

import { JOBS, scriptOf } from './drawings.mjs'
import { median, mediansInTurn, ms, must, printTable, timeMs, withProject } from './measure.mjs'

const PEERS = ['manifold-3d', '@jscad/modeling', 'makerjs']
const ROUNDS = 9
const MORE_CALLS = 8
const STOP_AFTER_MS = 30_000

/** What one more call of the job costs, and the area that results. */
async function ours(job) {
  let area
  const timeOf = (times) =>
    withProject({ main: scriptOf(job, times) }, async (project) => {
      const runs = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const result = must(await project.run(), 'committed')
        if (round > 0) runs.push(result.timings.runMs)
        area = Number(result.logs[0])
      }
      return median(runs)
    })
  const [one, more] = [await timeOf(1), await timeOf(1 + MORE_CALLS)]
  return { ms: (more - one) / MORE_CALLS, area }
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
  const rows = [['', 'scenewright', ...PEERS.flatMap((peer) => [peer, 'ratio'])]]
  const notes = []
  for (const [name, job] of Object.entries(JOBS)) {
    const own = await ours(job)
    const row = [name, ms(own.ms)]
    for (const peer of PEERS) {
      const other = await theirs(peer, name)
      row.push(other ? ms(other.ms) : '> 30 s', other ? `${(own.ms / other.ms).toFixed(2)} x` : '–')
      const off = other ? Math.abs(other.area / own.area - 1) : 0
      if (off > 1e-4) notes.push(`${peer}, ${name}: its area is off by ${(off * 100).toFixed(2)} %`)
    }
    rows.push(row)
  }
  printTable('Operations on areas', rows)
  for (const note of notes) process.stdout.write(`  ${note}\n`)
}

const circles = (count) =>
  `for (let i = 0; i < ${count}; i++) drawCircle('c' + i, (i % 100) * 3, Math.floor(i / 100) * 3, 1)\n`

async function growth() {
  const counts = [1_000, 10_000, 100_000]
  const rows = [['from script to committed scene', 'time', 'an entity']]
  const points = []
  for (const count of counts) {
    const time = await withProject({ main: circles(count) }, async (project) => {
      const times = []
      for (let round = 0; round < 6; round += 1) {
        times.push(await timeMs(async () => must(await project.run(), 'committed')))
        await project.flush()
      }
      return median(times.slice(1))
    })
    rows.push([`${count.toLocaleString('en-US')} circles`, ms(time), `${((time / count) * 1000).toFixed(1)} µs`])
    points.push([Math.log(count), Math.log(time)])
  }
  printTable('Growth', rows)
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
  const rows = [['', 'scenewright', 'other', 'ratio']]
  const add = (name, times, peer) =>
    rows.push([name, ms(times.own), `${peer} ${ms(times.other)}`, `${(times.own / times.other).toFixed(2)} x`])
  await withProject({ main: SHAPES }, async (project) => {
    must(await project.run(), 'committed')
    must(await project.export({ format: 'svg', path: 'shapes.svg' }), 'ok')
    const svg = readFileSync(`${project.dir}/exports/shapes.svg`, 'utf8')
    const times = await mediansInTurn(ROUNDS, {
      own: async () => must(await project.render({ width: 1600, height: 1000 }), 'ok'),
      other: () => new Resvg(svg, { fitTo: { mode: 'width', value: 1600 } }).render().asPng(),
    })
    add('PNG of 10,000 shapes, 1600 x 1000', times, 'resvg')
  })
  await withProject({ main: circles(10_000) }, async (project) => {
    must(await project.run(), 'committed')
    const paths = {}
    for (let i = 0; i < 10_000; i += 1) {
      paths[`c${i}`] = new makerjs.paths.Circle([(i % 100) * 3, Math.floor(i / 100) * 3], 1)
    }
    for (const [format, write] of [
      ['svg', () => makerjs.exporter.toSVG({ paths })],
      ['dxf', () => makerjs.exporter.toDXF({ paths })],
    ]) {
      const times = await mediansInTurn(ROUNDS, {
        own: async () => must(await project.export({ format, path: `circles.${format}` }), 'ok'),
        other: write,
      })
      add(`${format.toUpperCase()} of 10,000 circles`, times, 'makerjs')
    }
  })
  printTable('Files, from the call to the answer', rows)
}

await areas()
await growth()
await files()
