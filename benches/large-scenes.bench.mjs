// Large scenes: what an edit of one thing costs, and the files that are made of one.
//
// - The colour of one house in a town of 5,000, 10,000, 20,000 and 40,000 entities, from `Project.edit()` to its answer: as
//   plain entities, and as instances of blocks. The edits follow each other with 200 ms between them, as those of an agent
//   at its quickest, and without: then each also waits for what the one before left behind. "the run" is what of it the
//   child and its answer take. The exponent of the growth: 1 is linear.
// - PNG, DXF and SVG of both towns of 20,000: time and size.
//
//   node benches/large-scenes.bench.mjs [entities ...]
import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import { blockTown, COLOURS, plainTown } from './large-scenes.mjs'
import { median, ms, must, printTable, timeMs, withProject } from './measure.mjs'

/** Odd, so that the one before that does not count and all of these leave the colour as it was. */
const ROUNDS = 15
const PAUSE_MS = 200
const FILES_OF = 20_000

const given = process.argv.slice(2).map(Number)
const COUNTS = given.length > 0 ? given : [5_000, 10_000, 20_000, 40_000]
const TOWNS = { plain: plainTown, blocks: blockTown }

/**
 * The medians of edits that follow each other with a pause.
 *
 * @param {import('../index.mjs').Project} project
 * @param {number} pause
 */
async function edits(project, pause) {
  const whole = []
  const run = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    await wait(pause)
    const [oldText, newText] = round % 2 === 0 ? COLOURS : [...COLOURS].reverse()
    const startedAt = performance.now()
    const result = must(await project.edit({ file: 'main', oldText, newText }), 'committed')
    const time = performance.now() - startedAt
    if (result.scene?.changes?.changed.total !== 1) throw new Error(`One thing was changed: ${JSON.stringify(result)}`)
    if (round > 0) whole.push(time)
    if (round > 0) run.push(result.timings.runMs)
  }
  return { whole: median(whole), run: median(run) }
}

/** The power of the number with which the times grow. */
function power(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => Math.log(point[axis])))
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(xs), mean(ys)]
  const above = points.reduce((sum, _, at) => sum + (xs[at] - x) * (ys[at] - y), 0)
  return above / xs.reduce((sum, value) => sum + (value - x) ** 2, 0)
}

const rows = [['one house changed, from edit to answer', 'entities', 'with pauses', 'the run', 'in a row', 'the run']]
const growth = []
for (const [kind, town] of Object.entries(TOWNS)) {
  const points = []
  for (const count of COUNTS) {
    const { calm, hurried } = await withProject({ main: town(count) }, async (project) => {
      must(await project.run(), 'committed')
      await project.read({ file: 'main' })
      return { calm: await edits(project, PAUSE_MS), hurried: await edits(project, 0) }
    })
    const times = [calm.whole, calm.run, hurried.whole, hurried.run]
    rows.push([kind, count.toLocaleString('en-US'), ...times.map(ms)])
    points.push([count, calm.whole])
  }
  if (points.length > 1) growth.push(`${kind} ${power(points).toFixed(2)}`)
}
printTable('Edits of large scenes', rows)
if (growth.length > 0)
  process.stdout.write(`  the time grows with this power of the number of entities: ${growth.join(', ')}\n`)

const files = [['files of 20,000 entities', ...Object.keys(TOWNS).flatMap((kind) => [kind, 'size'])]]
const FORMATS = /** @type {const} */ (['png', 'svg', 'dxf'])
const cells = Object.fromEntries(FORMATS.map((format) => [format, /** @type {string[]} */ ([])]))
for (const town of Object.values(TOWNS)) {
  await withProject({ main: town(FILES_OF) }, async (project) => {
    must(await project.run(), 'committed')
    for (const format of FORMATS) {
      const path = `town.${format}`
      const times = []
      for (let round = 0; round < 6; round += 1) {
        times.push(await timeMs(async () => must(await project.export({ format, toExports: path }), 'ok')))
      }
      const bytes = statSync(`${project.root}/exports/${path}`).size
      cells[format].push(ms(median(times.slice(1))), `${(bytes / 1e6).toFixed(2)} MB`)
    }
  })
}
for (const [format, row] of Object.entries(cells)) files.push([format.toUpperCase(), ...row])
printTable('Files', files)
