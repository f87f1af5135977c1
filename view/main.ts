import { AppLink } from './app-link.js'
import { Banner } from './banner.js'
import { CheckPanel } from './check-panel.js'
import { Console } from './console.js'
import { byId } from './dom.js'
import { ExportDialog } from './export-dialog.js'
import { ForkView } from './fork-view.js'
import { History } from './history.js'
import { FileLink } from './file-link.js'
import { HttpLink } from './http-link.js'
import { Inspector } from './inspector.js'
import { listenToKeys, showHelp } from './keys.js'
import { LayerList } from './layers.js'
import { Refused, type Link, type LiveEvent, type LoadedScene } from './link.js'
import { MeasureBar } from './measure-bar.js'
import { NoteForm } from './note.js'
import { measureText } from './overlay.js'
import { openPanel } from './panels.js'
import { ParameterSets } from './parameter-sets.js'
import { ParameterPanel } from './parameters.js'
import { Printer } from './print.js'
import { ProjectSwitch } from './project-switch.js'
import { SceneModel } from './scene.js'
import { SheetTabs } from './sheet-tabs.js'
import { Stage } from './stage.js'
import { StartCard } from './start-card.js'
import { Store, type State } from './store.js'
import { applyTheme, onPreferredTheme, preferredTheme, type Theme } from './theme.js'
import { ToastPlace } from './toast.js'
import { buildToolbar, FORMATS } from './toolbar.js'
import { ObjectTree } from './tree.js'
import { describeFailure, describeLoss } from './words.js'

/** The page: it finds its way to the project, and keeps what it shows up to date. */
class View {
  readonly #store = new Store()
  readonly #link: Link
  readonly #stage: Stage
  readonly #projects: ProjectSwitch
  readonly #console: Console
  #loading: Promise<void> | undefined
  #loadsAgain = false
  /** The latest version of the scene that an event named; null where there is no scene. */
  #latest: string | null | undefined
  /** The scenes that were shown so far. */
  #shown = 0

  constructor(link: Link) {
    this.#link = link
    const store = this.#store
    this.setTheme(rememberedTheme() ?? preferredTheme())
    onPreferredTheme(() => {
      if (rememberedTheme() === undefined && !(link instanceof AppLink)) this.setTheme(preferredTheme())
    })
    const sheets = new SheetTabs(store)
    // Before the stage, which shows what is on visible layers.
    new LayerList(store)
    this.#stage = new Stage(store, link.hand && ((question) => inspector.propose(question)))
    const notify = (words: string, isProblem = false): void => this.#notify(words, isProblem)
    const tree = new ObjectTree(store, (name) => this.#stage.bringIntoSight(name))
    const inspector = new Inspector(store, link, notify)
    const panel = new ParameterPanel(
      store,
      link,
      (loaded) => this.#show(loaded),
      () => this.#reload(),
    )
    new ParameterSets(store, link, panel, notify)
    new Banner(store, link, this.#stage, notify)
    new ToastPlace(store)
    new Printer(store)
    new MeasureBar(store, link, notify)
    new StartCard(store, link, notify)
    this.#projects = new ProjectSwitch(link)
    const check = new CheckPanel(store, link, this.#stage, announce)
    const files = new ExportDialog(store, link, notify)
    this.#console = new Console(store, link)
    const note = new NoteForm(store, link, notify)
    const history = new History(store, link, notify, announce)
    const forks = new ForkView(store, link, notify)
    const toggleConsole = (): void => byId('tool-console').click()
    buildToolbar(store, {
      fit: () => this.#stage.fit(),
      compare: () => void history.toggleCompare(),
      console: () => this.#console.toggle(),
      download: (format) => void this.#download(format),
      export: files.canOpen ? () => files.open() : undefined,
      theme: (theme) => this.setTheme(theme, true),
      help: showHelp,
      print: link instanceof AppLink ? undefined : () => window.print(),
      formats:
        link instanceof FileLink ? [] : link instanceof HttpLink ? FORMATS : FORMATS.filter(([it]) => it !== 'html'),
      fill: link instanceof AppLink && link.canFill ? () => void link.fill() : undefined,
    })
    listenToKeys(store, this.#stage, {
      search: () => {
        openPanel('left')
        tree.focusSearch()
      },
      step: (by) => tree.step(by),
      stepCommit: (by) => void history.step(by),
      letGo: () => this.#stage.letGo(),
      endPast: () => history.endPast(),
      compare: () => void history.toggleCompare(),
      sheet: () => sheets.step(1),
      check: () => check.toggle(),
      export: () => files.open(),
      forks: () => void forks.open(),
      console: toggleConsole,
      note: () => {
        openPanel('right')
        note.focus()
      },
      undo: () => void history.move('undo'),
      redo: () => void history.move('redo'),
    })
    store.listen((state, changed) => this.#onChange(state, changed))
    // For tests and measurements.
    Object.assign(window, { scenewrightView: { store, stage: this.#stage } })
  }

  start(): void {
    void this.#load()
    this.#link.listen(
      (event) => this.#hear(event),
      (isConnected) => {
        // The server may be another one, with other projects.
        if (isConnected && this.#store.state.connection === 'lost') {
          this.#projects.refresh()
          // Functions that need a server are possible now.
          this.#store.set({ toast: undefined })
        }
        this.#store.set({ connection: isConnected ? 'live' : 'lost' })
      },
    )
    if (this.#link instanceof FileLink) this.#store.set({ connection: 'file' })
  }

  setTheme(theme: Theme, isChosen = false): void {
    applyTheme(theme)
    this.#store.set({ theme })
    if (isChosen) remember(theme)
  }

  #hear(event: LiveEvent): void {
    switch (event.type) {
      case 'scene': {
        const { failure } = this.#store.state
        // The same error again stays hidden if the person has dismissed it.
        if (!event.error) this.#store.set({ failure: undefined, dismissed: undefined })
        else if (JSON.stringify(event.error) !== JSON.stringify(failure)) this.#store.set({ failure: event.error })
        this.#latest = event.version
        this.#console.hearScene(event.transactionId)
        if (event.version === null && !event.error) return this.#showNothing()
        if (this.#isUpToDate) return this.#rename(event.transactionId)
        if (event.loaded) this.#show(event.loaded)
        else if (event.version !== null) void this.#load()
        else this.#store.set({ isLoaded: true })
        return
      }
      case 'log':
        return this.#console.hear(event)
      case 'projects':
        return this.#projects.refresh()
      case 'revert':
        this.#store.set({ reverted: { what: 'A change was refused: the code would fail', error: event.error } })
    }
  }

  /** True when the scene is the one that the latest event named. */
  get #isUpToDate(): boolean {
    return this.#latest !== undefined && this.#latest === (this.#store.state.live?.version ?? null)
  }

  /** Notes the commit that left the scene as it was. */
  #rename(transactionId: string | null): void {
    const { live } = this.#store.state
    if (!live || transactionId === null || live.transactionId === transactionId) return
    const renamed = live.underName(transactionId)
    this.#store.set({ live: renamed, ...(!this.#store.state.past && { model: renamed }) })
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
      // A scene that an event brought meanwhile is as new, or newer.
      if (shown === this.#shown) this.#show(loaded)
      // The event of a project that waits names neither it nor its page.
      else this.#store.set({ project: loaded.project || this.#store.state.project, isReadOnly: loaded.readOnly })
    } catch (thrown) {
      if (thrown instanceof Refused && thrown.error.kind !== 'not_ready') this.#store.set({ failure: thrown.error })
      // A project whose code fails has a name too.
      const { by } = thrown instanceof Refused ? thrown : {}
      this.#store.set({ isLoaded: true, ...(by && { project: by.project, isReadOnly: by.readOnly }) })
    }
  }

  /** Shows the present scene in place of one that was looked at. */
  async #reload(): Promise<void> {
    try {
      const loaded = await this.#link.load()
      // Why a value was refused is still to be read.
      const { reverted } = this.#store.state
      this.#show(loaded)
      this.#store.set({ reverted })
    } catch {
      // The next event brings it.
    }
  }

  #show({ scene, transactionId, version, project, readOnly }: LoadedScene): void {
    this.#shown += 1
    const { live: old, project: known, past } = this.#store.state
    const isReadOnly = readOnly ?? this.#store.state.isReadOnly
    if (!scene) {
      this.#store.set({ project: project || known, isReadOnly })
      return this.#showNothing()
    }
    const live = new SceneModel(scene, transactionId, version || transactionId, old)
    this.#store.set({
      live,
      // A person who looks at an earlier commit keeps seeing it.
      ...(!past && { model: live }),
      isLoaded: true,
      project: project || known,
      isReadOnly,
      reverted: undefined,
    })
    if (old && old.version !== live.version) announce(`The scene changed: ${live.leaves.length} shapes.`)
  }

