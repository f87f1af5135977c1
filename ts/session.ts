import type { SceneBytes } from '../index.js'
import type { NativeProject, NativeReply } from './binding.js'
import { reading, requireText } from './check.js'
import { fromNative, ScenewrightError } from './errors.js'
import { encodeArguments, refusal, type AnyCall, type Envelope } from './wire.js'
import type { LogEvent, ProgressEvent, ProjectCalls, SceneTools } from './wire-types.js'

/** The request of a page. */
export interface ViewQuestion {
  /** The commit whose scene is wanted; absent for the current scene. */
  readonly at?: string | undefined
  /** The version that the page shows. */
  readonly known?: string | undefined
  /** True to get the patch from that version where there is one, in place of the scene. */
  readonly patch?: boolean | undefined
  /** Values of parameters for a preview: nothing is committed. */
  readonly parameters?: { readonly [name: string]: unknown } | undefined
}

/** The saved scene to compare with the committed one, and the pictures or the text to return. */
interface SceneComparison {
  /** The text of a saved scene; absent to get the current one. */
  readonly saved?: string | undefined
  /** Pictures need a saved scene. Default: nothing. */
  readonly want?: 'scene' | 'before' | 'after' | 'difference' | undefined
}

/** An event about one call in progress. */
type CallEvent = LogEvent | ProgressEvent

/** The author of a call: a client of the tools, or a person at a page or in a shell. */
type Author = 'tool' | 'person'

/** The author of a change, and the commit that it must be based on. */
interface Maker {
  readonly author?: Author | undefined
  /** The change is refused unless this commit is the latest. */
  readonly base?: string | undefined
}

export type CallListener = (event: CallEvent) => void

const CANCELLED = 'The call was cancelled.'

/**
 * How long `close` waits for calls in flight before it cancels them. An edit of an ordinary project takes some 10 ms; a script that
 * loops would hold the process for as long as its time limit.
 */
const CLOSE_GRACE_MS = 1_000

/** The longest wait of an answer for the events before it, which come within milliseconds unless this thread is busy. */
const MAX_EVENT_WAIT_MS = 2_000

/** One native project, and the calls in flight on it. Everything the tools and the facade do goes through here. */
export class Session {
  readonly #native: NativeProject
  readonly #callListeners = new Map<number, CallListener>()
  readonly #inFlight = new Set<number>()
  #lastCallId = 0
  /** The number of events that have arrived. It wraps around where the other side's counter does. */
  #arrived = 0
  /** Calls whose events are still to come, with the number of the last of them. */
  readonly #late = new Set<{ readonly events: number; readonly go: () => void }>()
  /** The author of the calls, as recorded in the history; a call may name another one. */
  author: Author = 'tool'
  #closing: Promise<void> | undefined

  constructor(native: NativeProject) {
    this.#native = native
  }

