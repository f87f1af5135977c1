import type { SceneModel } from './scene.js'
import type { ErrorWire, FindingWire, HistoryRow, Point } from './wire.js'

/** The state that all parts of the page share. */
export interface State {
  /** The scene that is shown: the present one, or the scene of an earlier commit. */
  readonly model: SceneModel | undefined
  /** The present scene. */
  readonly live: SceneModel | undefined
  /** The earlier commit that is shown in place of the present scene. */
  readonly past: HistoryRow | undefined
  /** The  project's name. */
  readonly project: string
  /** True if the person may only look. */
  readonly isReadOnly: boolean
  /** The scene to compare with, and the commit that left it. */
  readonly before: SceneModel | undefined
  /** The sheet that is shown as it prints, by its position; absent for all of the drawing. */
  readonly sheet: number | undefined
  /** The place of the slider between before and after, from 0 to 1. */
  readonly split: number
  /** Names, the one that was picked last at the end. */
  readonly selected: readonly string[]
  readonly hovered: string | undefined
  readonly hidden: ReadonlySet<string>
  readonly tool: 'select' | 'measure' | 'brush'
  /** The brush strokes for the next note: the points of each, in the world. */
  readonly strokes: readonly (readonly Point[])[]
  /** The points of a measure that are set. */
  readonly measured: readonly Point[]
  /** The findings that are marked on the drawing. */
  readonly findings: readonly FindingWire[]
  /** The place that was chosen in a list. */
  readonly place: Point | undefined
  readonly theme: 'light' | 'dark' | 'contrast'
  readonly connection: 'connecting' | 'live' | 'lost' | 'file'
  /** True once it is known whether there is a scene. */
  readonly isLoaded: boolean
  /** Why the code on disk fails; the scene that is shown is the last one that worked. */
  readonly failure: ErrorWire | undefined
  /** The failure whose banner a person has put away. The code still fails, and the page says so. */
  readonly dismissed: ErrorWire | undefined
  /** Why the last change was refused. */
  readonly reverted: Reverted | undefined
  readonly logs: readonly LogRow[]
  /** The known commits, newest first; commits that were not requested yet are holes. */
  readonly history: readonly (HistoryRow | undefined)[]
  /** Words that are shown for a while. */
  readonly toast: Toast | undefined
  readonly isBusy: boolean
  /** True while the present scene is one of values that are looked at and not committed. */
  readonly isPreview: boolean
}

/** A refused change: the attempt, and the reason for the refusal. */
export interface Reverted {
  readonly what: string
  readonly error: ErrorWire
  /** A way on that a person can choose. */
  readonly way?: { readonly label: string; go(): unknown } | undefined
}

interface Toast {
  readonly words: string
  readonly isProblem: boolean
}

interface LogRow {
  readonly level: string
  readonly message: string
  readonly time: string
}

/** The failures of code that takes as long as a run may take: each question would run it again. */
const LIMITS: ReadonlySet<string> = new Set(['timeout', 'memory'])

/** The commit that a question about the scene must name: an earlier one is looked at, or the code on disk ran into a limit. */
export function askedCommit({ past, failure, live }: State): string | undefined {
  return past?.id ?? (failure && LIMITS.has(failure.kind) ? live?.transactionId : undefined)
}

/** True if the project can say which call drew something: for that it runs the code, which must end. */
export function knowsCalls(state: State): boolean {
  return state.past !== undefined || askedCommit(state) === undefined
}

export type Listener = (state: State, changed: ReadonlySet<keyof State>) => unknown

/** The one state of the page. Listeners are notified once for all changes of a moment. */
export class Store {
  #state: State = {
    model: undefined,
    live: undefined,
    past: undefined,
    project: '',
    isReadOnly: false,
    before: undefined,
    sheet: undefined,
    split: 0.5,
    selected: [],
    hovered: undefined,
    hidden: new Set(),
    tool: 'select',
    strokes: [],
    measured: [],
    findings: [],
    place: undefined,
    theme: 'light',
    connection: 'connecting',
    isLoaded: false,
    failure: undefined,
    dismissed: undefined,
    reverted: undefined,
    logs: [],
    history: [],
    toast: undefined,
    isBusy: false,
    isPreview: false,
  }
  /** The callbacks of those that wait until nothing changes the project. */
  #waiting: (() => void)[] = []
  readonly #first: Listener[] = []
  readonly #others: Listener[] = []
  #changed = new Set<keyof State>()
  /** The changes that the other listeners have not received. */
  #untold = new Set<keyof State>()

  get state(): State {
    return this.#state
  }

  /** True once all have received everything. */
  get isSettled(): boolean {
    return this.#changed.size === 0 && this.#untold.size === 0
  }

  /** Resolves when nothing changes the project; of several waiters, the first continues and the others wait for it. */
  async idle(): Promise<void> {
    while (this.#state.isBusy) await new Promise<void>((go) => this.#waiting.push(go))
  }

  listen(listener: Listener): void {
    this.#others.push(listener)
  }

  /** Adds a listener that is notified before the others: of another scene, a frame before them. */
  listenFirst(listener: Listener): void {
    this.#first.push(listener)
  }

  set(change: Partial<State>): void {
    const keys = (Object.keys(change) as (keyof State)[]).filter((key) => change[key] !== this.#state[key])
    if (keys.length === 0) return
    this.#state = { ...this.#state, ...change }
    if (!this.#state.isBusy) for (const go of this.#waiting.splice(0)) go()
    if (this.#changed.size === 0) queueMicrotask(() => this.#notify())
    for (const key of keys) this.#changed.add(key)
  }

  #notify(): void {
    const changed = this.#changed
    this.#changed = new Set()
    for (const listener of this.#first) listener(this.#state, changed)
    const isWaiting = this.#untold.size > 0
    for (const key of changed) this.#untold.add(key)
    // Lists and panels take as long as the picture, for which the person waits. Changes after a new scene are reported
    // together with it: no listener gets a selection in a scene that it does not have yet.
    if (!changed.has('model')) this.#notifyOthers()
    else if (!isWaiting) afterFrame(() => this.#notifyOthers())
  }

  #notifyOthers(): void {
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
