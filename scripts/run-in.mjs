// Runs programs in folders of users.
import { spawn } from 'node:child_process'

import { StepError } from './support.mjs'

/** How long a package manager may take. */
const MAX_MS = 300_000

/**
 * Runs a command to its end and answers what it printed. Fails with what it said unless it exits with 0.
 *
 * @param {string} folder
 * @param {readonly string[]} command the program and its arguments
 * @param {{ env?: Record<string, string>, input?: string, maxMs?: number }} [options]
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
export function runIn(folder, [program = '', ...args], { env = {}, input = '', maxMs = MAX_MS } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: maxMs,
    })
    const stdout = []
    const stderr = []
    child.stdout.on('data', (chunk) => stdout.push(chunk))
    child.stderr.on('data', (chunk) => stderr.push(chunk))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('error', (error) => reject(new StepError(`Could not start ${program}: ${error.message}`)))
    child.once('close', (code, signal) => {
      const said = {
        code: code ?? 1,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      }
      if (code === 0) return resolve(said)
      const words = `${said.stdout}\n${said.stderr}`.trim().split('\n').slice(-15).join('\n')
      reject(new StepError(`Failed (${signal ?? `exit code ${code}`}): ${[program, ...args].join(' ')}\n${words}`))
    })
  })
}
