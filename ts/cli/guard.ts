import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, parse, relative, resolve } from 'node:path'

import type * as api from '../../index.js'
import { GUARD_VARIABLE, runCommand, shortened } from '../guard.js'
import { ScenewrightError } from '../errors.js'
import { quote } from '../text.js'
import { Workspace } from '../workspace.js'
import type { Command } from './arguments.js'
import { errorForShell, warningsForShell } from './shell-words.js'
import { formatError, type Output } from './terminal.js'

/** The exit code if the guard itself cannot start, as with env, timeout and docker. */
const CANNOT_GUARD = 125

/** The most bytes of a hook's output that a host shows. */
const MAX_HOOK_BYTES = 300

/** The names of the shell tools in hosts with the same kind of hooks. */
const SHELL_TOOLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell', 'run_shell_command', 'shell', 'local_shell'])

/** Runs a command as one commit. */
export async function guard({ root, command, options }: CommandOf<'guard'>, stderr: Output): Promise<number> {
  // A single word is a line for the shell, as in guard . -- 'npm install && npm test'.
  const body: string | readonly string[] = command.length === 1 ? (command[0] ?? '') : command
  let workspace: Workspace
  try {
    workspace = await open(root)
  } catch (thrown) {
    if (!(thrown instanceof ScenewrightError)) throw thrown
    stderr.line(`${stderr.style.red(thrown.code)}: ${stderr.style.plain(thrown.message)}`)
    return CANNOT_GUARD
  }
  const cwd = process.cwd()
  // Ctrl-C reaches the command too, which may end or ignore it; its changes are committed in both cases.
  const ignore = (): void => {}
  const stopped = new AbortController()
  const stop = (): void => stopped.abort()
  process.on('SIGINT', ignore)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', stop)
  try {
    const result = await workspace.guard(body, { ...options, cwd, signal: stopped.signal })
    if (result.status === 'refused') {
      if (
        process.env[GUARD_VARIABLE] !== undefined &&
        result.error.code === 'conflict' &&
        options.check === undefined
      ) {
        // A guarded command within another is a part of that one.
        return (await runCommand(body, { cwd, env: process.env, stdio: 'inherit' })).exitCode
      }
      report(result, stderr)
      return CANNOT_GUARD
    }
    report(result, stderr)
    for (const line of linesOf(result, root)) stderr.line(stderr.style.dim(`guard: ${line}`))
    return result.status === 'reverted' && result.value.exitCode === 0 ? 1 : result.value.exitCode
  } finally {
    process.off('SIGINT', ignore)
    process.off('SIGTERM', stop)
    process.off('SIGHUP', stop)
    await workspace.close()
  }
}

/** Takes a snapshot, for a person or in a host's hook. */
export async function snapshot(command: CommandOf<'snapshot'>, stdout: Output, stderr: Output): Promise<number> {
  if (!command.hook) {
    return withWorkspace(command.root ?? '.', async (workspace) => {
      const result = await workspace.snapshot(command.options)
      report(result, stderr)
      if (result.status === 'refused') return 1
      stdout.line(result.guardId)
      return 0
    })
  }
  return hooked(stderr, async (call) => {
    const root = rootOf(command.root, call)
    if (root === undefined) return
    await withWorkspace(root, async (workspace) => {
      const message = shortened(call.command)
      const result = await workspace.snapshot({ ...command.options, message, key: call.key })
      report(result, stderr)
      return 0
    })
  })
}

/** Commits the changes since a snapshot, for a person or in a host's hook. */
export async function adopt(command: CommandOf<'adopt'>, stdout: Output, stderr: Output): Promise<number> {
  if (!command.hook) {
    const root = command.root ?? '.'
    return withWorkspace(root, async (workspace) => {
      const result = await workspace.adopt(command.options)
      report(result, stderr)
      if (result.status === 'refused') return 1
      for (const line of linesOf(result, root)) stdout.line(line)
      return 0
    })
  }
  return hooked(stderr, async (call) => {
    const root = rootOf(command.root, call)
    if (root === undefined) return
    await withWorkspace(root, async (workspace) => {
      const result = await workspace.adopt({ ...command.options, key: call.key, message: shortened(call.command) })
      if (result.status === 'committed') stdout.line(hookAnswer(result, placeFrom(call, root)))
      // If the hook before the tool did not run, there is no snapshot and nothing to report.
      return 0
    })
  })
}

type CommandOf<Name> = Extract<Command, { readonly name: Name }>

/** A call of a shell tool, as hosts report it to their hooks. */
interface HookCall {
  readonly command: string
  readonly key: string
  readonly cwd: string | undefined
}

