import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'

import type * as api from '../index.js'
import { misuse, readOptions, requireBase, requireSignal, formatValue } from './check.js'
import { describe } from './events.js'
import type { Location } from './native.js'
import { toFileChange } from './shapes.js'
import { refusedResult } from './transaction.js'
import { within } from './verifying.js'
import { nameGuardOptions, warningsOf } from './vocabulary.js'
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
const ADOPT_OPTIONS = ['signal', 'guardId', 'key', 'message', 'exitCode'] as const
const GUARD_OPTIONS = [
  'signal',
  'message',
  'includeIgnored',
  'maxFileBytes',
  'maxBytes',
  'overlay',
  'check',
  'cwd',
  'env',
  'stdio',
  'base',
] as const

type Body<Value> = string | readonly string[] | (() => Value | Promise<Value>)

interface CommandOptions {
  readonly cwd: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly stdio: 'inherit' | 'ignore'
  readonly signal?: AbortSignal | undefined
  /** The program and its arguments that run a command in an overlay, in its own place. */
  readonly wrapper?: readonly string[] | undefined
  /** The descriptor that the command inherits as its last one: its lock shows that a command outlives its guard. */
  readonly lock?: number | undefined
}

/** Where a guard works, and with what. */
interface Surroundings extends Location {
  readonly roots: readonly string[]
}

/** Why a command could not run in an overlay. */
class OverlayError extends Error {}

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
  const { guard: guardId, files: fileCount, read: readCount, bytes, storeBytes, ...taken } = envelope.answer.data
  const sizes = { fileCount, byteLength: bytes, readCount, storeByteLength: storeBytes }
  return { ok: true, status: 'ok', guardId, ...sizes, ...taken, warnings: warningsOf(envelope) }
}

/** Commits the changes since a snapshot. */
export async function adoptSnapshot(
  calls: NativeCalls,
  options: api.AdoptOptions | undefined,
): Promise<api.AdoptResult> {
  const given: api.AdoptOptions = readOptions('adopt', '{ guardId }', options, ADOPT_OPTIONS)
  return ended('adopt', await calls.call('guard_end', endArguments(given), requireSignal('adopt', given.signal)))
}

