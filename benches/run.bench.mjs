// Whole runs, beside quickjs-emscripten doing the same job in the same process.
//
// scenewright: `Project.run()`, that is the run in the child process, a real scene with exact bounds, its
// comparison with the scene before, and the commit to disk. quickjs-emscripten: a fresh context, the script,
// and an array of calls; no scene, no limits on memory or time, nothing written.
import { medianMs, ms, must, printTable, withProject } from './measure.mjs'
import { runCollecting, townSource } from './quickjs.mjs'

const ROUNDS = 9

const circles = (count) => `for (var i = 0; i < ${count}; i++) drawCircle('c' + i, i % 100, i / 100, 1)\n`

const jobs = [
  ...[10_000, 100_000].map((count) => ({
    name: `${count.toLocaleString('en-US')} circles`,
    project: { main: circles(count) },
    source: circles(count),
    functions: ['drawCircle'],
    calls: count,
  })),
  {
    name: 'town',
    project: { example: 'town' },
    source: townSource(),
    functions: ['drawPolygon', 'setFill', 'setStroke', 'createGroup', 'drawOrder'],
    calls: 1155 * 3 + 466 + 81,
  },
]

const rows = [['job', 'scenewright', 'of it the run', 'quickjs-emscripten', 'ratio']]
for (const { name, project, source, functions, calls } of jobs) {
  const runs = []
  const ours = await withProject(project, (opened) =>
    medianMs(ROUNDS, async () => runs.push(must(await opened.run(), 'committed').timings?.runMs ?? Number.NaN)),
  )
  const theirs = await medianMs(ROUNDS, () => {
    const made = runCollecting(source, functions).length
    if (made !== calls) throw new Error(`${name}: expected ${calls} calls, got ${made}`)
  })
  const sorted = runs.slice(1).sort((a, b) => a - b)
  rows.push([name, ms(ours), ms(sorted[sorted.length >> 1]), ms(theirs), `${(ours / theirs).toFixed(2)} x`])
}
printTable(`Whole runs, median of ${ROUNDS}; a ratio under 1 means scenewright is faster`, rows)
