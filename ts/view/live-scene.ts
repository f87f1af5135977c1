import { existsSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

import type * as api from '../../index.js'
import type { Listeners } from '../events.js'
import { errorOf } from '../results.js'
import type { Session, ViewQuestion } from '../session.js'
import { errorInfoOf } from '../vocabulary.js'
import { isAnswered, type Answered } from '../wire.js'
import type { ErrorInfo, ScenePatch, View } from '../wire-types.js'
import { GoodCode, isSameCode, type Code } from './good-code.js'
import type { OutputLine, ScriptOutput } from './script-output.js'
import { SettledCode } from './settled-code.js'

/** A message to a page. */
export type LiveEvent =
  /**
   * The version of the current scene; null if there is none. If the code on disk fails, it has the error, and the scene is
   * the last working one.
   */
  | {
      readonly type: 'scene'
      readonly version: string | null
      readonly transactionId: string | null
      readonly error?: ErrorInfo
    }
  | { readonly type: 'log'; readonly level: string; readonly message: string }
  | { readonly type: 'revert'; readonly error: ErrorInfo }

/** A state of the scene: its commit, and its own name. */
interface SceneState {
  readonly transactionId: string
  readonly version: string
}

/** The scene for pages, as JSON. */
export interface SceneBytes extends SceneState {
  readonly json: Buffer
}

/** What leads from one state of a large scene to this one: the new scene with the rows that are new, as JSON. */
export interface SceneChange extends SceneState {
  readonly patch: ScenePatch & { readonly from: string }
  readonly rows: Buffer
}

/** The answer to a page: the scene, the reason why there is none, or nothing in an empty project. */
export type SceneAnswer = SceneBytes | ErrorInfo | undefined

/** An editor may write a file in several steps: a check waits until the files are quiet for this long, but not forever. */
const QUIET_MS = 12
const MAX_UNQUIET_MS = 60

/**
 * The cache of the scene is the last file of a commit: a check after it sees the whole commit and need not run main. Of a
 * large scene what is different is written first, beside the journal. This is how long a check waits for one of the two:
 * where most of a large scene is new, there is only the cache, much later, and main is run instead.
 */
const CACHE = 'scene.json'
const PATCH = 'scene.patch'
const MAX_CACHE_WAIT_MS = 60

/** The largest scene that is sent to all pages as soon as there is one; of a larger one they are sent what is different. */
export const MAX_WHOLE_BYTES = 1 << 20

/** The folder that commits write to, and that is never edited by hand. */
const JOURNAL = '.scenewright'

/** The time between two checks of folders without change notifications, such as network folders. */
const POLL_MS = 2_000

/** The failures that take as long as a run may take. */
const LIMITS: ReadonlySet<string> = new Set(['timeout', 'memory'])

/** The most earlier scenes that are kept. */
const MAX_KEPT_SCENES = 4

/** The current scene of a project, whether this process, another one or a person with an editor changed it. */
export class LiveScene {
  readonly #session: Session
  readonly #dir: string
  readonly #hear: (event: LiveEvent, scene?: SceneBytes | SceneChange) => void
  readonly #output: ScriptOutput
  readonly #watchers = new Map<string, FSWatcher>()
  #timer: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #unquietSince: number | undefined
  #quietMs = 0
  #looking: Promise<void> | undefined
  #looksAgain = false
  #isAsked = false
  #now: SceneState | undefined
  /** The current scene as a page was last sent it whole. */
  #whole: SceneBytes | undefined
  /** The bytes of the latest scene that was read whole. */
  #size = 0
  #failure: ErrorInfo | undefined
  /** The code that ran into a limit. */
  #endless: Code | undefined
  /** True once a check has found out whether there is a scene. */
  #hasLooked = false
  readonly #earlier = new Map<string, Promise<SceneBytes | ErrorInfo>>()
  readonly code: GoodCode
  readonly #settled: SettledCode

  constructor(
    session: Session,
    listeners: Listeners<api.ProjectEvents>,
    dir: string,
    output: ScriptOutput,
    hear: (event: LiveEvent, scene?: SceneBytes | SceneChange) => void,
  ) {
    this.#session = session
    this.#output = output
    this.#dir = dir
    this.code = new GoodCode(dir)
    this.#settled = new SettledCode(dir, this.code)
    this.#hear = hear
    listeners.add('commit', () => this.#lookNow())
    listeners.add('revert', ({ error }) => hear({ type: 'revert', error: errorInfoOf(error) }))
    listeners.add('log', ({ level, message }) => hear({ type: 'log', level, message }))
  }

  /** The event with the current state, for a new page. */
  get state(): LiveEvent {
    const [now, error] = [this.#now, this.#failure]
    return {
      type: 'scene',
      version: now?.version ?? null,
      transactionId: now?.transactionId ?? null,
      ...(error && { error }),
    }
  }

  start(): void {
    this.#poll = setInterval(() => {
      // A check that takes longer than this interval may run into a limit, and would be made once more for nothing.
      if (this.#looking) return
      // Code that ran into a limit would do so again, and keep all other calls waiting for as long.
      const code = this.#endless && this.code.read()
      if (!this.#endless || !code || !isSameCode(code, this.#endless)) this.#soon()
    }, POLL_MS)
    this.#poll.unref()
    this.#watchFolders()
  }

  stop(): void {
    clearInterval(this.#poll)
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** The event with the current state, once that is known. */
  get knownState(): LiveEvent | undefined {
    return this.#hasLooked ? this.state : undefined
  }

  /** The error of a project whose folder has been renamed or removed; undefined while the folder is there. */
  get missingFolder(): ErrorInfo | undefined {
    if (existsSync(this.#dir)) return undefined
    return {
      kind: 'io',
      message: `The folder ${this.#dir} is missing. The page goes on by itself when it is back under this name.`,
    }
  }

  /** The reason why the code on disk fails, if it does. */
  get failure(): ErrorInfo | undefined {
    return this.#failure
  }

  /** The current or last working scene; the error if there never was one. */
  async scene(): Promise<SceneAnswer> {
    await this.look()
    const [now, whole] = [this.#now, this.#whole]
    if (!now) return this.#failure
    if (whole?.version === now.version) return whole
    // Only what is different was read since.
    const found = await this.#ask({})
    return 'json' in found ? (this.#whole = found) : found
  }

  /** The output of the code on disk, and the commit of the scene that it drew. Code that fails has none. */
  async output(): Promise<{ readonly transactionId: string | null; readonly lines: readonly OutputLine[] }> {
    await this.look()
    const { transactionId } = this.#now ?? {}
    if (transactionId === undefined || this.#failure) return { transactionId: transactionId ?? null, lines: [] }
    return { transactionId, lines: await this.#output.of(transactionId, this.code.last) }
  }

  /** The scene with other values of its parameters, or what leads there from the one that the page shows. Nothing is committed. */
  async preview(
    parameters: ViewQuestion['parameters'],
    known: string | undefined,
    signal: AbortSignal,
  ): Promise<SceneBytes | SceneChange | ErrorInfo> {
    const { envelope } = await this.#viewSettled({ parameters, known, patch: this.#isLarge }, signal)
    return isAnswered(envelope) ? (readScene(envelope, known) ?? NO_SCENE) : errorOf(envelope)
  }

  /** The scene as a commit left it. */
  sceneAt(id: string): Promise<SceneBytes | ErrorInfo> {
    const known = this.#earlier.get(id)
    if (known) return known
    const asked = this.#ask({ at: id })
    this.#earlier.set(id, asked)
    // The oldest entry is evicted first; a failed one is requested again.
    const [oldest] = this.#earlier.keys()
    if (this.#earlier.size > MAX_KEPT_SCENES && oldest !== undefined) this.#earlier.delete(oldest)
    void asked.then((found) => {
      if (!('json' in found)) this.#earlier.delete(id)
    })
    return asked
  }

  /** Checks the scene again, and emits an event if it has changed. */
  look(): Promise<void> {
    this.#isAsked = true
    if (this.#looking) {
      this.#looksAgain = true
      return this.#looking
    }
    this.#looking = this.#lookOnce().finally(() => {
      this.#looking = undefined
      if (this.#looksAgain) {
        this.#looksAgain = false
        this.#lookNow()
      }
    })
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    const missing = this.missingFolder
    if (missing) {
      this.#hasLooked = true
      // A watcher follows a folder that was renamed, and knows nothing of another one that takes its name.
      for (const folder of [...this.#watchers.keys()]) this.#unwatch(folder)
      return this.#fail(missing, undefined)
    }
    const known = this.#now?.version
    const { code, envelope, after } = await this.#viewSettled({ known, patch: this.#isLarge })
    const isFirst = !this.#hasLooked
    this.#hasLooked = true
    const isGood = isAnswered(envelope) && !envelope.answer.stale
    this.#output.note(isGood ? envelope.answer.data.transactionId : undefined)
    if (!isAnswered(envelope)) {
      const error = errorOf(envelope)
      return error.kind === 'not_ready' ? this.#empty(isFirst) : this.#fail(error, code)
    }
    const { transactionId, version, ...rest } = envelope.answer.data
    const { stale } = envelope.answer
    // Nothing comes with the answer where the scene is still the same.
    const scene = readScene(envelope, known)
    // The current files give no scene: the page keeps the last working one.
    if (stale) {
      if (!this.#now) this.#keep(scene)
      return this.#fail(stale, code)
    }
    this.code.keep(code, after)
    const isSame = rest.same === true && transactionId === this.#now?.transactionId && !this.#failure
    this.#failure = this.#endless = undefined
    if (rest.same) this.#now = this.#now && { transactionId, version }
    else this.#keep(scene)
    // The first scene is already being requested by the page that opened.
    if (!isSame) this.#hear(this.state, isFirst ? undefined : scene)
  }

  /** Asks for a scene when the code on disk is whole; returns that code too, and the code after the answer. */
  async #viewSettled(question: ViewQuestion, signal?: AbortSignal) {
    const look = async () => {
      const code = await this.#settled.read()
      const envelope = await this.#session.view(question, signal)
      return { code, envelope, after: this.code.read() }
    }
    const looked = await look()
    // main may have been read after an editor had emptied it and before it had written it.
    return this.#settled.isBeingWritten(looked.after) ? look() : looked
  }

  #keep(scene: SceneBytes | SceneChange | undefined): void {
    this.#now = scene && { transactionId: scene.transactionId, version: scene.version }
    this.#whole = scene && 'json' in scene ? scene : undefined
    if (this.#whole) this.#size = this.#whole.json.length
  }

  /** True for a scene of which pages are sent what is different. */
  get #isLarge(): boolean {
    return this.#size > MAX_WHOLE_BYTES
  }

  /** There is no drawing: no code exists yet, or its first commit was undone. */
  #empty(isFirst: boolean): void {
    const isSame = !this.#now && !this.#failure
    this.#keep(undefined)
    this.#failure = this.#endless = undefined
    if (!isSame || isFirst) this.#hear(this.state)
  }

  #fail(error: ErrorInfo, code: Code | undefined): void {
    // A check that was cancelled is no verdict on the scene.
    if (error.kind === 'cancelled') return
    this.#endless = LIMITS.has(error.kind) ? code : undefined
    if (JSON.stringify(error) === JSON.stringify(this.#failure)) return
    this.#failure = error
    this.#hear(this.state)
  }

  async #ask(question: ViewQuestion): Promise<SceneBytes | ErrorInfo> {
    const envelope = await this.#session.view(question)
    if (!isAnswered(envelope)) return errorOf(envelope)
    const { picture, answer } = envelope
    const { transactionId, version } = answer.data
    return picture ? { transactionId, version, json: picture } : NO_SCENE
  }

  /** Checks again once the folders are quiet. */
  #soon(quietMs = QUIET_MS): void {
    const now = performance.now()
    this.#unquietSince ??= now
    this.#quietMs = Math.max(this.#quietMs, quietMs)
    clearTimeout(this.#timer)
    const left = Math.max(0, MAX_UNQUIET_MS - (now - this.#unquietSince))
    this.#timer = setTimeout(() => this.#lookNow(), Math.min(this.#quietMs, left))
    this.#timer.unref()
  }

  #lookNow(): void {
    clearTimeout(this.#timer)
    this.#unquietSince = undefined
    this.#quietMs = 0
    this.#watchFolders()
    // Nothing runs before the first page connects, and a closed session has no more events.
    if (this.#isAsked) this.look().catch(() => {})
  }

  #heardOf(folder: string, file: string | null): void {
    const isCommit = folder === join(this.#dir, JOURNAL)
    if (file === (isCommit ? PATCH : CACHE)) return this.#lookNow()
    this.#soon(isCommit ? MAX_CACHE_WAIT_MS : QUIET_MS)
  }

  /** Watches the folders that exist: the first commit creates them. */
  #watchFolders(): void {
    for (const folder of [this.#dir, join(this.#dir, 'modules'), join(this.#dir, JOURNAL)]) {
      if (this.#watchers.has(folder)) continue
      try {
        const watcher = watch(folder, { persistent: false }, (_, file) => this.#heardOf(folder, file))
        watcher.on('error', () => this.#unwatch(folder))
        this.#watchers.set(folder, watcher)
      } catch {
        // It does not exist yet or cannot be watched: the timer checks it.
      }
    }
  }

  #unwatch(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
  }
}

/** Reads the scene of an answer, or the patch to it from the version that was known; nothing where the answer has neither. */
function readScene(
  { picture, answer }: Answered<'ok', View>,
  known: string | undefined,
): SceneBytes | SceneChange | undefined {
  const { transactionId, version, patch } = answer.data
  if (!picture) return undefined
  if (!patch || known === undefined) return { transactionId, version, json: picture }
  return { transactionId, version, patch: { ...patch, from: known }, rows: picture }
}

const NO_SCENE: ErrorInfo = { kind: 'not_ready', message: 'There is no scene yet.' }
