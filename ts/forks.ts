import type * as api from '../index.js'
import { misuse, readOptions, requireBase, requireSignal, formatValue } from './check.js'
import { problemOf, refusedBy, requireRunnable, reverted, shortened } from './guard.js'
import { toFileChange } from './shapes.js'
import { within } from './verifying.js'
import { warningsOf } from './vocabulary.js'
import { isAnswered } from './wire.js'
import type { ForkRow, MergeConflict } from './wire-types.js'
import type { NativeCalls } from './workspace-calls.js'

const FORK_OPTIONS = ['signal', 'message', 'forkDir', 'includeIgnored', 'maxFileBytes'] as const
const FORKS_OPTIONS = ['signal'] as const
const MERGE_OPTIONS = ['signal', 'strategy', 'message', 'check', 'discard', 'dryRun', 'base'] as const
const DISCARD_OPTIONS = ['signal', 'force'] as const

type NameOf = string | { readonly name: string }

/** Copies the roots of a workspace. */
export async function makeFork(
  calls: NativeCalls,
  name: string,
  options: api.ForkOptions | undefined,
): Promise<api.ForkResult> {
  const given: api.ForkOptions = readOptions('Workspace.fork', "{ message: 'with a hash map' }", options, FORK_OPTIONS)
  const { message, forkDir, includeIgnored, maxFileBytes } = given
  const line = typeof message === 'string' ? shortened(message) : message
  const args = {
    name: nameOf('fork', name),
    message: line,
    dir: forkDir,
    include_ignored: includeIgnored,
    file_bytes: maxFileBytes,
  }
  const envelope = await calls.call(
    'fork',
    { ...args, within: within() },
    requireSignal('Workspace.fork', given.signal),
  )
  if (!isAnswered(envelope)) return refusedBy('Workspace.fork', envelope)
  const { files: fileCount, bytes: byteLength, leftOut: notCopied, moreLeftOut, ...row } = envelope.answer.data
  const more = moreLeftOut === undefined ? {} : { moreNotCopied: moreLeftOut }
  const warnings = warningsOf(envelope)
  return { ok: true, status: 'ok', fork: toFork(row), fileCount, byteLength, notCopied, ...more, warnings }
}

/** Lists the forks of a workspace. */
export async function listForks(calls: NativeCalls, options: api.CallOptions | undefined): Promise<api.ForksResult> {
  const given: api.CallOptions = readOptions('Workspace.forks', '{ signal }', options, FORKS_OPTIONS)
  const envelope = await calls.call('forks', { within: within() }, requireSignal('Workspace.forks', given.signal))
  if (!isAnswered(envelope)) return refusedBy('Workspace.forks', envelope)
  const { forks } = envelope.answer.data
  return { ok: true, status: 'ok', forks: forks.map(toFork), warnings: warningsOf(envelope) }
}

/** Brings what a fork changed to its workspace. */
export async function mergeFork(
  calls: NativeCalls,
  roots: readonly string[],
  fork: NameOf,
  options: api.MergeOptions | undefined,
): Promise<api.MergeResult> {
  const given: api.MergeOptions = readOptions('Workspace.merge', "{ strategy: 'hunks' }", options, MERGE_OPTIONS)
  const { strategy, message, check, discard, dryRun } = given
  if (check !== undefined) requireRunnable('check', check)
  const signal = requireSignal('Workspace.merge', given.signal)
  const name = nameOf('merge', fork)
  const line = typeof message === 'string' ? shortened(message) : message
  // Where a check may still revert the merge, the fork is needed until then.
  const first = check === undefined ? discard : 'none'
  const base = requireBase('Workspace.merge', given.base)
  const args = { name, strategy, message: line, discard: first, dry_run: dryRun, base, within: within() }
  const envelope = await calls.call('merge', args, signal)
  if (!isAnswered(envelope)) return refusedBy('Workspace.merge', envelope)
  const {
    transactionId,
    files,
    conflicts,
    moreConflicts,
    diff,
    truncated,
    fork: _,
    leftOut,
    ...data
  } = envelope.answer.data
  const warnings = warningsOf(envelope)
  const merged = { name, ...data, files: files.map(toFileChange), notMerged: leftOut, warnings }
  const found = { conflicts, ...(moreConflicts !== undefined && { moreConflicts }) }
  if (diff !== undefined) {
    return { ok: true, status: 'ok', ...merged, ...found, diff, ...(truncated && { truncated }) }
  }
  if (conflicts.length > 0) {
    return {
      ok: false,
      status: 'refused',
      error: conflictError(name, conflicts, moreConflicts ?? 0),
      ...found,
      warnings,
    }
  }
  if (transactionId === undefined) return { ok: true, status: 'unchanged', ...merged }
  const problem =
    check === undefined
      ? undefined
      : await problemOf(check, { cwd: roots[0] ?? '.', env: process.env, stdio: 'inherit', signal })
  if (problem !== undefined) {
    const warned = await reverted(calls, { status: 'committed', commitId: transactionId })
    const error: api.FileFailure = {
      code: 'verify_failed',
      group: 'refusal',
      message: `The check did not pass: ${problem}. The merge was reverted.`,
      hint: 'The fork is as it was: change it, and merge it again.',
    }
    return {
      ...merged,
      ok: false,
      status: 'reverted',
      commitId: transactionId,
      error,
      warnings: [...warnings, ...warned],
    }
  }
  if (check === undefined || discard === undefined || discard === 'none') {
    return { ok: true, status: 'committed', ...merged, commitId: transactionId }
  }
  // Listed after the check, which may have made or discarded forks itself.
  const going = discard === 'fork' ? [name] : await namesOf(calls)
  const discarded: string[] = []
  const warned: api.Warning[] = []
  for (const each of going) {
    // Without force: a fork with changes that were not merged stays, and the warning says so.
    const gone = await discardFork(calls, each, {})
    if (gone.ok) discarded.push(each)
    else warned.push({ code: 'history', message: `The fork ${each} could not be discarded: ${gone.error.message}` })
  }
  return {
    ok: true,
    status: 'committed',
    ...merged,
    discarded,
    commitId: transactionId,
    warnings: [...warnings, ...warned],
  }
}

