// Helpers of all scripts. They import only Node's own modules: these scripts run before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, renameSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top of the checkout. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')

/** A step that failed in a way that its message explains; no stack is shown for it. */
export class StepError extends Error {}

/** How often a step without a terminal says that it is alive. */
const HEARTBEAT_MS = 20_000

const coloured = process.stderr.isTTY === true && !process.env.NO_COLOR

/** One line about what happens next, on stderr. */
export function printStep(text) {
  process.stderr.write(coloured ? `\u001b[36m›\u001b[39m ${text}\n` : `> ${text}\n`)
}

/** Runs a script's main function: its failures become a message and exit code 1. */
export async function main(run) {
  try {
    process.exitCode = (await run(process.argv.slice(2))) ?? 0
  } catch (error) {
    process.stderr.write(`\n${error instanceof StepError ? error.message : (error.stack ?? error)}\n`)
    process.exitCode = 1
  }
}

/**
 * Runs a command to its end. Fails with a {@link StepError} unless it exits with 0 or `check` is off.
 *
 * - `quiet`: off a terminal its output is kept and shown only when it fails; meanwhile a line now and then says
 *   that it is alive. On a terminal it is shown as it comes.
 * - `capture`: what it writes to stdout is answered instead of shown.
 * - `tee`: all that it writes is shown, and answered as `output`.
 */
export function run(command, args, { quiet = false, capture = false, tee = false, check = true, env = {} } = {}) {
  const silent = quiet && process.stderr.isTTY !== true
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', capture || silent || tee ? 'pipe' : 'inherit', silent || tee ? 'pipe' : 'inherit'],
    })
    const stdout = []
    const output = []
    let lastLine = ''
    child.stdout?.on('data', (chunk) => {
      if (capture) stdout.push(chunk)
      else output.push(chunk)
      if (tee) process.stdout.write(chunk)
    })
    child.stderr?.on('data', (chunk) => {
      output.push(chunk)
      lastLine = chunk.toString().trimEnd().split('\n').pop()?.trim() || lastLine
      if (tee) process.stderr.write(chunk)
    })
    const heartbeat = silent ? setInterval(() => printStep(`  still at it: ${lastLine}`), HEARTBEAT_MS) : undefined
    child.once('error', (error) => {
      clearInterval(heartbeat)
      reject(new StepError(`Could not start ${command}: ${error.message}`))
    })
    child.once('close', (code, signal) => {
      clearInterval(heartbeat)
      if (code !== 0 && silent && !tee) process.stderr.write(Buffer.concat(output))
      if (code !== 0 && check) {
        reject(new StepError(`Failed (${signal ?? `exit code ${code}`}): ${[command, ...args].join(' ')}`))
      } else {
        const text = (chunks) => Buffer.concat(chunks).toString()
        resolve({ code: code ?? 1, stdout: text(stdout), output: text(output) })
      }
    })
  })
}

/** Runs a program of an installed package with this very Node. */
export function runPackageProgram(path, args, options) {
  return run(process.execPath, [join(ROOT, 'node_modules', path), ...args], options)
}

/** Whether a program can be started at all. */
export function has(command, args = ['--version']) {
  return spawnSync(command, args, { cwd: ROOT, stdio: 'ignore' }).status === 0
}

/** Replaces a file in one step, so that a process that has the old one open keeps it whole. */
export function replaceFile(source, target) {
  const temporary = `${target}.${process.pid}.tmp`
  copyFileSync(source, temporary)
  renameSync(temporary, target)
  return relative(ROOT, target)
}

/** Whether the script was started by its own name rather than imported. */
export function isProgram(meta) {
  return process.argv[1] !== undefined && fileURLToPath(meta.url) === process.argv[1]
}
