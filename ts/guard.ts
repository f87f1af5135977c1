import { spawn } from 'node:child_process'
import { constants } from 'node:os'

import type * as api from '../index.js'
import { misuse, readOptions, requireSignal, shown } from './check.js'
import { describe } from './events.js'
import { toFileChange } from './shapes.js'
import { refusedResult } from './transaction.js'
import { within } from './verifying.js'
import { inGuardWords, toWarnings } from './vocabulary.js'
import { isAnswered, type Envelope, type Failed } from './wire.js'
import type { GuardEnded, WorkspaceCalls } from './wire-types.js'
import type { NativeCalls } from './workspace-calls.js'

/** The variable by which a command knows that it is guarded: the id of the guard. */
export const GUARD_VARIABLE = 'SCENEWRIGHT_GUARD'

/** The exit code of a shell for a command that a signal ended is this and the number of the signal. */
const SIGNALLED = 128

/** The exit codes of a shell for a missing command, and for one that cannot be run. */
const NOT_FOUND = 127
const NOT_RUNNABLE = 126

const SNAPSHOT_OPTIONS = ['signal', 'message', 'includeIgnored', 'maxFileBytes', 'maxBytes', 'key'] as const
const ADOPT_OPTIONS = ['signal', 'guard', 'key', 'message', 'exitCode'] as const
const GUARD_OPTIONS = [
  'signal',
  'message',
  'includeIgnored',
  'maxFileBytes',
  'maxBytes',
  'check',
  'cwd',
  'env',
  'stdio',
] as const

type Body<Value> = string | readonly string[] | (() => Value | Promise<Value>)

interface CommandOptions {
  readonly cwd: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly stdio: 'inherit' | 'ignore'
  readonly signal?: AbortSignal | undefined
}

/** Takes a snapshot for a caller that runs the command itself. */
export async function takeSnapshot(
  calls: NativeCalls,
  options: api.SnapshotOptions | undefined,
): Promise<api.SnapshotResult> {
  const given: api.SnapshotOptions = readOptions('snapshot', "{ message: 'npm install' }", options, SNAPSHOT_OPTIONS)
  const envelope = await calls.call(
    'guard_begin',
    beginArguments('snapshot', given),
    requireSignal('snapshot', given.signal),
  )
  if (!isAnswered(envelope)) return refusedBy('snapshot', envelope)
  const { data, warnings } = envelope.answer
  const { bytes: byteLength, ...taken } = data
  return { ok: true, status: 'ok', ...taken, byteLength, warnings: toWarnings(warnings) }
}

/** Commits the changes since a snapshot. */
export async function adoptSnapshot(
  calls: NativeCalls,
  options: api.AdoptOptions | undefined,
): Promise<api.AdoptResult> {
  const given: api.AdoptOptions = readOptions('adopt', '{ guard: id }', options, ADOPT_OPTIONS)
  return ended('adopt', await calls.call('guard_end', endArguments(given), requireSignal('adopt', given.signal)))
}

/** Runs a command or a function between two snapshots. */
export async function runGuard<Value>(
  calls: NativeCalls,
  roots: readonly string[],
  body: Body<Value>,
  options: api.GuardOptions | undefined,
): Promise<api.GuardResult<Value | api.CommandEnd>> {
  calls.assertOpen()
  const given: api.GuardOptions = readOptions('Workspace.guard', "{ check: 'npm test' }", options, GUARD_OPTIONS)
  const { check, cwd = roots[0] ?? '.', env = process.env, stdio = 'inherit', message } = given
  requireRunnable('the command', body)
  if (check !== undefined) requireRunnable('check', check)
  const signal = requireSignal('Workspace.guard', given.signal)
  const line = message ?? wordsOf(body)
  const begun = await calls.call('guard_begin', beginArguments('guard', { ...given, message: line }), signal)
  if (!isAnswered(begun)) return refusedBy('Workspace.guard', begun)
  const { guard } = begun.answer.data
  const warnings = toWarnings(begun.answer.warnings)
  const command = { cwd, env: { ...env, [GUARD_VARIABLE]: guard }, stdio, signal }
  const end = async (exitCode?: number): Promise<api.AdoptResult> => {
    const result = ended('Workspace.guard', await calls.call('guard_end', endArguments({ guard, exitCode })))
    return result.status === 'refused' ? result : { ...result, warnings: [...warnings, ...result.warnings] }
  }

  let value: Value | api.CommandEnd
  try {
    value = typeof body === 'function' ? await body() : await runCommand(body, command)
  } catch (thrown) {
    await reverted(calls, await end())
    throw thrown
  }
  const problem = check === undefined ? undefined : await problemOf(check, command)
  const exitCode = typeof body === 'function' ? undefined : (value as api.CommandEnd).exitCode
  const result = await end(exitCode)
  if (result.status === 'refused') return result
  if (problem === undefined) return { ...result, value }
  const warned = await reverted(calls, result)
  const error: api.FileFailure = {
    code: 'verify_failed',
    group: 'refusal',
    message: `The check did not pass: ${problem}. Everything was reverted.`,
    hint: 'redo makes the change again.',
  }
  return { ...result, ok: false, status: 'reverted', value, error, warnings: [...result.warnings, ...warned] }
}

