import { AppLink } from './app-link.js'
import { Banner } from './banner.js'
import { Console } from './console.js'
import { byId } from './dom.js'
import { History } from './history.js'
import { HttpLink } from './http-link.js'
import { Inspector } from './inspector.js'
import { listenToKeys, showHelp } from './keys.js'
import { LayerList } from './layers.js'
import { Refused, type Link, type LiveEvent, type LoadedScene } from './link.js'
import { NoteForm } from './note.js'
import { measureText } from './overlay.js'
import { ParameterPanel } from './parameters.js'
import { SceneModel } from './scene.js'
import { Stage } from './stage.js'
import { Store, type State } from './store.js'
import { applyTheme, preferredTheme, type Theme } from './theme.js'
import { buildToolbar } from './toolbar.js'
import { ObjectTree } from './tree.js'

const MAX_LOGS = 500

/** The page: it finds its way to the project, and keeps what it shows up to date. */
class View {
  readonly #store = new Store()
  readonly #link: Link
  readonly #stage: Stage
  #loading: Promise<void> | undefined
  #loadsAgain = false
  /** The commit that the page was told of last. */
  #told: string | null = null
  /** The scenes that were shown so far. */
  #shown = 0

  constructor(link: Link) {
    this.#link = link
    const store = this.#store
    this.setTheme(rememberedTheme() ?? preferredTheme())
    this.#stage = new Stage(store)
    const tree = new ObjectTree(store)
    new LayerList(store)
    new Inspector(store, link)
    new ParameterPanel(store, link)
    new Banner(store, this.#stage)
    const console = new Console(store)
    const note = new NoteForm(store, link)
    const history = new History(store, link, announce)
    const toggleConsole = (): void => byId('tool-console').click()
    buildToolbar(store, {
      fit: () => this.#stage.fit(),
      compare: () => void history.toggleCompare(),
      console: () => console.toggle(),
      download: (format) => void this.#download(format),
      theme: (theme) => this.setTheme(theme, true),
      help: showHelp,
      fill: link instanceof AppLink && link.canFill ? () => void link.fill() : undefined,
    })
    listenToKeys(store, this.#stage, {
      search: () => {
        byId('left').classList.add('open')
        tree.focusSearch()
      },
      step: (by) => tree.step(by),
      compare: () => void history.toggleCompare(),
      console: toggleConsole,
      note: () => {
        byId('right').classList.add('open')
        note.focus()
      },
      undo: () => void history.move('undo'),
      redo: () => void history.move('redo'),
    })
    store.listen((state, changed) => this.#tell(state, changed))
    // For tests and measurements.
    Object.assign(window, { scenewrightView: { store, stage: this.#stage } })
  }

  start(): void {
    void this.#load()
    this.#link.listen(
      (event) => this.#hear(event),
      (isConnected) => this.#store.set({ connection: isConnected ? 'live' : 'lost' }),
    )
  }

  setTheme(theme: Theme, isChosen = false): void {
    applyTheme(theme)
    this.#store.set({ theme })
    if (isChosen) remember(theme)
  }

  #hear(event: LiveEvent): void {
    switch (event.type) {
      case 'scene':
        if (event.error) this.#store.set({ failure: event.error })
        else if (this.#store.state.failure) this.#store.set({ failure: undefined })
        this.#told = event.transactionId
        if (this.#isUpToDate) return
        if (event.loaded) this.#show(event.loaded)
        else void this.#load()
        return
      case 'log': {
        const row = { level: event.level, message: event.message, time: new Date().toLocaleTimeString() }
        this.#store.set({ logs: [...this.#store.state.logs, row].slice(-MAX_LOGS) })
        return
      }
      case 'revert':
        this.#store.set({ reverted: event.error })
    }
  }

  /** True when the scene is the one that the page was told of last. */
  get #isUpToDate(): boolean {
    return this.#told === null || this.#told === this.#store.state.model?.transactionId
  }

  /** Loads the scene; what changes meanwhile is loaded next. */
  #load(): Promise<void> {
    if (this.#loading) {
      this.#loadsAgain = true
      return this.#loading
    }
    this.#loading = this.#loadOnce().finally(() => {
      this.#loading = undefined
      const isAsked = this.#loadsAgain
      this.#loadsAgain = false
      if (isAsked && !this.#isUpToDate) void this.#load()
    })
    return this.#loading
  }

  async #loadOnce(): Promise<void> {
    const shown = this.#shown
    try {
      const loaded = await this.#link.load()
      // What came by itself meanwhile is as new, or newer.
      if (shown === this.#shown) this.#show(loaded)
    } catch (thrown) {
      if (thrown instanceof Refused) this.#store.set(thrown.error.kind === 'not_ready' ? {} : { failure: thrown.error })
      byId('empty').hidden = this.#store.state.model !== undefined
    }
  }

  #show({ scene, transactionId, project, readOnly }: LoadedScene): void {
    this.#shown += 1
    const { model: old } = this.#store.state
    const model = new SceneModel(scene, transactionId)
    this.#store.set({ model, project: project || this.#store.state.project, isReadOnly: readOnly, reverted: undefined })
    if (old && old.transactionId !== transactionId) announce(`The scene changed: ${model.leaves.length} shapes.`)
  }

