// Memory, as Linux counts it: what a child process holds at most while it runs a script, and what many open projects hold
// together. Nobody else's memory is counted, and each peak is that of a child that ran nothing else but the job.
import { readFileSync, readdirSync } from 'node:fs'

import { RUNS } from './jobs.mjs'
import { must, printTable, withProject } from './measure.mjs'
import { SCRIPTS } from './scripts.mjs'

const PROJECTS = 100
const SMALL = "for (let i = 0; i < 100; i++) drawCircle('c' + i, i % 10, Math.floor(i / 10), 0.4)\n"

const mebibytes = (kib) => `${(kib / 1024).toFixed(1)} MiB`

/** The processes that this one has started and that have not ended. */
function children() {
  return readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === `${process.pid}`
      )
    } catch {
      return false
    }
  })
}

/** A line of what the kernel says of a process, in KiB. */
function kibOf(pid, key) {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((it) => it.startsWith(`${key}:`))
  return Number(line?.split(/\s+/)[1])
}

const total = (pids, key) => pids.reduce((sum, pid) => sum + kibOf(pid, key), 0)

/** The peak of the only child while it runs a job once, and then again. */
async function peak({ name, project }) {
  return await withProject(project, async (opened) => {
    const peaks = []
    for (let run = 0; run < 2; run += 1) {
      must(await opened.run(), 'committed')
      peaks.push(mebibytes(total(children(), 'VmHWM')))
    }
    return [name, ...peaks]
  })
}

/** Projects that are open at the same time, each of which has run once. */
async function openProjects() {
  const before = kibOf(process.pid, 'VmRSS')
  const nested = async (count) => {
    if (count === 0) {
      global.gc?.()
      return [kibOf(process.pid, 'VmRSS') - before, total(children(), 'VmRSS')]
    }
    return await withProject({ main: SMALL }, async (opened) => {
      must(await opened.run(), 'committed')
      return await nested(count - 1)
    })
  }
  return await nested(PROJECTS)
}

if (process.platform === 'linux') {
  const [host, held] = await openProjects()
  const all = mebibytes(host + held)
  printTable(`${PROJECTS} open projects with a scene each`, [
    ['', 'this process more', 'its children', 'together'],
    ['after a run of each', mebibytes(host), mebibytes(held), all],
  ])
  const rows = [['the peak of the child', 'first run', 'second']]
  const jobs = [RUNS[0], ...[...RUNS, ...SCRIPTS].filter(({ name }) => /^50,000 circles|^JSON/.test(name))]
  for (const job of jobs) rows.push(await peak(job))
  printTable('Memory of the process that scripts run in', rows)
} else {
  process.stdout.write('  Only Linux reports the peak of another process.\n')
}