  /** Calls a tool by its wire name. Refusals are envelopes; throws only when closed and for faults of our own. */
  async call<Name extends keyof SceneTools>(
    tool: Name,
    args: unknown,
    signal?: AbortSignal,
    listener?: CallListener,
    maker?: Maker,
  ): Promise<Envelope<SceneTools[Name]>>
  async call(
    tool: string,
    args: unknown,
    signal?: AbortSignal,
    listener?: CallListener,
    maker?: Maker,
  ): Promise<Envelope>
  async call(
    tool: string,
    args: unknown,
    signal?: AbortSignal,
    listener?: CallListener,
    { author = this.author, base }: Maker = {},
  ): Promise<Envelope> {
    requireText('callTool', 'the name of the tool', tool)
    this.assertOpen()
    const encoded = encodeArguments(args)
    if ('problem' in encoded) return refusal('invalid_input', encoded.problem)
    return this.#cancellable(
      signal,
      (callId) => this.#native.call(tool, encoded.json, callId, author === 'person', base),
      listener,
    )
  }

  /** The summary of the committed scene. */
  async summary(signal?: AbortSignal): Promise<Envelope<ProjectCalls['summary']>> {
    this.assertOpen()
    return this.#cancellable(signal, (callId) => this.#native.summary(callId))
  }

  /** The committed scene as a file of any size. */
  async exportWhole(
    args: unknown,
    signal?: AbortSignal,
    listener?: CallListener,
  ): Promise<Envelope<ProjectCalls['exportWhole']>> {
    this.assertOpen()
    const encoded = encodeArguments(args)
    if ('problem' in encoded) return refusal('invalid_input', encoded.problem)
    return this.#cancellable(signal, (callId) => this.#native.exportWhole(encoded.json, callId), listener)
  }

  /** A file of the project's folder `exports`. */
  async readExport(path: string, signal?: AbortSignal): Promise<Envelope<ProjectCalls['readExport']>> {
    this.assertOpen()
    return this.#cancellable(signal, (callId) => this.#native.readExport(path, callId))
  }

  /** Starts emitting events for commits of other processes and for edits by hand; `false` stops it. */
  async watch(isWanted: boolean): Promise<void> {
    this.assertOpen()
    await this.#native.watch(isWanted).catch(rethrow)
  }

  /** Counts an event whose listeners were called, and lets the calls continue that waited for it. */
  noteEvent(): void {
    this.#arrived = (this.#arrived + 1) >>> 0
    for (const late of this.#late) {
      // Equal, not at least: numbers wrap around, and each number passes this line exactly once.
      if (late.events === this.#arrived) late.go()
    }
  }

  /** Waits for the events that the other side sent before an answer: they come on another way. */
  async #afterEvents(events: number): Promise<void> {
    // As the numbers wrap around, more than half of all of them ahead means that it has passed.
    const missing = (events - this.#arrived) >>> 0
    if (missing === 0 || missing > 0x7fff_ffff) return
    await new Promise<void>((resolve) => {
      // Events alone keep no process alive, and the caller waits for its answer.
      const timer = setTimeout(go, MAX_EVENT_WAIT_MS)
      const late = { events, go }
      const all = this.#late
      function go(): void {
        clearTimeout(timer)
        all.delete(late)
        resolve()
      }
      all.add(late)
    })
  }

  /** Passes an event about one call to the listener of that call. */
  emit(event: CallEvent): void {
    this.#callListeners.get(event.callId)?.(event)
  }

  /** The scene for a page. The picture of the envelope is JSON; it is absent if the page shows that version already. */
  async view(question: ViewQuestion = {}, signal?: AbortSignal): Promise<Envelope<ProjectCalls['view']>> {
    this.assertOpen()
    const json = JSON.stringify(question)
    return this.#cancellable(signal, (callId) => this.#native.view(json, callId))
  }

  /**
   * Compares the committed scene with a saved one. The picture of the envelope is the requested picture, or the text of the
   * scene.
   */
  async compare(question: SceneComparison, signal?: AbortSignal): Promise<Envelope<ProjectCalls['compare']>> {
    this.assertOpen()
    const json = JSON.stringify(question)
    return this.#cancellable(signal, (callId) => this.#native.compare(json, callId))
  }

  /** The report of the drawing. The picture of the envelope is the text of a format other than JSON. */
  async report(question: object, signal?: AbortSignal): Promise<Envelope<ProjectCalls['report']>> {
    this.assertOpen()
    const encoded = encodeArguments(question)
    if ('problem' in encoded) return refusal('invalid_input', encoded.problem)
    return this.#cancellable(signal, (callId) => this.#native.report(encoded.json, callId))
  }

  /** The named sets of values of parameters. */
  async parameterSets(signal?: AbortSignal): Promise<Envelope<ProjectCalls['parameterSets']>> {
    this.assertOpen()
    return this.#cancellable(signal, (callId) => this.#native.parameterSets(callId))
  }

  /** Saves a named set, or removes it where its values are null. */
  async putParameterSet(
    set: { readonly name: unknown; readonly values: unknown },
    { author = this.author, base }: Maker = {},
    signal?: AbortSignal,
  ): Promise<Envelope<ProjectCalls['putParameterSet']>> {
    this.assertOpen()
    const encoded = encodeArguments(set)
    if ('problem' in encoded) return refusal('invalid_input', encoded.problem)
    return this.#cancellable(signal, (callId) =>
      this.#native.putParameterSet(encoded.json, callId, author === 'person', base),
    )
  }

  /** One variant of a sweep, beside all other calls. The envelope's picture shows the variant. */
  async variant(question: object, signal?: AbortSignal): Promise<Envelope<ProjectCalls['variant']>> {
    this.assertOpen()
    const encoded = encodeArguments(question)
    if ('problem' in encoded) return refusal('invalid_input', encoded.problem)
    return this.#cancellable(signal, (callId) => this.#native.variant(encoded.json, callId))
  }

  /** Returns all files to the state that an earlier commit left. It is not available as a tool. */
  async restore(id: string, signal?: AbortSignal): Promise<Envelope<ProjectCalls['restore']>> {
    this.assertOpen()
    return this.#cancellable(signal, (callId) => this.#native.restore(id, callId))
  }

  /** Removes the history for good. It is not available as a tool. */
  async purgeHistory(signal?: AbortSignal): Promise<Envelope<ProjectCalls['purgeHistory']>> {
    this.assertOpen()
    return this.#cancellable(signal, (callId) => this.#native.purgeHistory(callId))
  }

  exportState(): string {
    this.assertOpen()
    return guarded(() => this.#native.exportState())
  }

  async flush(): Promise<void> {
    this.assertOpen()
    await this.#native.flush().catch(rethrow)
  }

  /**
   * Waits for the calls in flight for at most this time, then cancels them. It can be called repeatedly: all calls wait for the
   * same end, and the shortest time counts.
   */
  async close(graceMs = CLOSE_GRACE_MS): Promise<void> {
    // The set is read when the time is over: calls that have ended until then need no cancelling.
    const cancelAll = (): void => {
      for (const callId of this.#inFlight) this.#native.cancel(callId)
    }
    const timer = setTimeout(cancelAll, graceMs)
    try {
      // One close for all callers; the timer above is each caller's own.
      this.#closing ??= this.#native.close().catch(rethrow)
      await this.#closing
    } finally {
      clearTimeout(timer)
    }
  }

  assertOpen(): void {
    if (this.#closing) throw new ScenewrightError('closed', 'The project is closed. Open it again.')
  }

  async #cancellable<Call extends AnyCall>(
    signal: AbortSignal | undefined,
    start: (callId: number) => Promise<NativeReply>,
    listener?: CallListener,
  ): Promise<Envelope<Call>> {
    // A signal that was aborted before emits no event, so the listener below would never be called.
    if (signal?.aborted) return refusal('cancelled', CANCELLED)
    const callId = this.#nextCallId()
    if (listener) this.#callListeners.set(callId, listener)
    this.#inFlight.add(callId)
    const cancel = (): void => this.#native.cancel(callId)
    reading('signal', () => signal?.addEventListener('abort', cancel, { once: true }))
    try {
      const { envelope: json, picture, events } = await start(callId)
      // Before the listener of the call is removed below: the last events of a call are its own.
      await this.#afterEvents(events)
      // As the schemas of the native half promise; the tests hold it to them.
      const envelope: Envelope<Call> = JSON.parse(json)
      return picture ? { ...envelope, picture: picture as SceneBytes } : envelope
    } catch (thrown) {
      throw fromNative(thrown)
    } finally {
      this.#callListeners.delete(callId)
      this.#inFlight.delete(callId)
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Ids are 32 bits on the other side. Calls do not live long enough for two of the same id to meet. */
  #nextCallId(): number {
    this.#lastCallId = this.#lastCallId >= 0xffff_ffff ? 1 : this.#lastCallId + 1
    return this.#lastCallId
  }
}

function guarded<T>(operation: () => T): T {
  try {
    return operation()
  } catch (thrown) {
    return rethrow(thrown)
  }
}

function rethrow(thrown: unknown): never {
  throw fromNative(thrown)
}
