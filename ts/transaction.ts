import type * as api from '../index.js'
import { STEP_ARGUMENTS, takeArguments } from './call-arguments.js'
import { readOptions, requireBase, requireFunction, requireSignal, describeThrown } from './check.js'
import { RefusedError, ScenewrightError } from './errors.js'
import { errorOf } from './results.js'
import { toFileChange } from './shapes.js'
import { verifying, within } from './verifying.js'
import { changeOf, fileFailure, groupOf, warningsOf } from './vocabulary.js'
import { isAnswered, type Answered, type Envelope, type Failed } from './wire.js'
import type { FilesInPlace, WorkspaceCalls } from './wire-types.js'
import type { NativeCalls } from './workspace-calls.js'

/** Folders that a transaction creates and removes in addition to those of its files; only empty ones are removed. */
export interface FolderChanges {
  readonly made: readonly string[]
  readonly removed: readonly string[]
}

/** The options of a transaction that a tool makes, beside those of a host's own. */
interface ToolTransaction {
  readonly folders?: FolderChanges
  /** Files that the ignore rules leave out are left alone. */
  readonly isByTool?: boolean
}

/** One transaction from its body to its end. */
export async function runTransaction<Value>(
  calls: NativeCalls,
  body: (tx: api.WorkspaceTransaction) => Value | Promise<Value>,
  options: api.TransactionOptions | undefined,
  { folders, isByTool = false }: ToolTransaction = {},
): Promise<api.TransactionResult<Value>> {
  calls.assertOpen()
  const who = 'Workspace.transaction'
  requireFunction(who, 'body', body)
  const {
    verify,
    message,
    signal: given,
    base: givenBase,
  } = readOptions(who, '{ verify, message, signal }', options, ['verify', 'message', 'signal', 'base'])
  if (verify !== undefined) requireFunction(who, 'verify', verify)
  const signal = requireSignal(who, given)
  const base = requireBase(who, givenBase)
  const begun = await calls.call('begin', { message, base, ...(isByTool && { by_tool: true }) }, signal)
  if (!isAnswered(begun)) return refusedResult(begun)
  const { transaction } = begun.answer.data
  const draft = new Draft(calls, transaction)
  // Steps of the body that run on after its end, because it did not wait for them, are refused from here on.
  const drafted = await runBody(calls, draft, body, signal).finally(() => draft.end())
  if ('stopped' in drafted) return { ok: false, status: 'refused', error: STOPPED[drafted.stopped], warnings: [] }
  if ('refused' in drafted) return drafted.refused
  const { value } = drafted
  // `false`, as from `verify`: a body may check its own draft.
  if (value === false) {
    await draft.discard()
    return { ok: false, status: 'reverted', error: BODY_RETURNED_FALSE, warnings: [] }
  }

  const args = {
    transaction,
    verify: verify !== undefined,
    base,
    within: within(),
    ...(folders && { made_folders: folders.made, removed_folders: folders.removed }),
  }
  const placed = await calls.call('put_in_place', args, signal)
  if (!isAnswered(placed)) {
    await draft.discard()
    return refusedResult(placed)
  }
  if (placed.status === 'committed' || !verify) return committedResult(placed, value)
  const request = verifyRequest(placed.answer.data)
  const abort = async (reason: string, thrown?: unknown): Promise<api.TransactionReverted> => {
    const ended = await calls.end('abort', {
      transaction,
      reason,
      message: thrown === undefined ? undefined : messageOf(thrown),
    })
    return { ...revertedResult(ended), ...(reason === 'threw' && { cause: thrown }) }
  }
  // A transaction within `verify` of another would wait for the outer one's lock forever. By the ids the native half
  // refuses its calls.
  const ids = [...(verifying.getStore() ?? []), request.commitId]
  let verdict: { value: boolean | void } | { stopped: Stopped }
  try {
    // An async function, so that what `verify` throws at once is a rejection like any other.
    const started = verifying.run(ids, async () => verify(request))
    verdict = await unlessStopped(started, calls, signal)
  } catch (thrown) {
    return abort('threw', thrown)
  }
  if ('stopped' in verdict) return abort(verdict.stopped)
  if (verdict.value === false) return abort('false')
  // Not cancellable from here on: the files are in place, and the caller knows of nothing else.
  const ended = await calls.end('commit', { transaction })
  return isAnswered(ended) ? committedResult(ended, value) : revertedResult(ended)
}

