// The common part of several test files.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, expect } from 'vitest'

import { Project } from 'scenewright'
import type { ProjectOptions, ToolAnswer } from '../index.js'
import { checkAnswers, Client } from './checked-client.js'

export const ROOT = join(__dirname, '..')

/** The command line as users start it. */
export const PROGRAM = join(ROOT, 'bin', 'scenewright')

/**
 * True in a run on a quiet machine that holds answers to their deadlines (docs/maintaining.md). Elsewhere tests assert order and
 * outcome alone: a machine that stalls says nothing about the code.
 */
const HAS_DEADLINES = process.env['SCENEWRIGHT_DEADLINES'] === '1'

/** Returns a deadline where deadlines count, and else one that no answer misses. */
export function deadlineMs(ms: number): number {
  return HAS_DEADLINES ? ms : Number.POSITIVE_INFINITY
}

/** From a limit to the answer. */
export const ANSWER_WITHIN_MS = deadlineMs(100)

/** From a cancellation to the answer. */
export const CANCELLED_WITHIN_MS = deadlineMs(50)

/** For tests that hold an answer to a deadline: a machine may stall once, but not three times in a row. */
export const HELD_TO_A_DEADLINE = HAS_DEADLINES ? { retry: 2 } : {}

const cleanups: (() => void | Promise<void>)[] = []

afterEach(async () => {
  try {
    await checkAnswers()
  } finally {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
})

/** Runs when the test is over, however it ends. Last registered, first run. */
export function atEnd(cleanup: () => void | Promise<void>): void {
  cleanups.push(cleanup)
}

/** A new folder that is gone after the test. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A copy of a project of `examples/`. */
export function example(name: 'town' | 'flat'): string {
  const folder = scratch()
  cpSync(join(ROOT, 'examples', name), folder, { recursive: true })
  return folder
}

/** A project of the given files, by the names that the tools use. */
export function projectOf(files: Record<string, string>): string {
  const folder = scratch()
  mkdirSync(join(folder, 'modules'))
  for (const [name, code] of Object.entries(files)) writeFileSync(fileOf(folder, name), code)
  return folder
}

/** Where a file of a project is on disk. */
export function fileOf(folder: string, name: string): string {
  return name === 'main' ? join(folder, 'scene.code.js') : join(folder, 'modules', `${name}.js`)
}

/** Writes a file in one step, as editors do: a page or a session that looks at a file while it is being written may find it empty. */
export function save(path: string, text: string): void {
  const written = `${path}.written`
  writeFileSync(written, text)
  renameSync(written, path)
}

/** Makes a socket in a folder, which is closed after the test. */
export function makeSocket(folder: string, name: string): void {
  const server = createServer()
  const before = process.cwd()
  // The path of a socket has at most 107 bytes, and the folder for temporary files may have a longer one.
  process.chdir(folder)
  try {
    server.listen(name)
  } finally {
    process.chdir(before)
  }
  atEnd(() => void server.close())
}

/** All that people and tools put into a project, by path: sources and the scene. The journal is not theirs. */
export function contentsOf(folder: string): Record<string, string> {
  const contents: Record<string, string> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.startsWith('.scenewright') || !/\.(js|json)$/.test(name)) continue
    contents[name] = readFileSync(join(folder, name), 'utf8')
  }
  return contents
}

/** An open project that is closed after the test. */
export async function openProject(root: string, options: ProjectOptions = {}): Promise<Project> {
  const project = await Project.open({ root, ...options })
  atEnd(() => project.close())
  return project
}

/** A connected client of the official SDK, with the server behind it. */
export interface Connection {
  readonly client: Client
  readonly pid: number
  /** Calls a tool and reads its one JSON text back. */
  call(name: string, args?: object): Promise<ToolAnswer>
  /** The text of a tool that answers plain text. */
  text(name: string, args?: object): Promise<string>
}

/** Starts `scenewright mcp` on a folder and connects to it. */
export async function connect(dir: string, flags: readonly string[] = []): Promise<Connection> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', '--dir', dir, ...flags],
    stderr: 'ignore',
  })
  const client = new Client({ name: 'scenewright-test', version: '0.0.0' })
  await client.connect(transport)
  atEnd(() => client.close())
  const answered: [tool: string, answer: ToolAnswer][] = []
  // Not before the end: some tests hold answers to a deadline.
  atEnd(async () => {
    const { answerProblems } = await import('./schemas.js')
    expect(answered.flatMap(([tool, answer]) => answerProblems(tool, answer))).toEqual([])
  })
  const text = async (name: string, args: object = {}): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: args as Record<string, unknown> })
    const [first] = content as { type: string; text?: string }[]
    if (first?.type !== 'text' || first.text === undefined) throw new Error(`${name} answered no text`)
    return first.text
  }
  return {
    client,
    pid: transport.pid ?? 0,
    text,
    call: async (name, args) => {
      const answer: ToolAnswer = JSON.parse(await text(name, args))
      answered.push([name, answer])
      return answer
    },
  }
}

/** The processes that a process has started, their own included. Linux only. */
export function descendantsOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      // The name before the last bracket may hold anything; state and parent come after it.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
    } catch {
      // It ended between the listing and the look.
    }
  }
  const found: number[] = []
  const visit = (parent: number): void => {
    for (const child of children.get(parent) ?? []) {
      found.push(child)
      visit(child)
    }
  }
  visit(pid)
  return found
}

/** The processes among them that run scripts. Linux only. */
export function runnersOf(pid: number): number[] {
  return descendantsOf(pid).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('scenewright-runner')
    } catch {
      return false
    }
  })
}

/** Whether a process is there and not merely waiting for its parent to notice its end. Linux only. */
export function isAlive(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '')
  } catch {
    return false
  }
}

/** The longest wait for what must come. No test asserts that it comes soon: on a machine that stalls it comes late. */
const COMES_WITHIN_MS = 120_000

/** Waits until a condition holds, and fails with its description when it does not. */
export async function eventually(what: string, holds: () => boolean): Promise<void> {
  const startedAt = performance.now()
  while (!holds()) {
    if (performance.now() - startedAt > COMES_WITHIN_MS) throw new Error(`Not within ${COMES_WITHIN_MS} ms: ${what}`)
    await sleep(10)
  }
}

/**
 * Cancels a call while it runs, and returns its answer. A call that a quick machine answers before is made again and cancelled
 * earlier; one that is cancelled as soon as it was made is not answered before that.
 */
export async function cancelledWithin<Answer>(
  call: (signal: AbortSignal) => Promise<Answer>,
  isCancelled: (answer: Answer) => boolean,
  afterMs: number,
): Promise<{ readonly answer: Answer; readonly tookMs: number }> {
  const controller = new AbortController()
  const answering = call(controller.signal)
  if (afterMs >= 1) await sleep(afterMs)
  const cancelledAt = performance.now()
  controller.abort()
  const answer = await answering
  const tookMs = performance.now() - cancelledAt
  if (afterMs < 1 || isCancelled(answer)) return { answer, tookMs }
  return cancelledWithin(call, isCancelled, afterMs / 4)
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs the command line to its end. */
export function scenewright(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...env },
    input: '',
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Numbers from 0 up to 1 that are the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
