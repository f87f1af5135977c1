import type { SceneModel } from './scene.js'
import type { ErrorWire, HistoryRow, Point } from './wire.js'

/** What all parts of the page know. */
export interface State {
  readonly model: SceneModel | undefined
  /** The project's name. */
  readonly project: string
  /** The person may look, and change nothing. */
  readonly isReadOnly: boolean
  /** The scene to compare with, and the commit that left it. */
  readonly before: SceneModel | undefined
  /** The place of the slider between before and after, from 0 to 1. */
  readonly split: number
  /** Names, the one that was picked last at the end. */
  readonly selected: readonly string[]
  readonly hovered: string | undefined
  readonly hidden: ReadonlySet<string>
  readonly tool: 'select' | 'measure'
  /** The points of a measure that are set. */
  readonly measured: readonly Point[]
  readonly theme: 'light' | 'dark' | 'contrast'
  readonly connection: 'connecting' | 'live' | 'lost'
  /** Why what is on disk does not run; the scene that is shown is the last good one. */
  readonly failure: ErrorWire | undefined
  /** Why the last change was taken back. */
  readonly reverted: ErrorWire | undefined
  readonly logs: readonly LogRow[]
  readonly history: readonly HistoryRow[]
  readonly isBusy: boolean
}

export interface LogRow {
  readonly level: string
  readonly message: string
  readonly time: string
}

export type Listener = (state: State, changed: ReadonlySet<keyof State>) => unknown

/** The one state of the page. Who listens is told once for all changes of a moment. */
export class Store {
  #state: State = {
    model: undefined,
    project: '',
    isReadOnly: false,
    before: undefined,
    split: 0.5,
    selected: [],
    hovered: undefined,
    hidden: new Set(),
    tool: 'select',
    measured: [],
    theme: 'light',
    connection: 'connecting',
    failure: undefined,
    reverted: undefined,
    logs: [],
    history: [],
    isBusy: false,
  }
  readonly #first: Listener[] = []
  readonly #others: Listener[] = []
  #changed = new Set<keyof State>()
  /** The changes that the others have not been told of. */
  #untold = new Set<keyof State>()

  get state(): State {
    return this.#state
  }

  /** True once all are told of everything. */
  get isSettled(): boolean {
    return this.#changed.size === 0 && this.#untold.size === 0
  }

  listen(listener: Listener): void {
    this.#others.push(listener)
  }

  /** Adds a listener that is told before the others: of another scene, a frame before them. */
  listenFirst(listener: Listener): void {
    this.#first.push(listener)
  }

  set(change: Partial<State>): void {
    const keys = (Object.keys(change) as (keyof State)[]).filter((key) => change[key] !== this.#state[key])
    if (keys.length === 0) return
    this.#state = { ...this.#state, ...change }
    if (this.#changed.size === 0) queueMicrotask(() => this.#tell())
    for (const key of keys) this.#changed.add(key)
  }

  #tell(): void {
    const changed = this.#changed
    this.#changed = new Set()
    for (const listener of this.#first) listener(this.#state, changed)
    const isWaiting = this.#untold.size > 0
    for (const key of changed) this.#untold.add(key)
    // Lists and panels take as long as the picture, for which the person waits. What comes after another scene is told
    // with it, in one: nobody hears of a selection in a scene that he does not have.
    if (!changed.has('model')) this.#tellOthers()
    else if (!isWaiting) afterFrame(() => this.#tellOthers())
  }

  #tellOthers(): void {
    if (this.#untold.size === 0) return
    const changed = this.#untold
    this.#untold = new Set()
    for (const listener of this.#others) listener(this.#state, changed)
  }
}

/** The longest wait for a frame: a page that is not seen has none. */
const MAX_FRAME_MS = 100

/** Runs something when the next frame is made. */
function afterFrame(run: () => void): void {
  let isDone = false
  const once = (): void => {
    if (isDone) return
    isDone = true
    run()
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, MAX_FRAME_MS)
}
