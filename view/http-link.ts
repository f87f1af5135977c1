import { byId } from './dom.js'
import { patched, type PatchWire } from './patch.js'
import { Refused, type Desk, type Hand, type Link, type LiveEvent, type LoadedScene, type NoteToAgent } from './link.js'
import type {
  Answer,
  ErrorWire,
  ExportPreview,
  ForkSceneWire,
  ForkWire,
  OutputWire,
  PagesWire,
  ParameterSetsWire,
  ProposalWire,
  SceneWire,
} from './wire.js'

/** The pause before the next attempt where a server refused this page. */
const RECONNECT_MS = 2_000

/**
 * The most pages of a browser that keep a connection open for events. A browser has six connections to a server for all of its pages:
 * with six that are kept, every other request, and the next page, would wait until a page is closed.
 */
const MAX_STREAMS = 4

/** The interval at which the other pages ask what is new: about as long as a person takes to look. */
const ASK_MS = 700

/** How long a file is kept for the browser that saves it. */
const KEPT_FILE_MS = 60_000

/** The way to the server that served this page. */
export class HttpLink implements Link {
  readonly hand: Hand = {
    propose: async (question) => (await this.#json('propose', question)) as ProposalWire,
    change: async (question, after) => (await this.#json('change', { ...question, after })) as Answer,
    restore: async (id) => (await this.#json('restore', { id })) as Answer,
    forks: async () => ((await jsonOf(await fetch('forks'))) as { forks: readonly ForkWire[] }).forks,
    fork: async (name) => {
      const found = await jsonOf(await fetch(`fork?name=${encodeURIComponent(name)}`))
      if ('error' in (found as object)) throw new Refused((found as { error: ErrorWire }).error)
      return found as ForkSceneWire
    },
    chooseFork: async (name, choice) => (await this.#json('fork', { name, choice })) as Answer,
    restoreCode: async () => (await this.#json('restore-code', {})) as Answer,
    sets: async () => (await jsonOf(await fetch('sets'))) as ParameterSetsWire,
    saveSet: async (name, values) => (await this.#json('sets', { name, values })) as ParameterSetsWire,
    example: async () => (await this.#json('example', {})) as Answer,
    picture: async (id, theme) => {
      const asked = (this.#picturing = new AbortController())
      const query = new URLSearchParams({ at: id, theme })
      const response = await fetch(`picture?${query}`, { signal: asked.signal })
      if (response.ok && response.headers.get('Content-Type') === 'image/png') return response.blob()
      throw await refusedBy(response)
    },
  }

  /** Ends a picture that is being made: what a person does comes first. */
  #picturing = new AbortController()

  readonly desk: Desk = {
    preview: async (wish, signal) => (await jsonOf(await this.#post('export-preview', wish, signal))) as ExportPreview,
    download: async (id) => save(`exported?id=${encodeURIComponent(id)}`),
  }

  async output(): Promise<OutputWire> {
    return (await jsonOf(await fetch('output'))) as OutputWire
  }

  async projects(): Promise<PagesWire> {
    return (await jsonOf(await fetch('projects'))) as PagesWire
  }

  /** The entity tag of the page of the server that answered first. */
  #page: string | undefined

  /** The latest scene. The server may send the next one as the difference from it. */
  #latest: LoadedScene | undefined

  async load(at?: string): Promise<LoadedScene> {
    const loaded = await sceneOf(await fetch(at === undefined ? 'scene' : `scene?at=${encodeURIComponent(at)}`))
    if (at === undefined) this.#latest = loaded
    return loaded
  }

  async preview(parameters: object, signal: AbortSignal): Promise<LoadedScene> {
    const known = this.#latest?.version
    const response = await this.#post('preview', { parameters, known }, signal)
    const body = (await jsonOf(response)) as SceneBody | (LoadedScene & PatchWire)
    if (!('runs' in body)) return loadedOf(body, response)
    // Another scene may have come meanwhile, from which the difference leads nowhere.
    return this.#patched(body) ?? sceneOf(await this.#post('preview', { parameters }, signal))
  }

  /** The scene that a difference from the latest one leads to; nothing where it is from another one. */
  #patched({ from, runs, layers, styles, ...rest }: LoadedScene & PatchWire): LoadedScene | undefined {
    const scene = patched(this.#latest, { from, runs, layers, styles }, rest.scene)
    return scene && { ...rest, scene }
  }

  async call(name: string, args: object = {}): Promise<Answer> {
    return (await this.#json('call', { name, arguments: args })) as Answer
  }

  async send(note: NoteToAgent): Promise<void> {
    await this.#json('notes', note)
  }

  async download(format: string): Promise<string> {
    await save(format === 'html' ? 'file' : `export?format=${encodeURIComponent(format)}`)
    return `The ${format.toUpperCase()} is on its way to your downloads.`
  }

  listen(hear: (event: LiveEvent) => void, connected: (isConnected: boolean) => void): void {
    void claimStream().then((isOurs) => (isOurs ? this.#stream(hear, connected) : this.#ask(hear, connected)))
  }

  /** Asks what is new, until one of the pages that have a connection is closed. */
  async #ask(hear: (event: LiveEvent) => void, connected: (isConnected: boolean) => void): Promise<void> {
    for (let known = ''; !(await claimStream()); await new Promise((next) => setTimeout(next, ASK_MS))) {
      if (document.visibilityState === 'hidden') continue
      try {
        const { page, event } = (await jsonOf(await fetch('state'))) as {
          readonly page: string
          readonly event: LiveEvent
        }
        connected(true)
        this.#comparePage(page)
        const text = JSON.stringify(event)
        if (text !== known) hear(event)
        known = text
      } catch {
        connected(false)
      }
    }
    this.#stream(hear, connected)
  }

  #stream(hear: (event: LiveEvent) => void, connected: (isConnected: boolean) => void): void {
    const source = new EventSource('events')
    source.addEventListener('open', () => connected(true))
    source.addEventListener('error', () => {
      connected(false)
      // A browser asks again where nothing answers, and gives up where something refuses: another command may have the port
      // until the one with this project is back.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.#stream(hear, connected), RECONNECT_MS)
    })
    source.addEventListener('page', ({ data }) => this.#comparePage(data))
    source.addEventListener('message', ({ data }) => hear(JSON.parse(data)))
    source.addEventListener('patch', ({ data }) => {
      const patch = JSON.parse(data) as LoadedScene & PatchWire
      const { transactionId, version } = patch
      const loaded = this.#patched(patch)
      if (loaded) this.#latest = loaded
      // A page that has another scene asks for the whole of this one.
      hear({ type: 'scene', version, transactionId, ...(loaded && { loaded }) })
    })
    source.addEventListener('scene', ({ data }) => {
      const loaded: LoadedScene = JSON.parse(data)
      this.#latest = loaded
      hear({ type: 'scene', version: loaded.version, transactionId: loaded.transactionId, loaded })
    })
  }

  /** Loads the page again where the server that it has found has another one. A note that is being written stays. */
  #comparePage(tag: string): void {
    this.#page ??= tag
    if (tag === this.#page || byId<HTMLTextAreaElement>('note-text').value !== '') return
    location.reload()
  }

  async #json(path: string, body: object): Promise<unknown> {
    return jsonOf(await this.#post(path, body))
  }

  async #post(path: string, body: object, signal?: AbortSignal): Promise<Response> {
    this.#picturing.abort()
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    if (isRefused(response)) throw await refusedBy(response)
    return response
  }
}

/** Takes one of the connections for events, which is this page's until it is closed; false if other pages have all of them. */
async function claimStream(): Promise<boolean> {
  for (let place = 0; place < MAX_STREAMS; place += 1) {
    const isOurs = new Promise<boolean>((claimed) => {
      const keep = (lock: Lock | null): Promise<void> | undefined => {
        claimed(lock !== null)
        return lock ? new Promise(() => {}) : undefined
      }
      // A browser that has no locks here is treated as one with a single page.
      if (!navigator.locks) return claimed(true)
      navigator.locks.request(`scenewright-events-${place}`, { ifAvailable: true }, keep).catch(() => claimed(true))
    })
    if (await isOurs) return true
  }
  return false
}

/** Lets the browser save what an address of the server answers. A refusal is thrown: the browser would only show it among its downloads. */
async function save(address: string): Promise<void> {
  const response = await fetch(address)
  if (isRefused(response)) throw await refusedBy(response)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '',
  )
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FILE_MS)
}

/** The value in an answer. A refusal is thrown. */
async function jsonOf(response: Response): Promise<unknown> {
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true
  if (!isJson || isRefused(response)) throw await refusedBy(response)
  return response.json()
}

/** True for an answer that is an error, of the server or of the project. */
function isRefused(response: Response): boolean {
  return !response.ok || response.headers.has('X-Refused')
}

/** The reason why the server refused: an error of the project, or a text. */
async function refusedBy(response: Response): Promise<Error> {
  const text = (await response.text()).trim()
  const type = response.headers.get('Content-Type') ?? ''
  const isJson = type.startsWith('application/json')
  // Another command, or another program, may have the port of a server that has ended. A browser throws this error too.
  if (response.status === 404 || !(isJson || type.startsWith('text/plain')))
    throw new TypeError('no server of this page')
  return new Refused(isJson ? (JSON.parse(text) as { error: ErrorWire }).error : { kind: 'refused', message: text })
}

type SceneBody = SceneWire | { readonly error: ErrorWire } | { readonly empty: true }

async function sceneOf(response: Response): Promise<LoadedScene> {
  return loadedOf((await jsonOf(response)) as SceneBody, response)
}

function loadedOf(body: SceneBody, response: Response): LoadedScene {
  const header = (name: string): string => decodeURIComponent(response.headers.get(name) ?? '')
  const by = { project: header('X-Project'), readOnly: header('X-Read-Only') === 'true' }
  if ('error' in body) throw new Refused(body.error, by)
  return {
    scene: 'empty' in body ? undefined : body,
    transactionId: header('X-Transaction'),
    version: header('X-Version'),
    ...by,
  }
}
