import { AsyncLocalStorage } from 'node:async_hooks'
import { setMaxListeners } from 'node:events'

import type * as api from '../index.js'
import type { NativeWorkspace } from './binding.js'
import { reading } from './check.js'
import { fromNative, ScenewrightError } from './errors.js'
import { Listeners } from './events.js'
import { answerQuestion, toolRefusal, type FileEnvelope, type Hooks } from './files.js'
import { changingTools } from './tools.js'
import { within } from './verifying.js'
import { toWorkspaceEvent, WORKSPACE_EVENTS } from './vocabulary.js'
import { encodeArguments, refusal, type Envelope, type Failed } from './wire.js'
import type { WorkspaceCalls, WorkspaceMessage } from './wire-types.js'

/** The questions to the host during which other transactions wait. */
const TRANSACTION_TOOLS: ReadonlySet<string> = new Set(['transaction', 'Undo', 'merge'])

/** The calls that wait during such a question. */
const TRANSACTION_CALLS: ReadonlySet<string> = new Set(
  'begin read edit write delete rename discard put_in_place undo redo merge purge_history history'.split(' '),
)

const EVENTS = Object.keys(WORKSPACE_EVENTS) as (keyof api.WorkspaceEvents)[]

/** A call of a file tool. */
export interface ToolCall {
  /** The answer has no data: it is for a model. */
  readonly isShownOnly?: boolean | undefined
  /** The commit that a change builds on. */
  readonly base?: string | undefined
}

/** The native half of one session, the calls in flight on it, and its events. */
export class NativeCalls {
  readonly #native: NativeWorkspace
  readonly #closed = new AbortController()
  readonly #listeners = new Listeners<api.WorkspaceEvents>(EVENTS)
  /** The listeners that asked for the contents of edited files. */
  readonly #wantContents = new Set<unknown>()
  /** The question that the current code answers, while a change waits for it. */
  readonly #asked = new AsyncLocalStorage<{ isAwaited: boolean; readonly holdsTransactions: boolean }>()
  #lastCallId = 0
  #closing: Promise<void> | undefined

  constructor(native: NativeWorkspace, hooks: Hooks) {
    this.#native = native
    // Every running transaction adds a listener.
    setMaxListeners(0, this.#closed.signal)
    native.onMessage((messageJson) => {
      const message: WorkspaceMessage = JSON.parse(messageJson)
      if (message.type !== 'ask') return this.#emit(toWorkspaceEvent(message))
      const tool: string = message.request.tool
      const holdsTransactions = TRANSACTION_TOOLS.has(tool)
      const asked = { isAwaited: holdsTransactions || changingTools().has(tool), holdsTransactions }
      void this.#asked.run(asked, () => answerQuestion(native, hooks, message)).finally(() => (asked.isAwaited = false))
    })
  }

  /**
   * Calls a file tool. Refusals are envelopes; throws only when closed and for bugs of this package.
   */
  async callTool(
    name: string,
    args: unknown,
    signal?: AbortSignal,
    { isShownOnly = false, base }: ToolCall = {},
  ): Promise<FileEnvelope> {
    const encoded = this.#encode(name, args, signal)
    if ('refused' in encoded) return encoded.refused
    return this.#cancellable(
      signal,
      (callId) => this.#native.callTool(name, encoded.json, callId, [...within()], isShownOnly, base),
      parse<FileEnvelope>,
    )
  }

