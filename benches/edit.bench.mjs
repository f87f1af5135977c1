// One small edit through `Project.edit`, from the call to the answer, with its parts.
import { median, ms, must, printTable, withProject } from './measure.mjs'

const ROUNDS = 200

const SMALL = Array.from({ length: 50 }, (_, i) => `drawCircle('c${i}', ${i}, 0, 1)\n`).join('')

async function measure(project, file, [first, second]) {
  await project.read({ file })
  const samples = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [oldCode, newCode] = round % 2 === 0 ? [first, second] : [second, first]
    const startedAt = performance.now()
    const { timings } = must(await project.edit({ file, oldCode, newCode }), 'committed')
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
printTable(`One small edit, median of ${ROUNDS}, every commit on disk (fsync)`, rows)