type Stopped = 'cancelled' | 'closed'

const STOPPED: Record<Stopped, api.FileFailure> = {
  cancelled: failure('cancelled', 'The transaction was cancelled. Nothing was changed.'),
  closed: failure('closed', 'The workspace is closed. Nothing was changed.'),
}

const BODY_RETURNED_FALSE = failure('verify_failed', 'The body of the transaction returned false. Nothing was written.')

function failure(code: api.FileErrorCode, message: string): api.FileFailure {
  return { code, group: groupOf(code), message }
}

/**
 * Runs the body. A refused step refuses the whole, also when the body catches the error of the step. Any other error
 * belongs to the caller and is rethrown once the draft is gone.
 */
async function runBody<Value>(
  calls: NativeCalls,
  draft: Draft,
  body: (tx: api.WorkspaceTransaction) => Value | Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<{ value: Value } | { stopped: Stopped } | { refused: api.Refused<api.FileFailure> }> {
  try {
    // An async function, as the body may throw before its first promise.
    const drafted = await unlessStopped((async () => body(draft.door()))(), calls, signal)
    const refused = 'stopped' in drafted ? undefined : draft.refused
    if ('stopped' in drafted || refused) await draft.discard()
    return refused ? { refused } : drafted
  } catch (thrown) {
    await draft.discard()
    // Both: the error may be from another transaction, which this body has called.
    if (thrown instanceof RefusedError && draft.refused) return { refused: draft.refused }
    throw thrown
  }
}

/** The result of the work, or the reason why the caller or `close` no longer waits for it. */
function unlessStopped<Value>(
  work: Promise<Value>,
  calls: NativeCalls,
  signal: AbortSignal | undefined,
): Promise<{ value: Value } | { stopped: Stopped }> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      signal?.removeEventListener('abort', cancelled)
      calls.closed.removeEventListener('abort', closed)
      finish()
    }
    const cancelled = (): void => settle(() => resolve({ stopped: 'cancelled' }))
    const closed = (): void => settle(() => resolve({ stopped: 'closed' }))
    work.then(
      (value) => settle(() => resolve({ value })),
      (thrown: unknown) => settle(() => reject(thrown)),
    )
    // After `work` has its handlers: an unhandled rejection would end the process.
    if (signal?.aborted) cancelled()
    if (calls.closed.aborted) closed()
    signal?.addEventListener('abort', cancelled, { once: true })
    calls.closed.addEventListener('abort', closed, { once: true })
  })
}

/** The files as a transaction would leave them, until its body has ended. */
class Draft {
  readonly #calls: NativeCalls
  readonly #transaction: number
  #refused: api.Refused<api.FileFailure> | undefined
  #hasEnded = false

  constructor(calls: NativeCalls, transaction: number) {
    this.#calls = calls
    this.#transaction = transaction
  }

  /** The first refusal among the steps that had to succeed. */
  get refused(): api.Refused<api.FileFailure> | undefined {
    return this.#refused
  }