  /**
   * Calls a file tool for a client whose answer is the line that begins with `start`. Returns the whole line, or the
   * envelope of an answer that is more than text.
   */
  async callToolForLine(
    name: string,
    args: unknown,
    start: string,
    signal?: AbortSignal,
  ): Promise<Uint8Array | FileEnvelope> {
    const encoded = this.#encode(name, args, signal)
    if ('refused' in encoded) return encoded.refused
    return this.#cancellable(
      signal,
      (callId) => this.#native.callToolForLine(name, encoded.json, callId, start),
      (answer) => (typeof answer === 'string' ? parse<FileEnvelope>(answer) : answer),
    )
  }

  /** The arguments of a file tool as JSON, or the refusal of a call that cannot be made. */
  #encode(name: string, args: unknown, signal?: AbortSignal): { json: string } | { refused: FileEnvelope } {
    this.assertOpen()
    const encoded = encodeArguments(args)
    if ('problem' in encoded) return { refused: toolRefusal('invalid_input', encoded.problem) }
    if (signal?.aborted) return { refused: toolRefusal('cancelled', 'The call was cancelled.') }
    if (changingTools().has(name) && this.#asked.getStore()?.isAwaited) {
      const words = 'A change that is made in a hook of another change would wait for it for ever.'
      return { refused: toolRefusal('invalid_input', words) }
    }
    return encoded
  }

  listen<Name extends keyof api.WorkspaceEvents>(
    name: Name,
    listener: (event: api.WorkspaceEvents[Name]) => void,
    options: unknown,
    contents: boolean,
  ): void {
    this.assertOpen()
    this.#listeners.addWith(name, listener, options, ['contents'])
    if (contents) this.#wantContents.add(listener)
    this.#subscribe()
  }

  stopListening<Name extends keyof api.WorkspaceEvents>(
    name: Name,
    listener: (event: api.WorkspaceEvents[Name]) => void,
  ): void {
    this.#listeners.remove(name, listener)
    if (name === 'edit') this.#wantContents.delete(listener)
    this.#subscribe()
  }

  /** The events as they come, until the signal is aborted or the workspace is closed. */
  stream<Name extends keyof api.WorkspaceEvents>(
    names: readonly Name[] | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<api.WorkspaceEvents[Name], void> {
    this.assertOpen()
    const stream = this.#listeners.stream(names, signal)
    this.#subscribe()
    return stream as AsyncGenerator<api.WorkspaceEvents[Name], void>
  }

  exportState(): string {
    this.assertOpen()
    try {
      return this.#native.exportState()
    } catch (thrown) {
      throw fromNative(thrown)
    }
  }

  #subscribe(): void {
    const names = this.#listeners.heard.map((name) => WORKSPACE_EVENTS[name])
    this.#native.subscribe(names, this.#wantContents.size > 0)
  }

  #emit(event: api.WorkspaceEvents[keyof api.WorkspaceEvents]): void {
    if (event.type !== 'edit') return this.#listeners.emit(event)
    const { newText: _, oldText: __, ...plain } = event
    this.#listeners.emit(event, (listener) => (this.#wantContents.has(listener) ? event : plain))
  }

  /** Aborts when the workspace is closed. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  assertOpen(): void {
    if (this.#closing) throw new ScenewrightError('closed', 'The workspace is closed. Open it again.')
  }

  /** Calls by name. Refusals are envelopes; throws only when closed and for faults of our own. */
  async call<Name extends keyof WorkspaceCalls>(
    name: Name,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Envelope<WorkspaceCalls[Name]>> {
    this.assertOpen()
    const encoded = encodeArguments(args)
    if ('problem' in encoded) return refusal('invalid_input', encoded.problem)
    if (signal?.aborted) return refusal('cancelled', 'The call was cancelled.')
    const asked = this.#asked.getStore()
    if (asked?.isAwaited && asked.holdsTransactions && TRANSACTION_CALLS.has(name)) {
      return refusal('invalid_input', 'A transaction in a hook of another transaction would wait for it for ever.')
    }
    return this.#cancellable(
      signal,
      (callId) => this.#native.call(name, encoded.json, callId),
      parse<Envelope<WorkspaceCalls[Name]>>,
    )
  }

  /** Ends a transaction. It cannot be cancelled, and also succeeds while the workspace is being closed. */
  end(name: 'commit', args: object): Promise<Envelope<WorkspaceCalls['commit']>>
  end(name: 'abort', args: object): Promise<Failed>
  end(name: 'commit' | 'abort', args: object): Promise<Envelope<WorkspaceCalls['commit']>> {
    return this.#cancellable(
      undefined,
      (callId) => this.#native.call(name, JSON.stringify(args), callId),
      parse<Envelope<WorkspaceCalls['commit']> & Failed>,
    )
  }

  /** It can be called repeatedly; all calls wait for the same end. */
  close(): Promise<void> {
    if (!this.#closing) {
      const end = async (): Promise<void> => {
        try {
          await this.#native.close()
        } catch (thrown) {
          throw fromNative(thrown)
        } finally {
          this.#listeners.end()
        }
      }
      this.#closing = end()
      this.#closed.abort()
    }
    return this.#closing
  }

  async #cancellable<Answer, Native>(
    signal: AbortSignal | undefined,
    start: (callId: number) => Promise<Native>,
    read: (answer: Native) => Answer,
  ): Promise<Answer> {
    const callId = this.#nextCallId()
    const cancel = (): void => this.#native.cancel(callId)
    reading('signal', () => signal?.addEventListener('abort', cancel, { once: true }))
    try {
      return read(await start(callId))
    } catch (thrown) {
      throw fromNative(thrown)
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Ids are 32 bits on the other side. Calls do not live long enough for two of the same id to meet. */
  #nextCallId(): number {
    this.#lastCallId = this.#lastCallId >= 0xffff_ffff ? 1 : this.#lastCallId + 1
    return this.#lastCallId
  }
}

/** Parses an answer of the native half, which is as its schemas promise; the tests hold it to them. */
function parse<Answer>(json: string): Answer {
  return JSON.parse(json)
}
