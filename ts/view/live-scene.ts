import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

import type * as api from '../../index.js'
import type { Listeners } from '../events.js'
import { errorOf } from '../results.js'
import type { Session, ViewQuestion } from '../session.js'
import { errorInfoOf } from '../vocabulary.js'
import { isAnswered } from '../wire.js'
import type { ErrorInfo } from '../wire-types.js'
import { GoodCode } from './good-code.js'

/** Something that a page is told of. */
export type LiveEvent =
  /**
   * The scene as it is now, by its version; null where there is none. With the error where the code on disk fails: the scene
   * is then the last one that worked.
   */
  | {
      readonly type: 'scene'
      readonly version: string | null
      readonly transactionId: string | null
      readonly error?: ErrorInfo
    }
  | { readonly type: 'log'; readonly level: string; readonly message: string }
  | { readonly type: 'revert'; readonly error: ErrorInfo }

/** The scene for pages: bytes of JSON, the commit that they are of, and the name of this state of the scene. */
export interface SceneBytes {
  readonly transactionId: string
  readonly version: string
  readonly json: Buffer
}

/** What a page is given: the scene, the reason why there is none, or nothing, where nobody has drawn anything yet. */
export type SceneAnswer = SceneBytes | ErrorInfo | undefined

/** An editor may write a file in several steps: a look waits until they are quiet for this long, though not for ever. */
const QUIET_MS = 12
const MAX_UNQUIET_MS = 60

/**
 * The cache of the scene, which a commit writes last: a look then finds all of the commit, and need not run main. It is
 * waited for this long; not that of a larger scene, which comes so late that main is run sooner.
 */
const CACHE = 'scene.json'
const MAX_CACHE_WAIT_MS = 60
const MAX_AWAITED_BYTES = 1 << 20

/** The folder that commits write to, and nobody by hand. */
const JOURNAL = '.scenewright'

/** The time between two looks at folders that tell of no changes, as those on other machines. */
const POLL_MS = 2_000

/** The earlier scenes that are kept. */
const MAX_KEPT_SCENES = 4

/** The scene of a project as it is now, whoever changes it: this process, another one, or a person with an editor. */
export class LiveScene {
  readonly #session: Session
  readonly #dir: string
  readonly #hear: (event: LiveEvent, scene?: SceneBytes) => void
  readonly #watchers = new Map<string, FSWatcher>()
  #timer: NodeJS.Timeout | undefined
  #poll: NodeJS.Timeout | undefined
  #unquietSince: number | undefined
  #quietMs = 0
  #looking: Promise<void> | undefined
  #looksAgain = false
  #isAsked = false
  #now: SceneBytes | undefined
  #failure: ErrorInfo | undefined
  /** True once a look has found out whether there is a scene. */
  #hasLooked = false
  readonly #earlier = new Map<string, Promise<SceneBytes | ErrorInfo>>()
  readonly code: GoodCode

  constructor(
    session: Session,
    listeners: Listeners<api.ProjectEvents>,
    dir: string,
    hear: (event: LiveEvent, scene?: SceneBytes) => void,
  ) {
    this.#session = session
    this.#dir = dir
    this.code = new GoodCode(dir)
    this.#hear = hear
    listeners.add('commit', () => this.#lookNow())
    listeners.add('revert', ({ error }) => hear({ type: 'revert', error: errorInfoOf(error) }))
    listeners.add('log', ({ level, message }) => hear({ type: 'log', level, message }))
  }

  /** The event that tells a page where it stands. */
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
    this.#poll = setInterval(() => this.#soon(), POLL_MS)
    this.#poll.unref()
    this.#watchFolders()
  }