/** Runs a command or a function between two snapshots. */
export async function runGuard<Value>(
  calls: NativeCalls,
  { roots, runnerPath, addonPath }: Surroundings,
  body: Body<Value>,
  options: api.GuardOptions | undefined,
): Promise<api.GuardResult<Value | api.CommandEnd>> {
  calls.assertOpen()
  const given: api.GuardOptions = readOptions('Workspace.guard', "{ check: 'npm test' }", options, GUARD_OPTIONS)
  const { check, cwd = roots[0] ?? '.', env = process.env, stdio = 'inherit', message, overlay = false } = given
  const base = requireBase('Workspace.guard', given.base)
  requireRunnable('the command', body)
  if (check !== undefined) requireRunnable('check', check)
  if (typeof overlay !== 'boolean') {
    throw misuse(`Workspace.guard: overlay must be true or false, got ${formatValue(overlay)}.`)
  }
  if (overlay && (typeof body === 'function' || typeof check === 'function')) {
    throw misuse('Workspace.guard: only commands run in an overlay: a function runs in this process.')
  }
  const signal = requireSignal('Workspace.guard', given.signal)
  const line = message ?? describeBody(body)
  const begin = { ...beginArguments('guard', { ...given, message: line }), base }
  const begun = await calls.call('guard_begin', begin, signal)
  if (!isAnswered(begun)) return refusedBy('Workspace.guard', begun)
  const { guard, layers, commandLock: lock } = begun.answer.data
  const warnings = warningsOf(begun)
  const wrapper = layers && [runnerPath, addonPath, 'overlay', JSON.stringify({ layers, cwd: resolve(cwd) })]
  const command = { cwd, env: { ...env, [GUARD_VARIABLE]: guard }, stdio, signal, wrapper, lock }
  const end = async (exitCode?: number, abandon?: true): Promise<api.AdoptResult> => {
    // Without the signal: an aborted command has changed files too, and these must be recorded.
    const args = { ...endArguments({ guardId: guard, exitCode }), abandon }
    const result = ended('Workspace.guard', await calls.call('guard_end', args))
    return result.status === 'refused' ? result : { ...result, warnings: [...warnings, ...result.warnings] }
  }

  let value: Value | api.CommandEnd
  let problem: string | undefined
  try {
    value = typeof body === 'function' ? await body() : await runCommand(body, command)
    problem = check === undefined ? undefined : await problemOf(check, command)
  } catch (thrown) {
    // Committed first and undone then, so that the history has what the function did, and redo can bring it back.
    const result = await end(undefined, overlay || undefined)
    if (thrown instanceof OverlayError) return noOverlay(thrown.message)
    await reverted(calls, result)
    throw thrown
  }
  const exitCode = typeof body === 'function' ? undefined : (value as api.CommandEnd).exitCode
  const result = await end(exitCode, overlay && problem !== undefined ? true : undefined)
  if (result.status === 'refused') {
    const ran = exitCode === undefined ? 'The function had run' : `The command had run and ended with ${exitCode}`
    // Of a guard that is no longer known, nothing is left to be committed.
    const isLeft = !overlay && result.error.code !== 'not_found'
    const left = isLeft ? ' yet: the next guard, undo or history makes one of it.' : '.'
    return {
      ...result,
      error: { ...result.error, message: `${result.error.message} ${ran}; what it changed is in no commit${left}` },
    }
  }
  if (problem === undefined) return { ...result, value }
  const isChanged = result.status === 'committed'
  const outcome = overlay ? 'Nothing was written' : isChanged ? 'Everything was reverted' : 'Nothing had changed'
  const warned = await reverted(calls, result)
  const error: api.FileFailure = {
    code: 'verify_failed',
    group: 'refusal',
    message: `The check did not pass: ${problem}. ${outcome}.`,
    ...(!overlay && isChanged && { hint: 'redo makes the change again.' }),
  }
  return { ...result, ok: false, status: 'reverted', value, error, warnings: [...result.warnings, ...warned] }
}

function noOverlay(reason: string): api.Refused<api.FileFailure> {
  const error: api.FileFailure = {
    code: 'not_permitted',
    group: 'refusal',
    message: `Could not run the command in an overlay: ${reason}. Nothing was run.`,
    hint: 'Guard it without overlay: the folder changes while it runs, and undo puts everything back.',
  }
  return { ok: false, status: 'refused', error, warnings: [] }
}

/** Runs a command to its end. One that cannot be started gets the exit code that a shell would give. */
export function runCommand(command: string | readonly string[], options: CommandOptions): Promise<api.CommandEnd> {
  const { cwd, stdio, signal, wrapper, lock } = options
  if (wrapper) return runWrapped(wrapper, typeof command === 'string' ? ['/bin/sh', '-c', command] : command, options)
  const [program = '', ...args] = typeof command === 'string' ? [command] : command
  return new Promise((resolve) => {
    // A list is started as it is, so that no shell reads its arguments.
    const shell = typeof command === 'string'
    const child = spawn(program, args, { cwd, env: options.env, stdio: [stdio, stdio, stdio, ...held(lock)], shell })
    const stop = (): void => void child.kill('SIGTERM')
    signal?.addEventListener('abort', stop, { once: true })
    const finish = (exitCode: number): void => {
      signal?.removeEventListener('abort', stop)
      resolve({ exitCode })
    }
    child.once('error', (cause: NodeJS.ErrnoException) => {
      if (stdio === 'inherit') process.stderr.write(`scenewright: could not run ${program}: ${cause.message}\n`)
      // No `exit` follows when a program could not be started.
      finish(cause.code === 'ENOENT' ? NOT_FOUND : NOT_RUNNABLE)
    })
    child.once('exit', (code, name) => {
      finish(code ?? SIGNALLED + (name === null ? 0 : constants.signals[name]))
    })
  })
}

function held(lock: number | undefined): readonly number[] {
  return lock === undefined ? [] : [lock]
}

