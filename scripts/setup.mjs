// Installs what is missing: the Node packages of package-lock.json, and the patched crates of the script engine. Checks that
// Rust is there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { prepareEngine } from './engine.mjs'
import { has, isProgram, main, ROOT, run, printStep, StepError } from './support.mjs'

const OLDEST_NODE = 20

/** Written after an installation that went through, with the hash of the lock file that it was made from. */
const STAMP = join(ROOT, 'node_modules', '.scenewright-setup')

/** Makes sure of Node, Rust and the packages. Does nothing when all is there and fresh. */
export async function setUp() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < OLDEST_NODE) {
    throw new StepError(`Node ${process.version} is too old: scenewright needs Node ${OLDEST_NODE} or newer.`)
  }
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
    printStep('installing Node packages (npm ci)')
    await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
    writeFileSync(STAMP, wanted)
  }
}

/**
 * Makes sure that Rust can be used, that the script engine is patched, and that all builds share what they compile: Cargo keeps
 * a build that names its target apart from one that does not, and the tool that builds the addon always names it.
 */
export async function prepareRust() {
  const { stdout } = spawnSync('rustc', ['-vV'], { cwd: ROOT, encoding: 'utf8' })
  const host = /^host: (.*)$/m.exec(stdout ?? '')?.[1]
  if (host) process.env.CARGO_BUILD_TARGET ??= host
  if (!has('cargo')) {
    throw new StepError(
      'Rust was not found: `cargo --version` does not run.\n' +
        'Install it with rustup (https://rustup.rs) and start again; the version that is needed is named in\n' +
        'rust-toolchain.toml, and rustup fetches it by itself.',
    )
  }
  await prepareEngine()
}

/** The npm that runs this script, else the one on the PATH. */
export function npm(args) {
  const [program, ...rest] = npmCommand(args)
  return run(program, rest, { quiet: true, env: { NODE_ENV: 'development' } })
}

/** The same as a command line. */
export function npmCommand(args) {
  const script = process.env.npm_execpath
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, script, ...args]
  if (process.platform === 'win32') return ['cmd.exe', '/d', '/s', '/c', 'npm', ...args]
  return ['npm', ...args]
}

if (isProgram(import.meta)) {
  await main(async () => {
    await setUp()
    await prepareRust()
  })
}
