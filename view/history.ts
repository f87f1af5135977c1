import { byId, fadeEdges, h, icon, keepFocus, listenToRow, pressed, setChildren } from './dom.js'
import { Refused, type Link } from './link.js'
import { paintSmall } from './painter.js'
import { SceneModel } from './scene.js'
import type { Reverted, State, Store } from './store.js'
import { colorMapper } from './theme.js'
import {
  commitMaker,
  commitTitle,
  describeDrawing,
  directionOf,
  describeFolder,
  messageForPerson,
  hintForPerson,
  describeFailure,
  drawingChanges,
  formatDateTime,
  formatTime,
  ownMessage,
  restoredTitle,
} from './words.js'
import type { Answer, ErrorWire, HistoryRow } from './wire.js'

/** The number of rows in one request. */
const PAGE_ROWS = 50

/** The width of a commit in the strip with the gap after it. In a strip that has no room for one it is as wide as the strip. */
const CHIP_WIDTH = 232
const MIN_CHIP_WIDTH = 150
const CHIP_GAP = 4

/** The commits on each side of the visible ones that are elements too. */
const SPARE_CHIPS = 3

/** The number of cached pictures of commits, and their size. */
const MAX_PICTURES = 200
const PICTURE = { width: 52, height: 40 }

/**
 * Of larger scenes the picture is made when the present one has not changed for a while; those of earlier commits after a longer
 * one, since the server runs them, and what an agent does next would wait for that.
 */
const MAX_PROMPT_LEAVES = 5_000
const QUIET_MS = 120
const PAST_QUIET_MS = 1_000

/** The largest scenes whose pictures the page draws. The server draws those of larger ones, since sending and reading the scene takes longer. */
const MAX_PAINTED_LEAVES = 20_000

/** The least pause between two pictures of earlier commits, since running them blocks other calls. It is as long as the last one took. */
const PICTURE_PAUSE_MS = 60

/** Which commit is undone or redone, without an id the latest, and whether the present code may be replaced. */
interface ReverseArgs {
  readonly id?: string
  readonly force?: boolean
}

/** A commit in the strip: its element, and what that says. */
interface Chip {
  readonly key: string
  readonly element: HTMLElement
}

/** A message that is shown and announced to screen readers. */
export type Notify = (message: string, isProblem?: boolean) => void

/**
 * The strip of commits, oldest first: step through them, compare any two, go back to one. Only those in sight are elements,
 * so that a thousand cost no more than ten.
 */
export class History {
  readonly #store: Store
  readonly #link: Link
  readonly #notify: Notify
  readonly #hear: (words: string) => void
  readonly #list: HTMLElement
  readonly #row: HTMLElement
  readonly #compare = byId('compare')
  readonly #split = byId<HTMLInputElement>('split')
  readonly #bar = byId('past-bar')
  readonly #buttons: { readonly undo: HTMLButtonElement; readonly redo: HTMLButtonElement }
  readonly #pictures = new Map<string, HTMLCanvasElement>()
  readonly #pictureless = new Set<string>()
  /** The elements of commits in sight, with what they say. */
  #chips: ReadonlyMap<string, Chip> = new Map()
  #drawing: Promise<void> | undefined
  #loadingPages = new Set<number>()
  /** Counts the requests for the newest commits, and which of them the strip shows. */
  #turn = 0
  #refreshed = 0
  /** The commits that are compared: the earlier one, and the later one where it is not the present scene. */
  #compared: { readonly before: HistoryRow; readonly after?: HistoryRow | undefined } | undefined
  /** True if the next commit that is pressed is the second of a comparison, as with Shift, which a telephone does not have. */
  #choosesOther = false
  /** The commit whose scene is being loaded to look at it. */
  #awaited: HistoryRow | undefined
  /** The position of the commit that keys go on from, if one was chosen. */
  #active: number | undefined
  #isAtEnd = true
  #timer = 0
  /** When the present scene changed last. */
  #changedAt = -Infinity

