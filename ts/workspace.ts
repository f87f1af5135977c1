import { setMaxListeners } from 'node:events'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

import type * as api from '../index.js'
import type { NativeWorkspace } from './binding.js'
import { fromNative, ScenewrightError } from './errors.js'
import { native } from './native.js'
import { refusedResult, runTransaction, within } from './transaction.js'
import { encodeArguments, refusal, type Envelope } from './wire.js'

/** The typed face of one session on a workspace. What each member promises is documented in `index.d.ts`. */
export class Workspace implements api.Workspace {
  readonly roots: readonly string[]
  readonly #calls: NativeCalls

  private constructor(roots: readonly string[], calls: NativeCalls) {
    this.roots = roots
    this.#calls = calls
  }

  static async open(options: api.WorkspaceOptions): Promise<Workspace> {
    const { root, roots: several, stateDir, ...others } = options ?? {}
    const roots = rootFolders(root, several)
    const encoded = encodeArguments({ ...others, roots, stateDir: stateFolder(stateDir) })
    if ('problem' in encoded) throw new ScenewrightError('invalid_input', `Workspace.open: ${encoded.problem}`)
    const { binding } = native()
    try {
      return new Workspace(roots, new NativeCalls(new binding.NativeWorkspace(encoded.json)))
    } catch (thrown) {
      throw fromNative(thrown)
    }
  }

  transaction<Value>(
    body: (tx: api.WorkspaceTransaction) => Value | Promise<Value>,
    options: api.TransactionOptions = {},
  ): Promise<api.TransactionResult<Value>> {
    return runTransaction(this.#calls, body, options)
  }

  async undo(args: api.UndoArguments = {}, options?: api.CallOptions): Promise<api.WorkspaceUndoResult> {
    return takenBack<api.WorkspaceUndoResult>(await this.#takeBack('undo', args, options))
  }

  async redo(args: api.UndoArguments = {}, options?: api.CallOptions): Promise<api.WorkspaceRedoResult> {
    return takenBack<api.WorkspaceRedoResult>(await this.#takeBack('redo', args, options))
  }

  async history(args: api.HistoryArguments = {}, options?: api.CallOptions): Promise<api.WorkspaceHistoryResult> {
    const envelope = await this.#calls.call('history', args, options?.signal)
    if (!envelope.answer.success) return refusedResult(envelope)
    return { status: 'ok', ...(envelope.answer.data as Omit<Extract<api.WorkspaceHistoryResult, { status: 'ok' }>, 'status'>) }
  }

  close(): Promise<void> {
    return this.#calls.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #takeBack(name: 'undo' | 'redo', args: api.UndoArguments, options: api.CallOptions | undefined) {
    return this.#calls.call(name, { ...args, within: within() }, options?.signal)
  }
}

/** The native half of one session, and the calls in flight on it. */
export class NativeCalls {
  readonly #native: NativeWorkspace
  readonly #closed = new AbortController()
  #lastCallId = 0
  #closing: Promise<void> | undefined

  constructor(native: NativeWorkspace) {
    this.#native = native
    // Every transaction under way listens.
    setMaxListeners(0, this.#closed.signal)
  }

  /** Aborts when the workspace is closed. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  assertOpen(): void {
    if (this.#closing) throw new ScenewrightError('closed', 'The workspace is closed. Open it again to go on.')
  }

  /** Calls by name. Refusals are envelopes; throws only when closed and for faults of our own. */
  async call(name: string, args: object, signal?: AbortSignal): Promise<Envelope> {
    this.assertOpen()
    const encoded = encodeArguments(args)
    if ('problem' in encoded) return refusal('invalid_input', encoded.problem)
    if (signal?.aborted) return refusal('cancelled', 'The call was cancelled.')
    const callId = this.#nextCallId()
    const cancel = (): void => this.#native.cancel(callId)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await this.#answer(name, toWireNames(args), callId)
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Ends a transaction. It cannot be cancelled, and goes through while the workspace is being closed as well. */
  end(name: 'commit' | 'abort', args: object): Promise<Envelope> {
    return this.#answer(name, args, this.#nextCallId())
  }

  /** Can be called any number of times; each waits for the one end. */
  close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = this.#native.close().catch((thrown: unknown) => {
        throw fromNative(thrown)
      })
      this.#closed.abort()
    }
    return this.#closing
  }

  async #answer(name: string, args: object, callId: number): Promise<Envelope> {
    try {
      return JSON.parse(await this.#native.call(name, JSON.stringify(args), callId)) as Envelope
    } catch (thrown) {
      throw fromNative(thrown)
    }
  }

  /** Ids are 32 bits on the other side. Calls do not live long enough for two of the same id to meet. */
  #nextCallId(): number {
    this.#lastCallId = this.#lastCallId >= 0xffff_ffff ? 1 : this.#lastCallId + 1
    return this.#lastCallId
  }
}

function takenBack<Result extends { readonly status: string }>(envelope: Envelope): Result {
  const { answer } = envelope
  const result = answer.success
    ? { status: 'committed', ...(answer.data as object), warnings: answer.warnings ?? [] }
    : refusedResult(envelope)
  return result as unknown as Result
}

/** On the wire names are spelled in snake_case. No argument here holds objects of its own. */
function toWireNames(args: object): object {
  const spell = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [spell(name), value]))
}

function rootFolders(root: unknown, several: unknown): string[] {
  const given = root === undefined ? several : several === undefined ? [root] : undefined
  const isFolder = (path: unknown): path is string => typeof path === 'string' && path !== ''
  if (!Array.isArray(given) || given.length === 0 || !given.every(isFolder)) {
    throw new ScenewrightError('invalid_input', 'Workspace.open: give root, the path of a folder, or roots, a list.')
  }
  return given.map((path) => resolve(path))
}

/** The folder that was asked for, else the one of the environment, else where the platform keeps such things. */
function stateFolder(given: unknown): string {
  if (given !== undefined && (typeof given !== 'string' || given === '')) {
    throw new ScenewrightError('invalid_input', 'Workspace.open: stateDir must be the path of a folder.')
  }
  return resolve(given ?? (process.env['SCENEWRIGHT_STATE_DIR'] || platformStateFolder()))
}

function platformStateFolder(): string {
  const { env, platform } = process
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'scenewright')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), 'scenewright')
  // A relative path there is to be ignored, says the standard.
  const state = env['XDG_STATE_HOME']
  return join(state && isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'scenewright')
}