/** Removes a fork. */
export async function discardFork(
  calls: NativeCalls,
  fork: NameOf,
  options: api.DiscardOptions | undefined,
): Promise<api.DiscardResult> {
  const given: api.DiscardOptions = readOptions('Workspace.discard', '{ force: true }', options, DISCARD_OPTIONS)
  const args = { name: nameOf('discard', fork), force: given.force, within: within() }
  const envelope = await calls.call('discard_fork', args, requireSignal('Workspace.discard', given.signal))
  if (!isAnswered(envelope)) return refusedBy('Workspace.discard', envelope)
  return { ok: true, status: 'ok', name: envelope.answer.data.name, warnings: warningsOf(envelope) }
}

async function namesOf(calls: NativeCalls): Promise<readonly string[]> {
  const listed = await listForks(calls, undefined)
  return listed.ok ? listed.forks.map(({ name }) => name) : []
}

function nameOf(method: string, fork: unknown): string {
  const name = typeof fork === 'object' && fork !== null && 'name' in fork ? fork.name : fork
  if (typeof name === 'string' && name !== '') return name
  throw misuse(`Workspace.${method}: the fork must be given by its name, got ${formatValue(fork)}.`)
}

function toFork({ at, roots, message, merged: mergedCommitIds, ...row }: ForkRow): api.Fork {
  const [root = ''] = roots
  return { ...row, mergedCommitIds, root, roots, madeAt: at, ...(message !== undefined && { message }) }
}

/** The words for each reason, which follow a path. */
const REASONS: { readonly [reason in MergeConflict['reason']]: string } = {
  lines: 'both changed the same lines',
  contents: 'both changed it, and it is not text that could be merged',
  deleted_here: 'deleted in the workspace, changed in the fork',
  deleted_in_fork: 'deleted in the fork, changed in the workspace',
  both_created: 'both made it, differently',
  kind: 'a file on one side, a folder or link on the other',
  target: 'both changed where the link leads',
  mode: 'both changed its mode',
  attributes: 'both changed its extended attributes or access lists',
  renamed: 'both renamed it, differently',
  not_covered: 'the workspace leaves it out',
  changed_here: 'changed in the workspace since the fork was made',
}

/** A conflict as a line for a person or a model. */
export function conflictLine({ path, line, forkLine, reason }: api.MergeConflict): string {
  const place = line === undefined ? path : `${path}:${line}`
  const there = forkLine === undefined ? '' : ` (line ${forkLine} of the fork)`
  // A reason of a later version stands for itself.
  return `${place}${there}: ${(REASONS as { readonly [reason: string]: string | undefined })[reason] ?? reason}`
}

function conflictError(name: string, conflicts: readonly MergeConflict[], more: number): api.FileFailure {
  const MAX_SHOWN = 5
  const [first] = conflicts
  const lines = conflicts.slice(0, MAX_SHOWN).map(conflictLine)
  const rest = conflicts.length - lines.length + more
  const tail = rest > 0 ? `; and ${rest} more` : ''
  return {
    code: 'conflict',
    group: 'refusal',
    message: `Could not merge ${name}: ${lines.join('; ')}${tail}. Nothing was written.`,
    ...(first && { path: first.path, ...(first.line !== undefined && { line: first.line }) }),
    hint: 'Change the fork or the workspace so that they agree, or choose a side with the strategy fork or workspace.',
  }
}
