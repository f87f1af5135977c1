// Whole runs, beside two others that do the same scripts with host functions of the same names.
//
// - scenewright: `Project.run()` from the call to the answer. The script runs in the child process, under limits of
//   time, memory and stack; the functions draw a real scene with exact bounds, which comes back to the parent, is
//   compared with the one before, and is committed to disk. "the run" is what of it the child and its answer take:
//   nothing is compared, committed or passed to JavaScript in it. Runs come in a row, so that one also waits for what
//   the one before left behind: a large scene writes its cache after its answer.
// - quickjs-emscripten: an interpreter in WebAssembly, in this process and on its JavaScript thread, which is blocked
//   meanwhile. A fresh context for each run. The functions copy their arguments into an array of calls. No scene,
//   nothing written, no limit of memory; a limit of time only where one is measured, and it does not stop built-ins.
// - QuickJS-ng as native code, in a program of its own: what an interpreter can reach. The times of the runs alone, warm, with functions
//   that keep their arguments; "the run" is divided by them.
// - node:vm: the same functions and a fresh context in V8, with its compiler. Nothing is copied, nothing is limited,
//   and it protects from nothing: the upper bound.
//
// A ratio is scenewright's whole time by the other's: under 1, scenewright is faster.
import { median, medianMs, ms, must, printTable, timeMs, withProject } from './measure.mjs'
import { circles, LANGUAGE, RUNS, TINY } from './jobs.mjs'
import { SCRIPTS } from './scripts.mjs'
import { buildNative } from './native.mjs'
import * as quickjs from './quickjs.mjs'
import * as vm from './vm.mjs'

const HEADER = ['scenewright', 'the run', 'quickjs', 'node:vm', 'native', 'to quickjs', 'to vm', 'run to native']

const native = buildNative()

const COLD_STARTS = 15
const KILLS = 50
const KILL_AFTER_MS = 50
const ENDLESS = 'for (;;) {}\n'

/**
 * @param {string} name
 * @param {{ whole: number, run?: number, quickjs: number, vm: number, native?: number }} times
 */
const rowOf = (name, { whole, run, quickjs: first, vm: second, native: third }) => [
  name,
  ms(whole),
  run === undefined ? '–' : ms(run),
  ms(first),
  ms(second),
  third === undefined ? '–' : ms(third),
  `${(whole / first).toFixed(2)} x`,
  `${(whole / second).toFixed(2)} x`,
  run === undefined || third === undefined ? '–' : `${(run / third).toFixed(2)} x`,
]

/** The whole runs of a job by scenewright, and what of them the child and its answer take. */
async function ownRuns({ rounds, project }) {
  const runs = []
  const whole = await withProject(project, (opened) =>
    medianMs(rounds, async () => runs.push(must(await opened.run(), 'committed').timings.runMs)),
  )
  return { whole, run: median(runs.slice(1)) }
}

/** A job by all three. */
async function compare(job) {
  const { name, rounds, source, functions, calls } = job
  const own = await ownRuns(job)
  const collect = (contestant) =>
    medianMs(rounds, () => {
      const made = contestant.runCollecting(source, functions).length
      if (made !== calls) throw new Error(`${name}: expected ${calls} calls, got ${made}`)
    })
  return rowOf(name, {
    ...own,
    quickjs: await collect(quickjs),
    vm: await collect(vm),
    native: native?.(job),
  })
}

/** A job beside a host in node:vm that draws too, in its fashion. */
async function compareDrawing(job) {
  const { name, rounds, source, calls } = job
  const { run } = await ownRuns(job)
  const peer = await medianMs(rounds, () => {
    const { size } = vm.runDrawing(source)
    if (size !== calls) throw new Error(`${name}: expected ${calls} circles, got ${size}`)
  })
  return [name, ms(run), ms(peer), `${(run / peer).toFixed(2)} x`]
}

/** From nothing to the answer of the first run: a project is opened whose pool holds no child. */
async function coldStart() {
  const { project, source, functions } = TINY
  const ours = []
  for (let round = 0; round < COLD_STARTS; round += 1) {
    // Closing the only project ends the children, so that each of these starts a new one.
    await withProject(project, async (opened, openMs) => {
      const runMs = await timeMs(async () => must(await opened.run(), 'committed'))
      ours.push(openMs + runMs)
    })
  }
  return rowOf('cold start: open, first tiny run', {
    whole: median(ours),
    quickjs: await medianMs(COLD_STARTS, async () =>
      quickjs.runCollecting(source, functions, undefined, await quickjs.newModule()),
    ),
    vm: await medianMs(COLD_STARTS, () => vm.runCollecting(source, functions)),
  })
}

/** From the end of the time that a loop without end has to the answer that says so. */
async function killToAnswer() {
  const late = async (stopped) => median(await inTurn(KILLS, () => timeMs(stopped))) - KILL_AFTER_MS
  const interrupted = (contestant) => () => {
    try {
      contestant.runCollecting(ENDLESS, [], KILL_AFTER_MS)
    } catch {
      return
    }
    throw new Error('A loop without end ended.')
  }
  const whole = await withProject(
    { main: ENDLESS },
    (opened) => late(async () => must(await opened.run(), 'reverted')),
    KILL_AFTER_MS,
  )
  return rowOf('endless loop: from its limit to the answer', {
    whole,
    quickjs: await late(interrupted(quickjs)),
    vm: await late(interrupted(vm)),
  })
}

async function inTurn(count, once) {
  const results = []
  for (let round = 0; round < count; round += 1) results.push(await once())
  return results
}

const rows = [['whole runs, medians', ...HEADER], await coldStart()]
for (const job of RUNS) rows.push(await compare(job))
rows.push(await killToAnswer())
printTable('Runs beside other ways to run a script; under 1 x scenewright is faster', rows)

const drawing = [['calls that draw, medians', 'the run', 'node:vm', 'to vm']]
for (const count of [10_000, 100_000]) drawing.push(await compareDrawing(circles(count)))
printTable('Drawing calls, beside a host in node:vm that checks its arguments and keeps what it draws', drawing)

const language = [['the language itself, medians', ...HEADER]]
for (const job of LANGUAGE) language.push(await compare(job))
printTable('What scripts do besides drawing, in whole runs', language)

const scripts = [['scripts as models write them, medians', ...HEADER]]
for (const job of SCRIPTS) scripts.push(await compare(job))
printTable('Scene scripts, the whole run with drawing', scripts)
for (const column of ['to quickjs', 'run to native']) {
  const ratios = scripts.slice(1).map((row) => Number.parseFloat(row[1 + HEADER.indexOf(column)]))
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  if (Number.isFinite(mean)) process.stdout.write(`  geometric mean, ${column}: ${mean.toFixed(2)}\n`)
}
