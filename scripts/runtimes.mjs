// Runs the tests of Node on other runtimes: the main ones, or all.
//
//   node scripts/runtimes.mjs [--all] [--list] [RUNTIME ...]    such as node22, node24, bun, deno
//
// The runtimes come from npm, into target/runtimes. A missing runtime is reported and skipped.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { runIn } from './run-in.mjs'
import { npm } from './setup.mjs'
import { isProgram, main, ROOT, printStep, StepError } from './support.mjs'

const FOLDER = join(ROOT, 'target', 'runtimes')

const MACHINE = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const EXE = process.platform === 'win32' ? '.exe' : ''

/** How long the tests of one runtime may take. */
const MAX_MS = 3_600_000

/** The tests of the usual calls. The others hold answers to deadlines, or read facts that only Node knows about its process. */
const MAIN_TESTS = [
  'drawings',
  'edits',
  'exports',
  'facade',
  'files-mcp',
  'imports',
  'mcp-embed',
  'mcp-scene',
  'modules',
  'parameters',
  'project',
  'questions',
  'testing',
  'transactions',
  'undo',
  'workspace',
  'writing',
].map((name) => `__test__/${name}.test.ts`)

/**
 * Each runtime with its package, the program in it, what starts a script, and the tests that do not hold there, each with its
 * reason.
 */
const RUNTIMES = {
  node20: node('20.20.2'),
  node22: node('22.23.3'),
  node24: node('24.9.0'),
  bun: {
    packages: { bun: '1.4.5' },
    program: join('bun', 'bin', 'bun.exe'),
    // Its program is put in place by an install script.
    scripts: true,
    args: ['--bun'],
    without: {},
  },
  deno: {
    packages: { deno: '2.9.6' },
    program: join('deno', `deno${EXE}`),
    scripts: true,
    args: ['run', '--allow-all'],
    without: {},
  },
}

function node(version) {
  const name = `node-${MACHINE}`
  return {
    packages: { [name]: version },
    program: join(name, 'bin', `node${EXE}`),
    scripts: false,
    args: [],
    without: {},
  }
}

/** Installs a runtime, and answers the path of its program. */
async function install(name) {
  const { packages, program, scripts } = RUNTIMES[name]
  const folder = join(FOLDER, name)
  const path = join(folder, 'node_modules', program)
  const wanted = JSON.stringify({ private: true, dependencies: packages })
  const manifest = join(folder, 'package.json')
  if (existsSync(path) && existsSync(manifest) && readFileSync(manifest, 'utf8').includes(JSON.stringify(packages))) {
    return path
  }
  printStep(`installing ${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(manifest, wanted)
  const flags = scripts ? [] : ['--ignore-scripts']
  await npm(['install', '--prefix', folder, ...flags, '--no-audit', '--no-fund', '--loglevel=error'])
  if (!existsSync(path)) throw new StepError(`there is no ${path} in the package`)
  return path
}

async function test(name, { all }) {
  const { args, without } = RUNTIMES[name]
  let program
  try {
    program = await install(name)
  } catch (error) {
    return { name, state: 'skipped', said: error.message }
  }
  const report = join(FOLDER, `${name}.json`)
  rmSync(report, { force: true })
  const files = (all ? ['__test__/'] : MAIN_TESTS).filter((file) => !(file in without))
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...files, '--typecheck.enabled=false']
  const reporters = ['--reporter=json', `--outputFile.json=${report}`]
  printStep(`${name}: ${all ? 'all tests' : `${files.length} files of tests`}`)
  const startedAt = performance.now()
  const failure = await runIn(ROOT, [program, ...args, ...vitest, ...reporters], { maxMs: MAX_MS }).catch(
    (error) => error,
  )
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  if (!existsSync(report)) return { name, state: 'FAILED', said: failure.message ?? 'no report was written' }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const failed = testResults.flatMap(({ assertionResults, status, message, name: file }) => {
    const own = assertionResults.filter((result) => result.status === 'failed').map(({ fullName }) => fullName)
    return status === 'failed' && own.length === 0 ? [`${file}: ${message}`] : own
  })
  const counts = `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped (${seconds} s)`
  const said = [counts, ...failed.map((line) => `    ${line}`)].join('\n')
  return { name, state: failed.length === 0 ? 'passed' : 'FAILED', said }
}

if (isProgram(import.meta)) {
  await main(async (args) => {
    const names = args.filter((arg) => !arg.startsWith('--'))
    const unknown = args.find((arg) => !(arg in RUNTIMES) && !['--all', '--list'].includes(arg))
    if (unknown) throw new StepError(`There is no runtime ${unknown}. Runtimes: ${Object.keys(RUNTIMES).join(', ')}.`)
    if (args.includes('--list')) {
      for (const [name, { packages }] of Object.entries(RUNTIMES)) {
        process.stdout.write(
          `${name}: ${Object.entries(packages)
            .map((pair) => pair.join('@'))
            .join(', ')}\n`,
        )
      }
      return 0
    }
    const results = []
    for (const name of names.length > 0 ? names : Object.keys(RUNTIMES)) {
      const result = await test(name, { all: args.includes('--all') })
      results.push(result)
      process.stdout.write(`${result.state.padEnd(8)} ${result.name}: ${result.said}\n`)
    }
    const count = (state) => results.filter((result) => result.state === state).length
    process.stdout.write(`\n${count('passed')} passed, ${count('FAILED')} failed, ${count('skipped')} skipped\n`)
    return count('FAILED') === 0 ? 0 : 1
  })
}
