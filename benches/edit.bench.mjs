// One small edit through `Project.edit`, from the call to the answer, with its parts.
import { median, ms, must, printTable, withProject } from './measure.mjs'

const ROUNDS = 200
const LARGE_ROUNDS = 20

const SMALL = Array.from({ length: 50 }, (_, i) => `drawCircle('c${i}', ${i}, 0, 1)\n`).join('')

/** A scene of many entities, drawn in a loop or listed one by one, and one of them coloured. */
const looped = (count) =>
  `for (let i = 0; i < ${count}; i++) drawCircle('c' + i, i % 200, i / 200, 0.4)\nsetFill('c77', 'red')\n`
const listed = (count) =>
  `${Array.from({ length: count }, (_, i) => `drawCircle('c${i}', ${i % 200}, ${i / 200}, 0.4)\n`).join('')}setFill('c77', 'red')\n`

/**
 * @param {import('../index.mjs').Project} project
 * @param {string} file
 * @param {string[]} texts the old and the new one
 */
async function measure(project, file, [first, second], rounds = ROUNDS) {
  await project.read({ file })
  const samples = []
  for (let round = 0; round <= rounds; round += 1) {
    const [oldText, newText] = round % 2 === 0 ? [first, second] : [second, first]
    const startedAt = performance.now()
    const { timings } = must(await project.edit({ file, oldText, newText }), 'committed')
    const total = performance.now() - startedAt
    const { matchMs, runMs, commitMs } = timings
    samples.push({ total, matchMs, runMs, commitMs, reply: total - matchMs - runMs - commitMs })
  }
  // The first one starts the child process and does not count.
  const of = (part) => ms(median(samples.slice(1).map((sample) => sample[part])))
  return ['total', 'matchMs', 'runMs', 'commitMs', 'reply'].map(of)
}

const rows = [['edit of', 'total', 'match', 'run', 'commit', 'reply']]
rows.push([
  'a main of 50 circles',
  ...(await withProject({ main: SMALL }, (project) => measure(project, 'main', ["'c7', 7,", "'c7', 8,"]))),
])
rows.push([
  'the town',
  ...(await withProject({ example: 'town' }, (project) => measure(project, 'main', ['% 4) * 12', '% 4) * 13']))),
])
const color = (project) => measure(project, 'main', ["'red'", "'blue'"], LARGE_ROUNDS)
for (const count of [5_000, 20_000]) {
  const named = count.toLocaleString('en-US')
  rows.push([`one colour of ${named} entities of a loop`, ...(await withProject({ main: looped(count) }, color))])
  rows.push([`one colour of ${named} entities in a list`, ...(await withProject({ main: listed(count) }, color))])
}
printTable(`One small edit, medians of ${ROUNDS} and ${LARGE_ROUNDS}, every commit on disk (fsync)`, rows)