/** Runs a command in a wrapper, which reports on its fourth descriptor that it was set up, or why not. */
function runWrapped(
  wrapper: readonly string[],
  command: readonly string[],
  { stdio, signal, env, lock }: CommandOptions,
): Promise<api.CommandEnd> {
  const [program = '', ...args] = [...wrapper, ...command]
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: [stdio, stdio, stdio, 'pipe', ...held(lock)] })
    let said = ''
    const status = child.stdio[3] as Readable
    status.setEncoding('utf8').on('data', (text: string) => void (said += text))
    const stop = (): void => void child.kill('SIGTERM')
    signal?.addEventListener('abort', stop, { once: true })
    child.once('error', (cause) => reject(new OverlayError(cause.message)))
    child.once('close', (code, name) => {
      signal?.removeEventListener('abort', stop)
      if (said !== 'ok' && name === null) reject(new OverlayError(said || `${program} ended with ${code}`))
      else resolve({ exitCode: code ?? SIGNALLED + (name === null ? 0 : constants.signals[name]) })
    })
  })
}

/** Undoes the commit of a guard or a merge, even where files changed since. Returns the warnings. */
export async function reverted(
  calls: NativeCalls,
  result: { readonly status: string; readonly commitId?: string | undefined },
): Promise<readonly api.Warning[]> {
  if (result.status !== 'committed') return []
  // Forced: the check of a merge runs after its commit, and may have written to the same files.
  const undone = await calls.call('undo', { id: result.commitId, force: true, within: within() })
  if (isAnswered(undone)) return warningsOf(undone)
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
  return exitCode === 0 ? undefined : `${describeBody(check)} ended with ${exitCode}`
}

export function requireRunnable(name: string, given: unknown): void {
  const isText = typeof given === 'string' && given !== ''
  const isList = Array.isArray(given) && given.length > 0 && given.every((part) => typeof part === 'string')
  if (isText || isList || typeof given === 'function') return
  throw misuse(
    `Workspace.guard: ${name} must be a command, as a text or a list of texts, or a function, got ${formatValue(given)}.`,
  )
}

/** The line of the history. */
function describeBody(body: unknown): string {
  const words =
    typeof body === 'function' ? body.name || 'a function' : Array.isArray(body) ? body.join(' ') : String(body)
  return shortened(words)
}

/** A command as one line that the history takes. */
export function shortened(command: string): string {
  const MAX = 500
  // The history takes no half of a character, with which a cut text may end.
  const whole = command.replaceAll(/\p{Surrogate}/gu, '\uFFFD')
  const line = whole.replaceAll(/\s*\n\s*/g, ' ⏎ ').trim()
  const characters = [...line]
  return characters.length <= MAX ? line : `${characters.slice(0, MAX - 1).join('')}…`
}

function beginArguments(
  kind: 'guard' | 'snapshot',
  options: api.SnapshotOptions & Pick<api.GuardOptions, 'overlay'>,
): object {
  const { message, includeIgnored, maxFileBytes, maxBytes, key, overlay } = options
  const line = typeof message === 'string' ? shortened(message) : message
  return {
    kind,
    message: line,
    include_ignored: includeIgnored,
    file_bytes: maxFileBytes,
    max_bytes: maxBytes,
    key,
    overlay,
    within: within(),
  }
}

function endArguments({ guardId, key, message, exitCode }: api.AdoptOptions): object {
  return { guard: guardId, key, message, exit_code: exitCode, within: within() }
}

/** A refusal, in the words of the method that was called. */
export function refusedBy(method: string, envelope: Failed): api.Refused<api.FileFailure> {
  const refused = refusedResult(envelope)
  return { ...refused, error: { ...refused.error, message: nameGuardOptions(method, refused.error.message) } }
}

function ended(method: string, envelope: Envelope<WorkspaceCalls['guard_end']>): api.AdoptResult {
  if (!isAnswered(envelope)) return refusedBy(method, envelope)
  const { guard: guardId, files, transactionId, others, ...data }: GuardEnded = envelope.answer.data
  const result = {
    guardId,
    ...data,
    otherCommitIds: others,
    files: files.map(toFileChange),
    warnings: warningsOf(envelope),
  }
  return transactionId === undefined
    ? { ok: true, ...result, status: 'unchanged' }
    : { ok: true, ...result, status: 'committed', commitId: transactionId }
}
