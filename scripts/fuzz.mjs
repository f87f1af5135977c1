// `npm run fuzz`: feeds the parts that read foreign bytes with inputs made by libFuzzer, from the seeds of fuzz/seeds, and compares the
// script engine with Node.
//
//   node scripts/fuzz.mjs [--seconds N] [target ...]
//   node scripts/fuzz.mjs engine [--programs N] [--seed N]
//   node scripts/fuzz.mjs engine --folder DIR
//
// Where cargo-fuzz is missing it says so and does nothing. Inputs that reach new code are kept in fuzz/corpus, and an input that breaks something in
// fuzz/artifacts. For the target `engine` these are programs, made smaller, each with what Node prints for it: move one to
// tests/engine/cases under a name of its own to keep it.
import { mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { has, main, ROOT, run, printStep, StepError } from './support.mjs'

const DEFAULT_SECONDS = 60

/** The target that is no libFuzzer target: generated programs, which the test in tests/engine.rs compares with Node. */
const ENGINE = 'engine'

/** About five minutes on two quiet cores. */
const DEFAULT_PROGRAMS = 20_000

/** An input that takes longer, in seconds, or needs more, in MiB, is a finding. */
const LONGEST_INPUT = 10
const MOST_MEMORY = 2_048

/**
 * Without a sanitizer: it would need nightly Rust and a slower build, and what is looked for here are panics and wrong
 * answers, not bad memory.
 */
const BUILD = ['--fuzz-dir', 'fuzz', '--sanitizer', 'none']

await main(async (args) => {
  const { seconds, programs, seed, folder, chosen } = read(args)
  if (chosen.includes(ENGINE)) {
    await (folder === undefined ? compareEngine(programs, seed) : compareFolder(folder))
    chosen.splice(chosen.indexOf(ENGINE), 1)
    if (chosen.length === 0) return
  }
  const missing = whatIsMissing()
  if (missing) {
    printStep(`fuzz targets skipped: ${missing}`)
    return
  }
  printStep(`building the fuzz targets: ${chosen.join(', ')}`)
  await fuzz('build', BUILD)
  const counts = []
  for (const target of chosen) {
    printStep(`${target}: ${seconds} s`)
    counts.push(await runTarget(target, seconds))
  }
  process.stdout.write(`\n${counts.map((count) => `${count}\n`).join('')}`)
})

async function runTarget(target, seconds) {
  const corpus = join('fuzz', 'corpus', target)
  mkdirSync(join(ROOT, corpus), { recursive: true })
  const { output } = await fuzz(
    'run',
    [
      ...BUILD,
      target,
      ...[corpus, join('fuzz', 'seeds', target)],
      '--',
      `-max_total_time=${seconds}`,
      `-timeout=${LONGEST_INPUT}`,
      `-rss_limit_mb=${MOST_MEMORY}`,
      '-print_final_stats=1',
      '-verbosity=0',
    ],
    { tee: true },
  )
  const executed = /stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? '?'
  return `${target}: ${executed} inputs, nothing found`
}

/** Runs generated programs in the engine and in Node. The seed is printed: the same one makes the same programs. */
async function compareEngine(programs, seed) {
  printStep(`${ENGINE}: ${programs} programs from ${seed} on`)
  const findings = join(ROOT, 'fuzz', 'artifacts', ENGINE)
  mkdirSync(findings, { recursive: true })
  const test = ['-p', 'scenewright-tests', '--test', 'processes', 'engine::generated']
  await run('cargo', ['nextest', 'run', ...test, '--no-capture'], {
    env: {
      SCENEWRIGHT_ENGINE_PROGRAMS: String(programs),
      SCENEWRIGHT_ENGINE_SEED: String(seed),
      SCENEWRIGHT_ENGINE_FINDINGS: findings,
    },
  })
}

/** Runs the programs of a folder in the engine and in Node, and prints every line that differs. */
async function compareFolder(folder) {
  const test = ['-p', 'scenewright-tests', '--test', 'processes', 'engine::programs_of_a_folder']
  await run('cargo', ['nextest', 'run', ...test, '--no-capture'], {
    env: { SCENEWRIGHT_ENGINE_FOLDER: resolve(folder) },
  })
}

/** @param {Parameters<typeof run>[2]} [options] */
function fuzz(command, args, options = { quiet: true }) {
  return run('cargo', ['fuzz', command, ...args], options)
}

function whatIsMissing() {
  if (process.platform === 'win32') return 'they are for Unix'
  if (!has('cargo', ['fuzz', '--version'])) return 'cargo-fuzz is missing (cargo install cargo-fuzz)'
  return undefined
}

function read(args) {
  const known = readdirSync(join(ROOT, 'fuzz', 'targets')).map((name) => name.replace(/\.rs$/, ''))
  let parsed
  try {
    const text = /** @type {const} */ ({ type: 'string' })
    parsed = parseArgs({
      args,
      options: { seconds: text, programs: text, seed: text, folder: text },
      allowPositionals: true,
    })
  } catch (error) {
    throw new StepError(error.message)
  }
  const { values, positionals } = parsed
  const seconds = Number(values.seconds ?? DEFAULT_SECONDS)
  if (!Number.isInteger(seconds) || seconds < 1) throw new StepError('--seconds needs a whole number from 1.')
  const programs = Number(values.programs ?? DEFAULT_PROGRAMS)
  if (!Number.isInteger(programs) || programs < 1) throw new StepError('--programs needs a whole number from 1.')
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  if (!Number.isInteger(seed) || seed < 0) throw new StepError('--seed needs a whole number from 0.')
  const unknown = positionals.find((name) => name !== ENGINE && !known.includes(name))
  if (unknown) throw new StepError(`There is no target ${unknown}. Known: ${known.join(', ')}, ${ENGINE}.`)
  return { seconds, programs, seed, folder: values.folder, chosen: positionals.length > 0 ? [...positionals] : known }
}
