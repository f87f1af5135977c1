// A program that uses the library ends by itself, with its own exit code, and leaves no process behind.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { currentHost, runnerFileName } from '../ts/platform.js'
import { eventually, projectOf, PROGRAM, ROOT, scratch } from './support.js'

const HOST = join(ROOT, '__test__', 'hosts', 'ends.mjs')

/** How many programs run at once: most of their time is the start of a process. */
const AT_ONCE = 3

interface Ended {
  /** Its exit code, or the signal that ended it. */
  readonly code: number | string | null
  readonly stderr: string
}

/** Runs a program to its end, with its input at its end and the runners of scripts under a name of their own. */
function run(args: readonly string[], runner: string): Promise<Ended> {
  return new Promise((resolve) => {
    const program = spawn(process.execPath, args, {
      env: { ...process.env, SCENEWRIGHT_RUNNER: runner },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    program.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
    // Its processes may have the pipe after it: `exit` and not `close`.
    program.once('exit', (code, signal) => resolve({ code: code ?? signal, stderr }))
  })
}

/** A name for the runner by which the processes of one program are found: they are nobody's children when it has ended. */
function namedRunner(folder: string): string {
  const runner = join(folder, 'runner')
  symlinkSync(join(ROOT, runnerFileName(currentHost())), runner)
  return runner
}

function processesOf(runner: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(runner)
    } catch {
      return false
    }
  })
}

const IS_LINUX = process.platform === 'linux'

async function expectNoProcess(runner: string): Promise<void> {
  if (IS_LINUX) await eventually('no process is left', () => processesOf(runner).length === 0)
}

test('every program ends with its own exit code, and leaves no process', { timeout: 900_000 }, async () => {
  const { CASES } = (await import(HOST)) as {
    readonly CASES: { readonly [name: string]: readonly [code: number | string, run: unknown] }
  }
  const base = scratch()
  const rest = Object.entries(CASES)
  const found: { [name: string]: Ended['code'] } = {}
  const errors: string[] = []
  const work = async (): Promise<void> => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const [name, [expected]] = next
      const folder = join(base, String(rest.length))
      mkdirSync(folder)
      const runner = namedRunner(folder)
      const { code, stderr } = await run([HOST, name, folder], runner)
      found[name] = code
      if (code !== expected) errors.push(`${name}:\n${stderr}`)
      await expectNoProcess(runner)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const expected = Object.fromEntries(Object.entries(CASES).map(([name, [code]]) => [name, code]))
  expect(found, errors.join('\n')).toEqual(expected)
})

test.each(['mcp', 'files'])('the server %s ends with its input', async (command) => {
  const folder = projectOf({ main: "drawCircle('dot', 0, 0, 4)\n" })
  const runner = namedRunner(folder)
  const args = command === 'mcp' ? ['--dir', folder] : ['--root', folder]
  expect(await run([PROGRAM, command, ...args], runner)).toMatchObject({ code: 0 })
  await expectNoProcess(runner)
})

test.runIf(IS_LINUX)('the page ends at Ctrl-C', async () => {
  const folder = projectOf({ main: "drawCircle('dot', 0, 0, 4)\n" })
  const runner = namedRunner(folder)
  const page = spawn(process.execPath, [PROGRAM, 'view', folder, '--port', '0'], {
    env: { ...process.env, SCENEWRIGHT_RUNNER: runner },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => page.once('exit', (code, signal) => resolve(code ?? signal)))
  page.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('http://')) page.kill('SIGINT')
  })
  expect(await ended).toBe(0)
  await expectNoProcess(runner)
})