  #showNothing(): void {
    this.#shown += 1
    this.#store.set({
      live: undefined,
      model: undefined,
      past: undefined,
      before: undefined,
      isLoaded: true,
      reverted: undefined,
    })
  }

  #onChange(state: State, changed: ReadonlySet<keyof State>): void {
    if (changed.has('project') && state.project !== '') {
      byId('project').textContent = state.project
      byId('project').title = state.project
      document.title = `${state.project} – scenewright`
    }
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
    if (changed.has('connection')) document.documentElement.dataset['connection'] = state.connection
    const pill = byId('connection')
    const [name, words] = connectionOf(state)
    if (pill.dataset['state'] !== name || pill.textContent !== words) {
      pill.dataset['state'] = name
      pill.textContent = words
      pill.title = { stale: 'Show why the code fails', lost: describeLoss() }[name] ?? words
    }
  }

  async #download(format: string): Promise<void> {
    try {
      this.#notify(await this.#link.download(format))
    } catch (thrown) {
      this.#notify(describeFailure(thrown, 'It could not be exported'), true)
    }
  }

  /** Shows a message, and announces it to screen readers. */
  #notify(words: string, isProblem = false): void {
    announce(words)
    this.#store.set({ toast: { words, isProblem } })
  }
}

function connectionOf({
  connection,
  failure,
  isBusy,
  isReadOnly,
  live,
  isLoaded,
  past,
}: State): [name: string, words: string] {
  if (connection === 'file') return ['live', 'A file']
  if (connection === 'lost') return ['lost', 'Not connected']
  if (failure) return ['stale', live ? 'Stale' : 'Fails']
  if (past) return ['busy', 'Earlier commit']
  if (isBusy) return ['busy', 'Running']
  if (connection !== 'live' && !live) return ['connecting', 'Connecting']
  if (isLoaded && !live) return ['waiting', 'Waiting']
  return ['live', isReadOnly ? 'Live, read-only' : 'Live']
}

/** Announces a text to screen readers. */
function announce(words: string): void {
  byId('announcer').textContent = words
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
  // The focus ring around the drawing helps people who use keys.
  const root = document.documentElement
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && root.toggleAttribute('data-keys', true))
  document.addEventListener('pointerdown', () => root.toggleAttribute('data-keys', false))
  if (window.parent === window) return new View(FileLink.find() ?? new HttpLink()).start()
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
