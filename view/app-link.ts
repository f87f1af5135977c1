import { HostPort, type ToolResult } from './host-port.js'
import { Refused, type Link, type LiveEvent, type LoadedScene, type NoteToAgent } from './link.js'
import type { Theme } from './theme.js'
import type { Answer, ErrorWire } from './wire.js'

/** The tools that the server has for this page alone. */
const SCENE_TOOL = 'view_scene'
const NOTE_TOOL = 'view_note'

/** The interval at which the page checks for a new scene: a host only reports its own calls. */
const POLL_MS = 1_500

/** The height that the page requests if the host lets it choose, in pixels. */
const INLINE_HEIGHT = 560

/** The time that the page waits for the host to report its call. */
const INPUT_WAIT_MS = 400

/** The tools that may change the scene. */
const COMMITTING: ReadonlySet<string> = new Set(['run', 'undo', 'redo'])

/** One part of the scene, from the tool's answer. */
interface ScenePart {
  readonly transactionId: string
  readonly version?: string
  readonly project: string
  readonly readOnly?: boolean
  readonly isSame?: boolean
  /** The reason why the code on disk fails; the scene is then the last working one. */
  readonly stale?: ErrorWire
  readonly part?: number
  readonly parts?: number
  readonly text?: string
}

/** The tools of the server that may have brought the page here, by their own names. */
const OWN_NAMES = ['view', 'render', 'check', 'edit'] as const

interface HostContext {
  readonly toolInfo?: { readonly tool?: { readonly name?: string } }
  readonly theme?: 'light' | 'dark'
  readonly styles?: { readonly variables?: { readonly [name: string]: string | undefined } }
  readonly displayMode?: string
  readonly availableDisplayModes?: readonly string[]
}

/** The way to the project through the host of an MCP App. */
export class AppLink implements Link {
  readonly #port: HostPort
  readonly #onTheme: (theme: Theme) => void
  #known = ''
  #failure = ''
  #context: HostContext = {}
  /** The prefix of the names of the server's tools. */
  #prefix = ''
  /** Checks for a new scene. */
  #look: (() => Promise<void>) | undefined
  /** The project of the call that opened the page, if the server has several. */
  #project: string | undefined

  private constructor(port: HostPort, onTheme: (theme: Theme) => void) {
    this.#port = port
    this.#onTheme = onTheme
  }

  /** Introduces the page to its host. */
  static async open(onTheme: (theme: Theme) => void): Promise<AppLink> {
    const port = new HostPort(window.parent)
    const link = new AppLink(port, onTheme)
    // Listens before it introduces itself: a host may send both right after its answer.
    port.on('ui/notifications/host-context-changed', (context) => link.#adopt(context as HostContext))
    const named = new Promise<void>((done) => {
      port.on('ui/notifications/tool-input', (params) => {
        const { project } = (params as { arguments?: { project?: unknown } }).arguments ?? {}
        if (typeof project === 'string') link.#project = project
        done()
      })
    })
    link.#adopt((await port.initialize()) as HostContext)
    // A host soon reports the page's call; if it never does, the page has no call.
    await Promise.race([named, new Promise((enough) => setTimeout(enough, INPUT_WAIT_MS))])
    port.notify('ui/notifications/size-changed', { height: INLINE_HEIGHT })
    return link
  }

  /** True if the host can show the page full screen. */
  get canFill(): boolean {
    return this.#context.availableDisplayModes?.includes('fullscreen') === true
  }

  async fill(): Promise<void> {
    const mode = this.#context.displayMode === 'fullscreen' ? 'inline' : 'fullscreen'
    const result = (await this.#port.request('ui/request-display-mode', { mode })) as { mode?: string }
    this.#adopt({ displayMode: result.mode ?? mode })
  }

  async load(at?: string): Promise<LoadedScene> {
    const parts: string[] = []
    for (;;) {
      // Hosts bound the size of one answer, so a large scene comes in parts; the first names their number.
      const found = await this.#part({ ...(at !== undefined && { at }), part: parts.length })
      parts.push(found.text ?? '')
      if (parts.length < (found.parts ?? 1)) continue
      const { transactionId, project, readOnly = false } = found
      const version = found.version ?? transactionId
      // An earlier commit is looked at and not followed.
      if (at === undefined) this.#known = version
      return { scene: JSON.parse(parts.join('')), transactionId, version, project, readOnly }
    }
  }

  async preview(parameters: object): Promise<LoadedScene> {
    const found = await this.#part({ parameters })
    // Each part would cost another run, so a scene of several parts is shown when the slider is released.
    if ((found.parts ?? 1) > 1)
      throw new Refused({ kind: 'too_large', message: 'The new drawing is shown when you release the slider.' })
    const { transactionId, version = transactionId, project, readOnly = false } = found
    return { scene: JSON.parse(found.text ?? ''), transactionId, version, project, readOnly }
  }

  async call(name: string, args: object = {}): Promise<Answer> {
    const answer = answerOf(await this.#callTool(name, args))
    // The page need not wait for its own changes.
    if (COMMITTING.has(name)) void this.#look?.()
    return answer
  }

  async send(note: NoteToAgent): Promise<void> {
    // A host that takes messages shows the note to its model at once.
    const words = formatNote(note)
    if (this.#port.can('message')) {
      const result = (await this.#port.request('ui/message', {
        role: 'user',
        content: [{ type: 'text', text: words }],
      })) as { isError?: boolean }
      if (result.isError !== true) return
    }
    // The server adds it to the next answer.
    const answer = answerOf(await this.#callTool(NOTE_TOOL, note))
    if (!answer.answer.success) throw refusedBy(answer)
  }

  async download(format: string): Promise<string> {
    if (this.#port.can('downloadFile') && (format === 'svg' || format === 'json' || format === 'dxf')) {
      const { answer } = await this.call('export', { format })
      const { content } = (answer.data ?? {}) as { content?: string }
      if (answer.success && content !== undefined) {
        const resource = { uri: `file:///scene.${format}`, mimeType: 'application/octet-stream', text: content }
        const result = (await this.#port.request('ui/download-file', {
          contents: [{ type: 'resource', resource }],
        })) as {
          isError?: boolean
        }
        if (result.isError !== true) return `The ${format.toUpperCase()} was handed to the host.`
      }
    }
    const answer = await this.call('export', { format, path: `scene.${format}` })
    if (!answer.answer.success) throw refusedBy(answer)
    const { path = '' } = (answer.answer.data ?? {}) as { path?: string }
    return `Written to ${path} in the project.`
  }

