// The same scripts in QuickJS-ng as native code, the anchor for the speed of an interpreter: a program of its own, built here, whose host
// functions take their arguments and keep them. Its times are its own: no process is started for a run, and nothing is drawn.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { median, ROOT } from './measure.mjs'

const FOLDER = join(ROOT, 'benches', 'quickjs-native')
const TARGET = join(ROOT, 'target', 'quickjs-native')

/**
 * Builds the program, and returns a function that runs a job: the median of its runs in milliseconds after one that does not count.
 * Undefined, with the reason printed, where it cannot be built.
 */
export function buildNative() {
  const build = ['build', '--release', '--quiet', '--manifest-path', join(FOLDER, 'Cargo.toml'), '--target-dir', TARGET]
  const built = spawnSync('cargo', [...build, '--message-format=json-render-diagnostics'], { encoding: 'utf8' })
  const message = built.stdout?.split('\n').find((line) => line.includes('"executable":"'))
  if (built.status !== 0 || message === undefined) {
    process.stdout.write(`QuickJS-ng as native code is left out: ${built.error?.message ?? built.stderr.trim()}\n`)
    return undefined
  }
  const { executable } = JSON.parse(message)
  return ({ name, source, functions, calls, rounds }) => {
    const job = JSON.stringify({ source, functions, calls, rounds: rounds + 1 })
    const run = spawnSync(executable, { input: job, encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`${name} in QuickJS-ng: ${run.stderr}`)
    return median(JSON.parse(run.stdout).slice(1))
  }
}
