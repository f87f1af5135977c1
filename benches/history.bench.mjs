// A long history: the memory of a process that makes 12,000 edits, and how fast the history is there when it is opened again. And
// questions about the committed scene while a script runs for seconds.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { Project } from '../index.mjs'
import { median, must, printTable, timeMs, withProject } from './measure.mjs'

const EDITS = Number(process.env.SCENEWRIGHT_BENCH_EDITS ?? 12_000)
const SAMPLES = 6
const MAIN = `${Array.from({ length: 60 }, (_, i) => `drawCircle('c${i}', ${i}, 0, 4)`).join('\n')}\n// 0\n`

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`

function residentBytes() {
  global.gc?.()
  return process.memoryUsage().rss
}

/** The time that another process needs to read the last row, without the start of the process. */
function reopened(root) {
  const args = [fileURLToPath(import.meta.url), '--reopen', root]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

async function reopen(root) {
  // Loading the native half is not counted: another project, without a history, does it before.
  await withProject({ main: MAIN }, async (project) => void must(await project.history(), 'ok'))
  const before = process.memoryUsage().rss
  const project = await Project.open({ root })
  const ms = await timeMs(async () => must(await project.history({ limit: 1 }), 'ok'))
  process.stdout.write(JSON.stringify({ ms, bytes: process.memoryUsage().rss - before }))
  await project.close()
}

async function history() {
  await withProject({ main: MAIN }, async (project) => {
    const rows = [['edits', 'resident', 'the last row, opened again', 'memory of that']]
    const part = EDITS / SAMPLES
    for (let edit = 1; edit <= EDITS; edit += 1) {
      must(await project.edit({ file: 'main', oldText: `// ${edit - 1}\n`, newText: `// ${edit}\n` }), 'committed')
      // Every tenth edit moves something, so that there are words about the drawing too.
      if (edit % 10 === 0) {
        const [oldText, newText] = [`, ${edit - 10}, 4)`, `, ${edit}, 4)`]
        must(await project.edit({ file: 'main', oldText, newText, replaceAll: true }), 'committed')
      }
      if (edit % part !== 0) continue
      const bytes = residentBytes()
      const times = [1, 2, 3].map(() => reopened(project.root))
      const ms = median(times.map((it) => it.ms))
      rows.push([`${edit}`, megabytes(bytes), `${ms.toFixed(1)} ms`, megabytes(median(times.map((it) => it.bytes)))])
    }
    printTable(`A history of ${EDITS} edits`, rows)
  })
}

async function questions() {
  await withProject({ main: MAIN }, async (project) => {
    const { sceneId } = must(await project.run(), 'committed')
    const commitId = must(await project.summary(), 'ok').commitId
    // Another object of the folder, as another window or server has one.
    const other = await Project.open({ root: project.root })
    const change = { file: 'main', oldText: "drawCircle('c0', 0, 0, 4)", newText: "drawCircle('c0', 0, 0, 5)" }
    const slow = `const end = 5e9\nfor (let i = 0; i < end; i++);\n${MAIN}`
    const ways = {
      render: () => project.render({ width: 320, height: 200 }),
      inspect: () => project.inspect({ view: 'info' }),
      summary: () => project.summary(),
      history: () => project.history({ limit: 1 }),
      export: () => project.export({ format: 'svg' }),
      read: () => project.read({ file: 'main' }),
      check: () => project.check({ changes: [change], size: 'off' }),
      'render of another object': () => other.render({ width: 320, height: 200 }),
      'history of another object': () => other.history({ limit: 1 }),
    }
    const rows = [['question', 'alone', 'beside a run', 'longest']]
    const measured = async () => {
      const times = Object.fromEntries(Object.keys(ways).map((name) => [name, /** @type {number[]} */ ([])]))
      for (let round = 0; round < 15; round += 1) {
        for (const [name, ask] of Object.entries(ways)) {
          const startedAt = performance.now()
          const answer = await ask()
          times[name].push(performance.now() - startedAt)
          const isOfLast = 'commitId' in answer && answer.commitId === commitId
          const isOfScene = !('sceneId' in answer) || answer.sceneId === sceneId
          if (!answer.ok || !isOfLast || !isOfScene) throw new Error(JSON.stringify(answer))
        }
      }
      return times
    }
    const alone = await measured()
    const controller = new AbortController()
    const run = project.write({ file: 'main', text: slow, signal: controller.signal })
    const beside = await measured()
    controller.abort()
    await run
    await other.close()
    const format = (ms) => `${ms.toFixed(1)} ms`
    for (const name of Object.keys(ways)) {
      rows.push([name, format(median(alone[name])), format(median(beside[name])), format(Math.max(...beside[name]))])
    }
    printTable('Questions about the committed scene', rows)
  })
}

if (process.argv[2] === '--reopen') {
  await reopen(process.argv[3])
} else {
  await questions()
  await history()
}