  stop(): void {
    clearInterval(this.#poll)
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  /** The event that tells a page where it stands, once that is known. */
  get knownState(): LiveEvent | undefined {
    return this.#hasLooked ? this.state : undefined
  }

  /** Why the code on disk fails, where it does. */
  get failure(): ErrorInfo | undefined {
    return this.#failure
  }

  /** The scene as it is, or the last one that worked; the error where there never was one. */
  async scene(): Promise<SceneAnswer> {
    await this.look()
    return this.#now ?? this.#failure
  }

  /** The scene as it would be with other values of its parameters. Nothing is committed. */
  preview(parameters: ViewQuestion['parameters'], signal: AbortSignal): Promise<SceneBytes | ErrorInfo> {
    return this.#ask({ parameters }, signal)
  }

  /** The scene as a commit left it. */
  sceneAt(id: string): Promise<SceneBytes | ErrorInfo> {
    const known = this.#earlier.get(id)
    if (known) return known
    const asked = this.#ask({ at: id })
    this.#earlier.set(id, asked)
    // The first that was put in is the first that goes; one that failed is asked for again.
    const [oldest] = this.#earlier.keys()
    if (this.#earlier.size > MAX_KEPT_SCENES && oldest !== undefined) this.#earlier.delete(oldest)
    void asked.then((found) => {
      if (!('json' in found)) this.#earlier.delete(id)
    })
    return asked
  }

  /** Looks at the scene once more, and tells when it is another one. */
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
    const code = this.code.read()
    const envelope = await this.#session.view({ known: this.#now?.version })
    const isFirst = !this.#hasLooked
    this.#hasLooked = true
    if (!isAnswered(envelope)) {
      const error = errorOf(envelope)
      return error.kind === 'not_ready' ? this.#empty(isFirst) : this.#fail(error)
    }
    const { picture, answer } = envelope
    const { transactionId, version } = answer.data
    // The files as they are give no scene: the page keeps the last one that worked.
    if (answer.stale) {
      if (!this.#now && picture) this.#now = { transactionId, version, json: picture }
      return this.#fail(answer.stale)
    }
    this.code.keep(code)
    const now = picture ? { transactionId, version, json: picture } : this.#now && { ...this.#now, transactionId }
    const isSame = !picture && now?.transactionId === this.#now?.transactionId && !this.#failure
    this.#failure = undefined
    this.#now = now
    // The first is asked for by the page that opens, whose question brought it here.
    if (!isSame) this.#hear(this.state, isFirst ? undefined : picture && this.#now)
  }

  /** Nothing is drawn: there is no code yet, or its first commit was undone. */
  #empty(isFirst: boolean): void {
    const isSame = !this.#now && !this.#failure
    this.#now = undefined
    this.#failure = undefined
    if (!isSame || isFirst) this.#hear(this.state)
  }

  #fail(error: ErrorInfo): void {
    // A look that was cut short by the end of a call says nothing about the scene.
    if (error.kind === 'cancelled' || JSON.stringify(error) === JSON.stringify(this.#failure)) return
    this.#failure = error
    this.#hear(this.state)
  }

  async #ask(question: ViewQuestion, signal?: AbortSignal): Promise<SceneBytes | ErrorInfo> {
    const envelope = await this.#session.view(question, signal)
    if (!isAnswered(envelope)) return errorOf(envelope)
    const { picture, answer } = envelope
    const { transactionId, version } = answer.data
    return picture ? { transactionId, version, json: picture } : NO_SCENE
  }

  /** Looks when what goes on in the folders has come to an end. */
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
    // Nothing runs before the first page asks. A closed session has nothing left to tell.
    if (this.#isAsked) this.look().catch(() => {})
  }

  #heardOf(folder: string, file: string | null): void {
    if (folder === this.#dir && file === CACHE) return this.#lookNow()
    const isCommit = folder === join(this.#dir, JOURNAL)
    this.#soon(isCommit && (this.#now?.json.length ?? 0) <= MAX_AWAITED_BYTES ? MAX_CACHE_WAIT_MS : QUIET_MS)
  }

  /** Watches the folders that there are: the first commit makes them. */
  #watchFolders(): void {
    for (const folder of [this.#dir, join(this.#dir, 'modules'), join(this.#dir, JOURNAL)]) {
      if (this.#watchers.has(folder)) continue
      try {
        const watcher = watch(folder, { persistent: false }, (_, file) => this.#heardOf(folder, file))
        watcher.on('error', () => this.#unwatch(folder))
        this.#watchers.set(folder, watcher)
      } catch {
        // Not there yet, or it cannot be watched: the next look comes by the clock.
      }
    }
  }

  #unwatch(folder: string): void {
    this.#watchers.get(folder)?.close()
    this.#watchers.delete(folder)
  }
}

const NO_SCENE: ErrorInfo = { kind: 'not_ready', message: 'There is no scene yet.' }