  #tell(state: State, changed: ReadonlySet<keyof State>): void {
    if (changed.has('project') && state.project !== '') {
      byId('project').textContent = state.project
      document.title = `${state.project} – scenewright`
    }
    if (changed.has('model')) byId('empty').hidden = (state.model?.leaves.length ?? 0) > 0
    if (changed.has('selected') && state.selected.length > 0) {
      const [only] = state.selected
      const entity = only === undefined ? undefined : state.model?.find(only)
      announce(
        state.selected.length === 1
          ? `Selected ${only}, ${entity?.type ?? ''}`
          : `${state.selected.length} objects selected`,
      )
    }
    const [from, to] = state.measured
    if (changed.has('measured') && from && to) announce(measureText(from, to, state.model?.wire.units ?? ''))
    const pill = byId('connection')
    const [name, words] = connectionOf(state)
    if (pill.dataset['state'] !== name || pill.textContent !== words) {
      pill.dataset['state'] = name
      pill.textContent = words
    }
  }

  async #download(format: string): Promise<void> {
    try {
      announce(await this.#link.download(format), true)
    } catch (thrown) {
      announce(thrown instanceof Error ? thrown.message : 'It could not be exported.', true)
    }
  }
}

function connectionOf({ connection, failure, isBusy, isReadOnly, model }: State): [name: string, words: string] {
  if (connection === 'lost') return ['lost', 'Not connected']
  if (failure) return ['stale', 'Stale']
  if (isBusy) return ['busy', 'Running']
  return connection === 'live' || model
    ? ['live', isReadOnly ? 'Live, read-only' : 'Live']
    : ['connecting', 'Connecting']
}

/** Tells a person who does not see the page; `isShown` also one who does. */
function announce(words: string, isShown = false): void {
  byId('announcer').textContent = words
  if (isShown) byId('note-state').textContent = words
}

const THEME_KEY = 'scenewright-theme'

function rememberedTheme(): Theme | undefined {
  try {
    const theme = localStorage.getItem(THEME_KEY)
    return theme === 'light' || theme === 'dark' || theme === 'contrast' ? theme : undefined
  } catch {
    // In a sandbox there is no storage.
    return undefined
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // It is asked for again next time.
  }
}

async function main(): Promise<void> {
  // A ring around the drawing is for those who use keys.
  const root = document.documentElement
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && root.toggleAttribute('data-keys', true))
  document.addEventListener('pointerdown', () => root.toggleAttribute('data-keys', false))
  if (window.parent === window) return new View(new HttpLink()).start()
  let view: View | undefined
  let theme: Theme | undefined
  const link = await AppLink.open((asked) => {
    theme = asked
    view?.setTheme(asked)
  })
  view = new View(link)
  if (theme) view.setTheme(theme)
  view.start()
}

void main()
