// Sweeps: variants a second on one core, two, and all of them, of a small part and of a drawing with more to do.
//
// `taskset` holds the process and its children to as many cores as there are jobs, where the system has it, so that "one core" is
// one core for everything: the parent, the child, the answers.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { printTable, ROOT } from './measure.mjs'

/** The part of examples/sweep in many sizes, and a pair of gears, which takes longer to draw. */
const SWEEPS = [
  { name: 'plate, 301 variants', dir: 'examples/sweep/plate', set: 'width=100..400/1', count: 301 },
  { name: 'gear pair, 19 variants', dir: 'examples/gear_pair', set: 'teeth=12..30/1', count: 19 },
]

const hasTaskset = spawnSync('taskset', ['--version']).status === 0

/** Variants a second of a sweep with so many jobs on as many cores, the start of the program left out. */
function rateOf({ dir, set, count }, jobs) {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
  try {
    const out = join(folder, 'results.ndjson')
    const program = [
      join(ROOT, 'bin', 'scenewright'),
      'sweep',
      join(ROOT, dir),
      '--set',
      set,
      '--jobs',
      `${jobs}`,
      '--out',
      out,
    ]
    const command = hasTaskset
      ? ['taskset', '-c', `0-${jobs - 1}`, process.execPath, ...program]
      : [process.execPath, ...program]
    const run = spawnSync(command[0], command.slice(1), { encoding: 'utf8' })
    if (run.status !== 0) throw new Error(run.stderr)
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n')
    if (lines.length !== count) throw new Error(`${lines.length} lines in place of ${count}`)
    const [, seconds] = /run in ([\d.]+) s/.exec(run.stderr) ?? []
    return count / Number(seconds)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const cores = availableParallelism()
const rows = [['', '1 core', '2 cores', 'ratio', `${cores} cores`]]
for (const sweep of SWEEPS) {
  const [one, two] = [rateOf(sweep, 1), cores < 2 ? NaN : rateOf(sweep, 2)]
  const all = cores <= 2 ? two : rateOf(sweep, cores)
  rows.push([sweep.name, `${one.toFixed(1)}/s`, `${two.toFixed(1)}/s`, (two / one).toFixed(2), `${all.toFixed(1)}/s`])
}
printTable('Sweeps', rows)