  /** The object that the body gets: the steps, without a way to end the draft. */
  door(): api.WorkspaceTransaction {
    const attempts: api.TransactionAttempts = {
      read: async (...given) => {
        const envelope = await this.#call('read', given)
        return isAnswered(envelope)
          ? { ok: true, status: 'ok', text: envelope.answer.data.content }
          : refusedResult(envelope)
      },
      edit: async (...given) => {
        const envelope = await this.#call('edit', given)
        if (!isAnswered(envelope)) return refusedResult(envelope)
        const { replacements, lines, truncated } = envelope.answer.data
        // An edit with an empty old text creates a file.
        const change = given[0].oldText === '' ? 'created' : 'updated'
        return { ...staged(change), replacements, lines, ...(truncated && { truncated }) }
      },
      write: async (...given) => {
        const envelope = await this.#call('write', given)
        return isAnswered(envelope) ? staged(changeOf(envelope.answer.data.type)) : refusedResult(envelope)
      },
      delete: async (...given) => {
        const envelope = await this.#call('delete', given)
        return isAnswered(envelope) ? staged('deleted') : refusedResult(envelope)
      },
      rename: async (...given) => {
        const envelope = await this.#call('rename', given)
        return isAnswered(envelope) ? staged('renamed') : refusedResult(envelope)
      },
    }
    return Object.freeze({
      read: async (...given) => this.#require(await attempts.read(...given)),
      edit: async (...given) => this.#require(await attempts.edit(...given)),
      write: async (...given) => this.#require(await attempts.write(...given)),
      delete: async (...given) => this.#require(await attempts.delete(...given)),
      rename: async (...given) => this.#require(await attempts.rename(...given)),
      try: Object.freeze(attempts),
    } satisfies api.WorkspaceTransaction)
  }

  end(): void {
    this.#hasEnded = true
  }

  /** Discards the draft, if it still exists. Closing the workspace does so too. */
  async discard(): Promise<void> {
    if (!this.#calls.closed.aborted) await this.#calls.call('discard', { transaction: this.#transaction })
  }

  #require<Result extends Step>(result: Result | api.Refused<api.FileFailure>): Result {
    if (result.ok) return result
    this.#refused ??= result
    throw new RefusedError(result.error)
  }

  async #call<Name extends keyof typeof STEP_ARGUMENTS>(
    name: Name,
    given: readonly unknown[],
  ): Promise<Envelope<WorkspaceCalls[Name]>> {
    if (this.#hasEnded) {
      throw new ScenewrightError('closed', 'The transaction has ended. Begin another one.')
    }
    const { args, signal } = takeArguments(`tx.${name}`, STEP_ARGUMENTS[name], given, ['signal'])
    return this.#calls.call(name, { ...(args as object), transaction: this.#transaction }, signal)
  }
}

/** A step that was carried out. */
interface Step {
  readonly ok: true
  readonly status: string
}

function staged<Change extends api.ChangeKind>(change: Change) {
  return { ok: true, status: 'staged', change } as const
}

export function refusedResult(envelope: Failed): api.Refused<api.FileFailure> {
  return { ok: false, status: 'refused', error: fileFailure(errorOf(envelope)), warnings: warningsOf(envelope) }
}

function revertedResult(envelope: Failed): api.TransactionReverted {
  return { ok: false, status: 'reverted', error: fileFailure(errorOf(envelope)), warnings: warningsOf(envelope) }
}

function committedResult<Value>(
  envelope: Answered<'ok' | 'committed', FilesInPlace>,
  value: Value,
): api.TransactionCommitted<Value> {
  const files = verifyRequest(envelope.answer.data)
  return { ok: true, status: 'committed', ...files, value, warnings: warningsOf(envelope) }
}

function verifyRequest({ transactionId, files }: FilesInPlace): api.VerifyRequest {
  return { commitId: transactionId, files: files.map(toFileChange) }
}

const MAX_WORDS_LEN = 2_000

/** Describes a thrown value as text that can cross the binding. */
function messageOf(thrown: unknown): string {
  // Strings of JavaScript may have half a character, also where the cut splits one; text of the native half may not.
  return describeThrown(thrown)
    .slice(0, MAX_WORDS_LEN)
    .replace(/\p{Surrogate}/gu, '\ufffd')
}