/** Runs a command to its end. One that cannot be started gets the exit code that a shell would give. */
export function runCommand(command: string | readonly string[], options: CommandOptions): Promise<api.CommandEnd> {
  const { cwd, stdio, signal } = options
  const [program = '', ...args] = typeof command === 'string' ? [command] : command
  return new Promise((resolve) => {
    const shell = typeof command === 'string'
    const child = spawn(program, args, { cwd, env: options.env, stdio, shell })
    const stop = (): void => void child.kill('SIGTERM')
    signal?.addEventListener('abort', stop, { once: true })
    const finish = (exitCode: number): void => {
      signal?.removeEventListener('abort', stop)
      resolve({ exitCode })
    }
    child.once('error', (cause: NodeJS.ErrnoException) => {
      if (stdio === 'inherit') process.stderr.write(`scenewright: could not run ${program}: ${cause.message}\n`)
      finish(cause.code === 'ENOENT' ? NOT_FOUND : NOT_RUNNABLE)
    })
    child.once('exit', (code, name) => {
      finish(code ?? SIGNALLED + (name === null ? 0 : constants.signals[name]))
    })
  })
}

/** Undoes the commit of a guard or a merge, even where files changed since. Returns the warnings. */
export async function reverted(
  calls: NativeCalls,
  result: { readonly status: string; readonly commitId?: string | undefined },
): Promise<readonly api.Warning[]> {
  if (result.status !== 'committed') return []
  const undone = await calls.call('undo', { id: result.commitId, force: true, within: within() })
  if (isAnswered(undone)) return toWarnings(undone.answer.warnings)
  const { message } = refusedResult(undone).error
  return [{ code: 'history', message: `Could not revert ${result.commitId}: ${message}` }]
}

/** Returns the reason why a check fails; nothing if it passes. */
export async function problemOf(
  check: NonNullable<api.GuardOptions['check']>,
  options: CommandOptions,
): Promise<string | undefined> {
  if (typeof check === 'function') {
    try {
      return (await check()) === false ? 'it answered false' : undefined
    } catch (thrown) {
      return `it threw ${describe(thrown).split('\n', 1)[0] ?? ''}`
    }
  }
  const { exitCode } = await runCommand(check, options)
  return exitCode === 0 ? undefined : `${wordsOf(check)} ended with ${exitCode}`
}

export function requireRunnable(name: string, given: unknown): void {
  const isText = typeof given === 'string' && given !== ''
  const isList = Array.isArray(given) && given.length > 0 && given.every((part) => typeof part === 'string')
  if (isText || isList || typeof given === 'function') return
  throw misuse(
    `Workspace.guard: ${name} must be a command, as a text or a list of texts, or a function, got ${shown(given)}.`,
  )
}

/** The line of the history. */
function wordsOf(body: unknown): string {
  const words =
    typeof body === 'function' ? body.name || 'a function' : Array.isArray(body) ? body.join(' ') : String(body)
  return shortened(words)
}

/** A command as one line that the history takes. */
export function shortened(command: string): string {
  const MAX = 500
  const line = command.replaceAll(/\s*\n\s*/g, ' ⏎ ').trim()
  return line.length <= MAX ? line : `${line.slice(0, MAX - 1)}…`
}

function beginArguments(kind: 'guard' | 'snapshot', options: api.SnapshotOptions): object {
  const { message, includeIgnored, maxFileBytes, maxBytes, key } = options
  const line = typeof message === 'string' ? shortened(message) : message
  return {
    kind,
    message: line,
    include_ignored: includeIgnored,
    file_bytes: maxFileBytes,
    max_bytes: maxBytes,
    key,
    within: within(),
  }
}

function endArguments({ guard, key, message, exitCode }: api.AdoptOptions): object {
  return { guard, key, message, exit_code: exitCode, within: within() }
}

/** A refusal, in the words of the method that was called. */
export function refusedBy(method: string, envelope: Failed): api.Refused<api.FileFailure> {
  const refused = refusedResult(envelope)
  return { ...refused, error: { ...refused.error, message: inGuardWords(method, refused.error.message) } }
}

function ended(method: string, envelope: Envelope<WorkspaceCalls['guard_end']>): api.AdoptResult {
  if (!isAnswered(envelope)) return refusedBy(method, envelope)
  const { files, transactionId, ...data }: GuardEnded = envelope.answer.data
  const result = { ...data, files: files.map(toFileChange), warnings: toWarnings(envelope.answer.warnings) }
  return transactionId === undefined
    ? { ok: true, ...result, status: 'unchanged' }
    : { ok: true, ...result, status: 'committed', commitId: transactionId }
}