  /** `hear` receives the announcements for screen readers. */
  constructor(store: Store, link: Link, notify: Notify, hear: (words: string) => void) {
    this.#hear = hear
    this.#store = store
    this.#link = link
    this.#notify = notify
    const move = (tool: 'undo' | 'redo', words: string): HTMLButtonElement =>
      h(
        'button',
        {
          type: 'button',
          class: 'iconic',
          id: tool,
          'aria-label': words,
          title: words,
          click: () => void this.move(tool),
        },
        icon(tool),
      )
    this.#buttons = { undo: move('undo', 'Undo (Ctrl+Z)'), redo: move('redo', 'Redo (Ctrl+Shift+Z)') }
    this.#row = h('div', { id: 'commits-row', role: 'presentation' })
    this.#list = h(
      'div',
      { id: 'commits', role: 'listbox', 'aria-label': 'Commits, oldest first', tabindex: '0' },
      this.#row,
    )
    byId('timeline').append(this.#buttons.undo, this.#buttons.redo, this.#list)
    this.#list.addEventListener('scroll', () => {
      this.#noteEnd()
      this.#draw()
    })
    listenToRow(this.#list)
    this.#list.addEventListener('keydown', (event) => this.#key(event))
    this.#list.addEventListener('focus', () => {
      if (this.#list.matches(':focus-visible')) this.#scrollTo(store.state.history.length - 1 - this.#position)
    })
    new ResizeObserver(() => {
      if (this.#isAtEnd) this.#list.scrollLeft = this.#list.scrollWidth
      this.#draw()
    }).observe(this.#list)
    this.#split.addEventListener('input', () => store.set({ split: Number(this.#split.value) / 1_000 }))
    store.listen((state, changed) => {
      if (changed.has('live')) this.#changedAt = performance.now()
      if (changed.has('live') || changed.has('isLoaded')) void this.#refresh()
      if (changed.has('theme')) this.#pictures.clear()
      if (['history', 'isReadOnly', 'past', 'theme', 'connection'].some((key) => changed.has(key as keyof State)))
        this.#draw()
      if (changed.has('before') || changed.has('split')) this.#drawSlider()
      if (changed.has('before') || changed.has('past') || changed.has('isReadOnly')) {
        keepFocus(this.#bar, () => this.#drawBar(state))
      }
    })
    // A hidden page makes no pictures.
    document.addEventListener('visibilitychange', () => this.#draw())
    this.#draw()
  }

  /** Undoes or redoes. */
  async move(tool: 'undo' | 'redo', args: ReverseArgs = {}): Promise<void> {
    const { isReadOnly } = this.#store.state
    if (isReadOnly) return this.#notify('Nothing can be changed here: this view is read-only.')
    await this.#act(
      tool,
      () => this.#link.call(tool, args),
      args,
      tool === 'undo' ? 'The last change was undone.' : 'The last undone change was redone.',
    )
  }

  /** Makes a change to the project, and reports the outcome; returns true if it was made. */
  async #act(
    tool: 'undo' | 'redo' | 'restore',
    call: () => Promise<Answer>,
    args: ReverseArgs,
    done: string,
  ): Promise<boolean> {
    // Pressing Ctrl+Z twice means two changes, even while the first still runs.
    await this.#store.idle()
    this.#store.set({ isBusy: true, reverted: undefined })
    const what = { undo: 'Undo was not possible', redo: 'Redo was not possible', restore: 'It could not be restored' }[
      tool
    ]
    try {
      const { answer } = await call()
      const error = answer.errorInfo ?? { kind: 'refused', message: answer.error ?? `${what}.` }
      // The strip may have been scrolled to earlier commits: this one is shown as it comes.
      if (answer.success) {
        this.#isAtEnd = true
        this.#draw()
        this.#notify(done)
        // It is not an error that nothing is left.
      } else if (error.kind === 'not_found' && hintForPerson(error) === undefined && error.file === undefined) {
        this.#notify(`${messageForPerson(error)}${/[.!]$/.test(error.message) ? '' : '.'}`)
      } else {
        const way = tool === 'restore' ? undefined : this.#wayOn(tool, args, error)
        const isOldCode = tool === 'undo' && error.kind !== 'conflict' && error.file !== undefined
        const reason = isOldCode ? `${what}: the code from before that change fails` : what
        this.#store.set({ reverted: { what: reason, error, way } })
      }
      return answer.success
    } catch (thrown) {
      this.#notify(describeFailure(thrown, what), true)
      return false
    } finally {
      this.#store.set({ isBusy: false })
    }
  }

  /** What a person can do after a refusal. */
  #wayOn(tool: 'undo' | 'redo', args: ReverseArgs, { kind, file }: ErrorWire): Reverted['way'] {
    if (kind === 'conflict') {
      return { label: 'Replace the present code', go: () => this.move(tool, { ...args, force: true }) }
    }
    // The code from before a change may never have worked, as after a restore of the last good code. What was committed before
    // that can be undone still.
    if (tool !== 'undo' || file === undefined) return undefined
    const counted = this.#counted
    const earlier = counted[1 + (args.id === undefined ? 0 : counted.findIndex(({ id }) => id === args.id))]
    return earlier && { label: 'Undo the change before it', go: () => this.move('undo', { id: earlier.id }) }
  }

  /** The known commits, newest first, without the undone ones and the undos themselves, which cancel each other out. */
  get #counted(): HistoryRow[] {
    return this.#store.state.history.flatMap((row) =>
      row === undefined || row.undone === true || row.undoes !== undefined ? [] : [row],
    )
  }

  /** Shows the scene before the last commit beside the one after it, or ends that. */
  async toggleCompare(): Promise<void> {
    if (this.#store.state.before) return this.endCompare()
    // The last commit's changes are shown relative to the one before it.
    const previous = this.#counted[this.#isNewestPresent ? 1 : 0]
    if (!previous) return this.#notify('There is no earlier commit to compare with.')
    await this.compareWith(previous)
  }

  /** Compares a commit with the present scene, or with another commit. */
  async compareWith(row: HistoryRow, other?: HistoryRow): Promise<void> {
    // The list may have been loaded again since.
    if (this.#compared?.before.id === row.id && !other) return this.endCompare()
    this.#awaited = undefined
    this.#choosesOther = false
    // Ids are in the order of time.
    const [before, after] = other && other.id < row.id ? [other, row] : [row, other]
    const shown = this.#compared
    const asked = { before, after }
    this.#compared = asked
    this.#draw()
    try {
      const [old, later] = await Promise.all([this.#scene(before.id), after && this.#scene(after.id)])
      // Another pair was chosen while these scenes were loaded.
      if (this.#compared !== asked) return
      for (const [id, words] of [
        ['before-name', `Before: ${this.#title(before)}`],
        ['after-name', after ? `After: ${this.#title(after)}` : 'After'],
      ] as const) {
        byId(id).textContent = byId(id).title = words
      }
      const { live } = this.#store.state
      this.#store.set({ before: old, past: after, model: later ?? live, split: 0.5 })
      this.#split.value = '500'
      this.#hear(`Compared with the scene after “${this.#title(before)}”. The slider moves the border.`)
    } catch (thrown) {
      if (this.#compared !== asked) return
      // What is compared on the page still is.
      this.#compared = this.#store.state.before && shown
      this.#draw()
      keepFocus(this.#bar, () => this.#drawBar(this.#store.state))
      this.#notify(describeFailure(thrown, 'That scene could not be loaded'), true)
    }
  }

  endCompare(): void {
    const { past, live } = this.#store.state
    const wasPast = this.#compared?.after !== undefined
    this.#compared = undefined
    this.#choosesOther = false
    this.#store.set({ before: undefined, ...(wasPast && past && { past: undefined, model: live }) })
    this.#draw()
  }

  /** Shows the scene of the commit before the one that is shown, or the next; after the last it is the present one. */
  async step(by: 1 | -1): Promise<void> {
    const { history, past } = this.#store.state
    // The keys may be faster than the scenes.
    const shown = this.#awaited ?? past
    // A first step back from the newest commit shows the one before it; from code that an editor saved, the newest commit.
    const present = this.#isNewestPresent ? 0 : -1
    const from = shown ? history.findIndex((row) => row?.id === shown.id) : present
    const to = from - by
    if (to <= present) return this.endPast()
    if (to >= history.length) {
      return this.#notify(history.length === 0 ? 'There is no commit yet.' : 'This is the first commit.')
    }
    const row = history[to] ?? (await this.#rowAt(to))
    if (row) await this.showPast(row)
  }

  async showPast(row: HistoryRow): Promise<void> {
    this.#awaited = row
    try {
      const model = await this.#scene(row.id)
      if (this.#awaited !== row) return
      this.#compared = undefined
      this.#choosesOther = false
      const { history } = this.#store.state
      const at = history.findIndex((it) => it?.id === row.id)
      if (at >= 0) this.#active = history.length - 1 - at
      this.#store.set({ past: row, model, before: undefined })
      this.#scrollTo(at)
      this.#hear(`The scene after “${this.#title(row)}”, ${formatTime(row.time)}.`)
    } catch (thrown) {
      if (this.#awaited === row) this.#notify(describeFailure(thrown, 'That scene could not be loaded'), true)
    } finally {
      if (this.#awaited === row) this.#awaited = undefined
    }
  }

  endPast(): void {
    this.#awaited = undefined
    const { past, live } = this.#store.state
    if (!past) return
    this.#compared = undefined
    this.#active = undefined
    this.#store.set({ past: undefined, before: undefined, model: live })
    this.#list.scrollLeft = this.#list.scrollWidth
    this.#hear('The present scene.')
  }

  async #scene(id: string): Promise<SceneModel> {
    const { scene, transactionId, version } = await this.#link.load(id)
    if (!scene) throw new Error('nothing was drawn then')
    return new SceneModel(scene, transactionId || id, version || id)
  }

  /** The position of the commit that keys go on from: without a choice it is the newest, which the page shows. */
  get #position(): number {
    return Math.min(this.#active ?? Infinity, this.#store.state.history.length - 1)
  }

  /** True if the current scene is that of the newest commit; false after an editor has saved other code. */
  get #isNewestPresent(): boolean {
    const { live, history } = this.#store.state
    return live === undefined || live.transactionId === history[0]?.id
  }

  #title(row: HistoryRow): string {
    const find = (id: string): HistoryRow | undefined => this.#store.state.history.find((it) => it?.id === id)
    return commitTitle(row, find)
  }

  /** Requests the newest commits. The known earlier ones are kept. */
  async #refresh(): Promise<void> {
    const turn = (this.#turn += 1)
    try {
      const page = await this.#page(0)
      // A later answer has the commits of this one and more.
      if (!page || turn < this.#refreshed) return
      this.#refreshed = turn
      const known = new Map(this.#store.state.history.flatMap((row) => (row ? [[row.id, row] as const] : [])))
      const history: (HistoryRow | undefined)[] = new Array<undefined>(page.total).fill(undefined)
      for (const [index, row] of page.rows.entries()) history[index] = row
      const old = this.#store.state.history
      const last = page.rows.at(-1)
      // Where the new page ends in the known list: the rows after it are the same, shifted.
      const at = last ? old.findIndex((row) => row?.id === last.id) : -1
      if (at >= 0) {
        for (let index = page.rows.length; index < page.total; index += 1) {
          const row = old[at + index - page.rows.length + 1]
          // Its state may have changed since; its page is requested again when it becomes visible.
          if (row && known.has(row.id)) history[index] = row
        }
      }
      this.#store.set({ history })
    } catch {
      // The strip stays as it is; the pill shows a lost connection.
    }
  }

  async #page(offset: number): Promise<{ rows: readonly HistoryRow[]; total: number } | undefined> {
    const { answer } = await this.#link.call('history', { offset, limit: PAGE_ROWS })
    if (!answer.success) return undefined
    const { rows = [], total = rows.length } = (answer.data ?? {}) as { rows?: readonly HistoryRow[]; total?: number }
    return { rows, total }
  }

  /** Requests the page that contains a row. */
  async #rowAt(index: number): Promise<HistoryRow | undefined> {
    const offset = Math.floor(index / PAGE_ROWS) * PAGE_ROWS
    // Every frame of a scroll asks again until the page is there.
    if (this.#loadingPages.has(offset)) return undefined
    this.#loadingPages.add(offset)
    try {
      const page = await this.#page(offset)
      if (!page) return undefined
      const history = [...this.#store.state.history]
      // A commit has come meanwhile, and every row has another place.
      if (page.total !== history.length) {
        void this.#refresh()
        return undefined
      }
      for (const [at, row] of page.rows.entries()) history[offset + at] = row
      this.#store.set({ history })
      return history[index]
    } catch {
      return undefined
    } finally {
      this.#loadingPages.delete(offset)
    }
  }

  #draw(): void {
    const { history, isReadOnly, past } = this.#store.state
    // Not while something runs: a button that is disabled loses the focus.
    for (const button of Object.values(this.#buttons)) button.disabled = isReadOnly
    const count = history.length
    this.#row.style.width = `${count * this.#chipWidth}px`
    if (count === 0) {
      this.#list.setAttribute('role', 'group')
      this.#list.removeAttribute('aria-multiselectable')
      this.#list.removeAttribute('aria-activedescendant')
      return this.#row.replaceChildren(h('span', { class: 'quiet' }, this.#emptyWords))
    }
    this.#list.setAttribute('role', 'listbox')
    this.#list.setAttribute('aria-multiselectable', 'true')
    if (this.#isAtEnd) this.#list.scrollLeft = this.#list.scrollWidth
    const first = Math.max(0, Math.floor(this.#list.scrollLeft / this.#chipWidth) - SPARE_CHIPS)
    const shown = Math.ceil(this.#list.clientWidth / this.#chipWidth) + 2 * SPARE_CHIPS
    const inSight = new Map<string, Chip>()
    let missing: number | undefined
    // Positions are counted from the oldest, as the strip shows them.
    for (let position = first; position < Math.min(count, first + shown); position += 1) {
      const index = count - 1 - position
      const row = history[index]
      if (row) inSight.set(row.id, this.#chip(row, position))
      else missing ??= index
    }
    this.#chips = inSight
    const chips = [...inSight.values()].map(({ element }) => element)
    setChildren(this.#row, chips)
    for (const chip of chips) this.#mark(chip, count, past)
    const active = document.getElementById(`commit-${this.#position}`)
    if (active) this.#list.setAttribute('aria-activedescendant', active.id)
    else this.#list.removeAttribute('aria-activedescendant')
    fadeEdges(this.#list)
    if (missing !== undefined) void this.#rowAt(missing)
    this.#drawPictures()
  }

  get #chipWidth(): number {
    return Math.min(CHIP_WIDTH, Math.max(MIN_CHIP_WIDTH, this.#list.clientWidth))
  }

  get #emptyWords(): string {
    if (this.#store.state.connection === 'file') return 'A file with one state of the drawing.'
    // Over a slow line it is not known yet.
    return this.#refreshed > 0 ? 'No changes yet.' : ''
  }

  /** The commit in the strip: the element that is there already, if it says the same. */
  #chip(row: HistoryRow, position: number): Chip {
    const title = this.#title(row)
    const details = this.#details(row, title)
    const maker = `${commitMaker(row)} · ${formatTime(row.time)}`
    const key = JSON.stringify([position, row.undone, details, maker, this.#chipWidth])
    const same = this.#chips.get(row.id)
    if (same?.key === key) return same
    const element = h(
      'div',
      {
        id: `commit-${position}`,
        role: 'option',
        class: 'commit',
        'data-commit': row.id,
        'data-undone': row.undone === true,
        'aria-posinset': position + 1,
        title: details,
        click: (event: MouseEvent) => {
          this.#active = position
          this.#pick(row, event.shiftKey)
        },
        dblclick: () => void this.showPast(row),
      },
      this.#pictures.get(row.id) ?? h('span', { class: 'picture' }),
      h(
        'span',
        { class: 'lines' },
        h('span', { class: 'what', dir: directionOf(title) }, title),
        row.undone === true && h('span', { class: 'hidden-text' }, '(undone)'),
        h('span', { class: 'drawn' }, changesBeside(row, title)),
        h('span', { class: 'who' }, maker),
      ),
    )
    element.style.left = `${position * this.#chipWidth}px`
    element.style.width = `${this.#chipWidth - CHIP_GAP}px`
    return { key, element }
  }

  /** Marks a commit in the strip that is looked at or compared, that keys go on from, or that is the newest. */
  #mark(chip: HTMLElement, count: number, past: HistoryRow | undefined): void {
    const { before, after } = this.#compared ?? {}
    const id = chip.dataset['commit']
    const isPressed = id === before?.id || id === after?.id || id === past?.id
    chip.classList.toggle('active', chip.id === `commit-${this.#position}`)
    chip.toggleAttribute('data-last', chip.id === `commit-${count - 1}`)
    chip.setAttribute('aria-selected', String(isPressed))
    chip.setAttribute('aria-setsize', String(count))
  }

  /** All that is known of a commit, each line once. */
  #details(row: HistoryRow, title: string): string {
    const lines = [
      title,
      ownMessage(row),
      ...drawingChanges(row),
      ...filesOf(row),
      `${commitMaker(row)}, ${formatDateTime(row.time)}`,
      'Click to compare with the current scene, Shift-click to compare two commits, double-click to look at one',
    ]
    return [...new Set(lines.filter((line) => line !== undefined))].join('\n')
  }

  #pick(row: HistoryRow, isSecond: boolean): void {
    const first = this.#compared?.before
    const isOther = isSecond || this.#choosesOther
    if (isOther && first && first.id !== row.id) return void this.compareWith(row, first)
    void this.compareWith(row)
  }

  /** Lets the next commit that is pressed be the second of the comparison, or ends that. */
  #toggleChoice(): void {
    this.#choosesOther = !this.#choosesOther
    if (this.#choosesOther) this.#hear(CHOOSE_WORDS)
    keepFocus(this.#bar, () => this.#drawBar(this.#store.state))
  }

  #key(event: KeyboardEvent): void {
    const count = this.#store.state.history.length
    if (count === 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const go = (to: number): void => {
      this.#active = Math.min(count - 1, Math.max(0, to))
      this.#scrollTo(count - 1 - this.#active)
      this.#draw()
    }
    const position = this.#position
    const row = this.#store.state.history[count - 1 - position]
    if (event.key === 'ArrowRight') go(position + 1)
    else if (event.key === 'ArrowLeft') go(position - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(count - 1)
    else if (event.key === 'Enter' && row) void this.showPast(row)
    else if (event.key === ' ' && row) this.#pick(row, event.shiftKey)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #scrollTo(index: number): void {
    if (index < 0) return
    const left = (this.#store.state.history.length - 1 - index) * this.#chipWidth
    const { scrollLeft, clientWidth } = this.#list
    if (left < scrollLeft) this.#list.scrollLeft = left
    else if (left + this.#chipWidth > scrollLeft + clientWidth)
      this.#list.scrollLeft = left + this.#chipWidth - clientWidth
    this.#noteEnd()
  }

  /** Records if the newest commit is visible: only then the strip scrolls to the next one. */
  #noteEnd(): void {
    this.#isAtEnd = this.#list.scrollLeft + this.#list.clientWidth > this.#list.scrollWidth - this.#chipWidth / 2
  }

  /** Draws the pictures of the commits in sight, one after the other; that of a present scene that is not large at once. */
  #drawPictures(): void {
    clearTimeout(this.#timer)
    if (!this.#isLarge) this.#drawPresent()
    else this.#timer = window.setTimeout(() => this.#drawPresent(), QUIET_MS)
    this.#drawing ??= this.#drawMissing().finally(() => (this.#drawing = undefined))
  }

  #drawPresent(): void {
    const { live, history, theme, isPreview } = this.#store.state
    const newest = history[0]
    if (isPreview || !live || live.transactionId !== newest?.id || this.#pictures.has(newest.id)) return
    this.#keepPicture(newest.id, pictureOf(live, theme))
  }

  async #drawMissing(): Promise<void> {
    // Asked again after each picture: the strip may have been scrolled meanwhile.
    let tookMs = 0
    for (let id = this.#nextWithout(); id !== undefined; id = this.#nextWithout()) {
      await pause(Math.max(PICTURE_PAUSE_MS, tookMs, this.#unquietMs))
      if (this.#unquietMs > 0) continue
      const begun = performance.now()
      const { theme } = this.#store.state
      try {
        const picture = await this.#pictureOf(id, theme)
        if (theme !== this.#store.state.theme) continue
        this.#keepPicture(id, picture)
      } catch (thrown) {
        // A server that is gone, and one that does something else first, may draw it later.
        if (thrown instanceof TypeError) return
        if (!isForLater(thrown)) this.#pictureless.add(id)
      }
      tookMs = performance.now() - begun
    }
  }

  /** The time for which the present scene must stay the same before a picture of an earlier commit is made. */
  get #unquietMs(): number {
    return this.#isLarge ? Math.max(0, this.#changedAt + PAST_QUIET_MS - performance.now()) : 0
  }

  get #leaves(): number {
    return this.#store.state.live?.leaves.length ?? 0
  }

  get #isLarge(): boolean {
    return this.#leaves > MAX_PROMPT_LEAVES
  }

  /** A visible commit without a picture. */
  #nextWithout(): string | undefined {
    // Through a host each would be a visible call.
    if (!this.#link.hand || !this.#store.state.live || document.visibilityState === 'hidden') return undefined
    const ids = [...this.#row.querySelectorAll<HTMLElement>('.commit')].map((chip) => chip.dataset['commit'] ?? '')
    // From the newest back.
    return ids.reverse().find((id) => !this.#pictures.has(id) && !this.#pictureless.has(id))
  }

  async #pictureOf(id: string, theme: State['theme']): Promise<HTMLCanvasElement> {
    const { hand } = this.#link
    if (!hand || this.#leaves <= MAX_PAINTED_LEAVES) return pictureOf(await this.#scene(id), theme)
    const image = await createImageBitmap(await hand.picture(id, theme))
    const canvas = emptyPicture()
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    return canvas
  }

  #keepPicture(id: string, picture: HTMLCanvasElement): void {
    this.#pictures.set(id, picture)
    // A map keeps the order in which keys were added.
    const [oldest] = this.#pictures.keys()
    if (this.#pictures.size > MAX_PICTURES && oldest !== undefined) this.#pictures.delete(oldest)
    this.#drawSoon()
  }

  #drawSoon(): void {
    for (const chip of this.#row.querySelectorAll<HTMLElement>('.commit')) {
      const id = chip.dataset['commit'] ?? ''
      const picture = this.#pictures.get(id)
      if (picture && chip.firstChild !== picture) chip.firstChild?.replaceWith(picture)
      const row = this.#store.state.history.find((it) => it?.id === id)
      const [what, drawn] = [chip.querySelector('.what'), chip.querySelector('.drawn')]
      if (!row || !what || !drawn) continue
      what.textContent = this.#title(row)
      what.setAttribute('dir', directionOf(what.textContent))
      drawn.textContent = changesBeside(row, what.textContent)
    }
  }

  #drawSlider(): void {
    const { before, split } = this.#store.state
    this.#compare.hidden = before === undefined
    byId('handle').style.left = `${100 * split}%`
    this.#split.setAttribute('aria-valuetext', `${Math.round(100 * split)} % before`)
  }

  /** The text and buttons over the drawing while another scene than the current one is shown. */
  #drawBar({ before, past, isReadOnly }: State): void {
    const row = past ?? this.#compared?.before
    const isShown = (past !== undefined && before === undefined) || before !== undefined
    this.#bar.hidden = !isShown || !row
    if (!isShown || !row) return this.#bar.replaceChildren()
    const button = (id: string, words: string, run: () => unknown): HTMLElement =>
      h('button', { type: 'button', class: 'framed', id, click: pressed(run) }, words)
    // Titles of commits that do much the same begin alike, and their ends are cut.
    const { history } = this.#store.state
    const place = `${history.length - history.findIndex((it) => it?.id === row.id)} of ${history.length}`
    const isChoosing = before !== undefined && this.#choosesOther
    const compared = isChoosing ? CHOOSE_WORDS : 'Before and after'
    const words = before ? compared : `As it was after commit ${place}: ${this.#title(row)}`
    const other = button('choose-other', isChoosing ? 'Cancel' : 'With another …', () => this.#toggleChoice())
    if (!isChoosing) other.setAttribute('aria-label', 'Compare with another …')
    this.#bar.classList.toggle('compares', before !== undefined && !isChoosing)
    if (isChoosing) return this.#bar.replaceChildren(h('span', { class: 'words' }, words), other)
    const { hand } = this.#link
    const target = before ? this.#compared?.before : past
    this.#bar.replaceChildren(
      h('span', { class: 'words', title: words }, words),
      ...(hand && !isReadOnly && target && target.id !== this.#store.state.live?.transactionId
        ? [button('restore', before ? 'Restore the one before' : 'Restore this one', () => this.#restore(target))]
        : []),
      ...(before && history.length > 1 ? [other] : []),
      button('back-to-now', before ? 'Close' : 'Back to now', () => (before ? this.endCompare() : this.endPast())),
    )
  }

  async #restore(row: HistoryRow): Promise<void> {
    const { hand } = this.#link
    if (!hand) return
    const isRestored = await this.#act(
      'restore',
      () => hand.restore(row.id),
      {},
      `${restoredTitle(this.#title(row))}. Undo reverses the restore.`,
    )
    if (!isRestored) return
    if (this.#store.state.before) this.endCompare()
    this.endPast()
  }
}

const CHOOSE_WORDS = 'Choose the other commit in the strip.'

function emptyPicture(): HTMLCanvasElement {
  const canvas = h('canvas', { class: 'picture', 'aria-hidden': 'true' })
  const ratio = pictureRatio()
  canvas.width = PICTURE.width * ratio
  canvas.height = PICTURE.height * ratio
  return canvas
}

function pictureOf(model: SceneModel, theme: State['theme']): HTMLCanvasElement {
  const canvas = emptyPicture()
  paintSmall(canvas, model, { hidden: model.hiddenLayers, shown: colorMapper(theme), hairline: 0.8 * pictureRatio() })
  return canvas
}

/** The pixels of a picture in a pixel of the page. */
function pictureRatio(): number {
  return Math.min(2, Math.max(1, window.devicePixelRatio || 1))
}

/** True where something else came first. */
function isForLater(thrown: unknown): boolean {
  if (thrown instanceof Refused) return LATER_KINDS.has(thrown.error.kind)
  return thrown instanceof DOMException && thrown.name === 'AbortError'
}

/** The refusals of a server that another call keeps busy. */
const LATER_KINDS: ReadonlySet<string> = new Set(['cancelled', 'conflict'])

function pause(ms: number): Promise<void> {
  return new Promise((next) => setTimeout(next, ms))
}

/** The changes of a commit that its title does not name. */
function changesBeside(row: HistoryRow, title: string): string {
  const drawn = describeDrawing(row)
  if (drawn !== undefined && drawn !== title && row.undoes === undefined) return drawn
  return describeFolder(row) ?? ''
}

/** The most files that the title of a commit lists. */
const MAX_FILES = 8

/** The files that a commit changed, a line each. */
function filesOf({ files = [] }: HistoryRow): string[] {
  const lines = files
    .slice(0, MAX_FILES)
    .map(({ file, change, to }) => `${file} ${change}${to === undefined ? '' : ` to ${to}`}`)
  return files.length > MAX_FILES ? [...lines, `and ${files.length - MAX_FILES} more files`] : lines
}