/** A hook never blocks the tool: every error is only a line on stderr. */
async function hooked(stderr: Output, work: (call: HookCall) => Promise<void>): Promise<number> {
  try {
    const call = readHookCall(readFileSync(0, 'utf8'))
    if (call) await work(call)
  } catch (thrown) {
    stderr.line(`scenewright: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
  return 0
}

function readHookCall(text: string): HookCall | undefined {
  const given: unknown = JSON.parse(text)
  if (typeof given !== 'object' || given === null) return undefined
  const fields = given as { readonly [name: string]: unknown }
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  const tool = textOf(fields['tool_name'])
  if (tool === undefined || !SHELL_TOOLS.has(tool)) return undefined
  const input = fields['tool_input'] as { readonly command?: unknown } | null | undefined
  const words = input?.command
  const command = Array.isArray(words) ? words.join(' ') : (textOf(words) ?? tool)
  // Hosts without an id of the call run one at a time.
  const key = textOf(fields['tool_use_id']) ?? digestOf(`${textOf(fields['session_id']) ?? ''}:${command}`)
  return { command, key, cwd: textOf(fields['cwd']) }
}

/** A key that is short for a command of any length. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The project of a host; undefined for the home folder and for the whole disk, which are too large for a snapshot. */
function rootOf(given: string | undefined, call: HookCall): string | undefined {
  const named = given ?? (process.env['CLAUDE_PROJECT_DIR'] || call.cwd || process.cwd())
  const root = resolve(named)
  return root === homedir() || root === parse(root).root ? undefined : root
}

/** The root, as a command of the next call finds it. */
function placeFrom(call: HookCall, root: string): string {
  const from = resolve(call.cwd ?? root)
  return from === root ? '.' : quoteForShell(relative(from, root))
}

/** A word of a command line. */
function quoteForShell(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** The text that a host shows and the model reads, in at most 300 bytes. */
function hookAnswer(result: api.Guarded & { readonly commitId: string }, place: string): string {
  const { files, moreFiles = 0, commitId, ignored, notCovered } = result
  const count = files.length + moreFiles
  const lost = [...ignored, ...notCovered.filter(({ changed }) => changed).map(({ path }) => path)]
  const more = lost.length > 1 ? `, … (${lost.length})` : ''
  const without = lost.length === 0 ? '' : ` Not covered: ${quote(basename(lost[0] ?? ''))}${more}.`
  const undo = `Undo: scenewright undo --root ${place} --id ${commitId}`
  for (let shown = Math.min(files.length, 3); shown >= 0; shown -= 1) {
    const names = files.slice(0, shown).map(({ path }) => quote(basename(path)))
    const list = names.length === 0 ? '' : ` (${names.join(', ')}${count > shown ? ', …' : ''})`
    const answer = JSON.stringify({ systemMessage: `${count} changed${list}.${without} ${undo}` })
    if (Buffer.byteLength(answer) <= MAX_HOOK_BYTES) return answer
  }
  return JSON.stringify({ systemMessage: undo })
}

/** The text for a person when a command has ended. */
function linesOf(result: Exclude<api.GuardResult<unknown> | api.AdoptResult, api.Refused>, root: string): string[] {
  const { files, moreFiles = 0, ignored, notCovered, otherCommitIds, beside } = result
  const lines: string[] = []
  if (result.status === 'unchanged') {
    lines.push('nothing changed')
  } else {
    const { addedLines, removedLines } = result
    const counted = addedLines === undefined ? '' : ` (+${addedLines} -${removedLines ?? 0} lines)`
    const count = files.length + moreFiles
    lines.push(`${count === 1 ? '1 file' : `${count} files`} changed${counted}`)
    const place = root === '.' ? '.' : quote(root)
    if (result.status === 'reverted') {
      const redo = `reverted; scenewright redo --root ${place} makes it again`
      lines.push(result.commitId === undefined ? 'nothing was written' : redo)
    } else {
      // It is the latest commit, which needs no id. A command may have removed the folder itself.
      const isGone = !existsSync(root)
      const what = ignored.length > 0 || notCovered.some(({ changed }) => changed) ? 'what is covered' : 'everything'
      lines.push(
        `${isGone ? `the folder is gone: mkdir ${place} && ` : ''}scenewright undo --root ${place} puts ${what} back`,
      )
    }
  }
  if (ignored.length > 0)
    lines.push(`ignored folders changed and are not covered: ${ignored.join(', ')} (--include-ignored)`)
  const lost = notCovered.filter(({ changed }) => changed)
  for (const { path, reason } of lost) lines.push(`changed and not covered (${reason}): ${path}`)
  const rest = notCovered.length - lost.length + (result.moreNotCovered ?? 0)
  if (rest > 0) {
    // What changed in a folder that cannot be looked into is not known.
    const isUnknown = ({ changed, reason }: api.NotCovered) =>
      !changed && (reason === 'other_file_system' || reason === 'unreadable')
    const unknown = notCovered.find(isUnknown)
    const example = (unknown ?? notCovered.at(-1))?.path ?? ''
    const count = rest === 1 ? '1 path' : `${rest} paths`
    lines.push(
      unknown === undefined
        ? `not covered and unchanged: ${count}, such as ${example}`
        : `not covered: ${count}, such as ${example} (${unknown.reason}), and changes in there stay`,
    )
  }
  if (otherCommitIds.length > 0) lines.push(`changed meanwhile by separate commits: ${otherCommitIds.join(', ')}`)
  if (beside.length > 0) lines.push(`other commands were under way: ${beside.join('; ')}`)
  return lines
}

/** Prints warnings, and the error if there is one. */
export function report(
  result: { readonly warnings?: readonly api.Warning[]; readonly error?: api.FileFailure },
  stderr: Output,
): void {
  const { style } = stderr
  for (const warning of warningsForShell((result.warnings ?? []).map(({ message }) => message))) {
    stderr.line(`${style.yellow('warning')}: ${style.plain(warning)}`)
  }
  if (!result.error) return
  const { path: file, ...error } = result.error
  const shown = errorForShell({ ...error, ...(file !== undefined && { file }) }, undefined)
  stderr.line(formatError(shown, style, undefined))
}

function open(root: string): Promise<Workspace> {
  return Workspace.open({ roots: [root] })
}

export async function withWorkspace(root: string, use: (workspace: Workspace) => Promise<number>): Promise<number> {
  const workspace = await open(root)
  try {
    return await use(workspace)
  } finally {
    await workspace.close()
  }
}