  listen(hear: (event: LiveEvent) => void, connected: (isConnected: boolean) => void): void {
    // The result of the tool that opened the page may be newer than the shown scene.
    this.#port.on('ui/notifications/tool-result', () => void look())
    const look = async (): Promise<void> => {
      try {
        const found = await this.#part({ known: this.#known })
        connected(true)
        const { version = found.transactionId, transactionId, stale } = found
        const failure = stale ? JSON.stringify(stale) : ''
        // The same scene with the same failure is no news; a failure that ended is.
        if ((found.isSame || stale) && this.#failure === failure) return
        this.#failure = failure
        hear({ type: 'scene', version: stale ? this.#known : version, transactionId, ...(stale && { error: stale }) })
      } catch (thrown) {
        if (!(thrown instanceof Refused)) return connected(false)
        connected(true)
        const words = JSON.stringify(thrown.error)
        if (words === this.#failure) return
        this.#failure = words
        const isEmpty = thrown.error.kind === 'not_ready'
        if (isEmpty) this.#known = ''
        hear({
          type: 'scene',
          version: isEmpty ? null : this.#known,
          transactionId: null,
          ...(!isEmpty && { error: thrown.error }),
        })
      }
    }
    this.#look = look
    const again = (): void => {
      // A hidden page asks nothing, and looks again at the next interval.
      const next = document.visibilityState === 'hidden' ? Promise.resolve() : look()
      void next.finally(() => setTimeout(again, POLL_MS))
    }
    again()
  }

  async #part(args: object): Promise<ScenePart> {
    const answer = answerOf(await this.#callTool(SCENE_TOOL, args))
    if (!answer.answer.success) throw refusedBy(answer)
    return answer.answer.data as ScenePart
  }

  #callTool(name: string, args: object): Promise<ToolResult> {
    const project = this.#project === undefined ? {} : { project: this.#project }
    return this.#port.callTool(this.#prefix + name, { ...args, ...project })
  }

  #adopt(context: HostContext): void {
    this.#context = { ...this.#context, ...context }
    const { theme, toolInfo } = context
    const tool = toolInfo?.tool?.name
    // A host may put a prefix before the names of a server's tools; all names have the same.
    const own = OWN_NAMES.find((name) => tool?.endsWith(name))
    if (tool !== undefined && own !== undefined) this.#prefix = tool.slice(0, -own.length)
    if (theme) this.#onTheme(theme)
    // The page uses the host's fonts but not its colours: a drawing needs a quiet background.
    const font = context.styles?.variables?.['--font-sans']
    // The value comes from outside and is written into a style: only characters of font names pass.
    if (font !== undefined && /^[\w\s"',.-]+$/.test(font)) document.documentElement.style.setProperty('--sans', font)
  }
}

/** A person's note. */
function formatNote({ text, selected }: NoteToAgent): string {
  const names = selected.map((name) => JSON.stringify(name)).join(', ')
  if (names === '') return text
  return text.trim() === ''
    ? `I selected ${names} in the live view.`
    : `${text.trim()}\n\n(Selected in the live view: ${names})`
}

function refusedBy({ answer }: Answer): Refused {
  const error: ErrorWire = answer.errorInfo ?? { kind: 'refused', message: answer.error ?? 'The call failed.' }
  return new Refused(error)
}

/** The member of a result's `_meta` that has the whole answer: hosts show it to pages, and not to their model. */
const PAGE_ANSWER = 'scenewright/answer'

/** The answer object in the result of a tool: from its `_meta`, else written as JSON, else plain text. */
function answerOf({ content = [], _meta = {}, isError }: ToolResult): Answer {
  const text = content.find(({ type }) => type === 'text')?.text ?? ''
  // The text for a model may be shortened; the answer in `_meta` never is.
  const found = _meta[PAGE_ANSWER] ?? parsed(text)
  if (typeof found === 'object' && found !== null && 'success' in found) {
    return { status: isError ? 'refused' : 'ok', answer: found as Answer['answer'], text }
  }
  if (isError) return { status: 'refused', answer: { success: false, error: text } }
  return { status: 'ok', answer: { success: true, data: found ?? {} }, text }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
