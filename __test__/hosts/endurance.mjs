// A host that runs one project many times and prints, as JSON, what that cost it. A process of its own, so that it
// measures the product and not the test runner:
//
//   node --expose-gc __test__/hosts/endurance.mjs \
//     '{"dir": "...", "limits": {}, "expected": "committed", "leftOut": 100, "runs": 1000}'
//
// The runs that are left out come first: they fill caches, start threads and let the compiler settle.
import { readdirSync, readFileSync } from 'node:fs'

import { Project } from '../../index.mjs'
import { settled } from './settled.mjs'

/** Collecting garbage costs more than a tiny run, so memory is looked at now and then. */
const SAMPLE_EVERY = 10

const { dir, limits, expected, leftOut, runs } = JSON.parse(process.argv[2])

/** Processes that this one started and that are not gone. */
function children() {
  const tasks = readdirSync('/proc/self/task')
  return tasks.flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean))
    .length
}

/** @param {Project} project */
async function timedRun(project) {
  const startedAt = performance.now()
  const result = await project.run()
  const tookMs = performance.now() - startedAt
  const outcome = result.ok ? result.status : result.error.code
  if (outcome !== expected) throw new Error(`Expected ${expected}, got ${JSON.stringify(result)}`)
  return tookMs
}

function memory(run) {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { run, residentBytes: rss, heapBytes: heapUsed + external }
}

// The memory that a run leaves does not depend on its wait for the disk.
const project = await Project.open({ root: dir, limits, durability: 'fast' })
for (let run = 0; run < leftOut; run += 1) await timedRun(project)
const before = await settled()
const samples = []
const tookMs = []
for (let run = 0; run < runs; run += 1) {
  tookMs.push(await timedRun(project))
  if (run % SAMPLE_EVERY === 0) samples.push(memory(run))
}
const after = await settled()
await project.close()
await settled()
process.stdout.write(JSON.stringify({ before, after, childrenLeft: children(), samples, tookMs }))
