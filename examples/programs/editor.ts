// The back end of an editor with several windows: previews, an undo menu, cancelling, and no window that overwrites what it has
// not seen. The front end is yours; each method is what one of its messages asks for.
import { Project, type ProjectEvent, type SceneHistoryEntry, unwrap } from 'scenewright'

/** The messages that a window gets. */
export type ToWindow =
  | { readonly type: 'scene'; readonly base: string | undefined; readonly canUndo: boolean; readonly canRedo: boolean }
  | { readonly type: 'problem'; readonly message: string; readonly line: number | undefined }
  | { readonly type: 'printed'; readonly line: string }

/** A drawing that windows are open on. */
export class Editor {
  readonly #project: Project

  private constructor(project: Project) {
    this.#project = project
  }

  static async open(root: string): Promise<Editor> {
    const project = await Project.open({ root, limits: { timeMs: 20_000 } })
    // Also what other programs do to the files.
    await project.watch()
    return new Editor(project)
  }

  /** Opens a window, which has its own record of what it has read. */
  window(send: (message: ToWindow) => void): EditorWindow {
    return new EditorWindow(this.#project.session({ readFirst: 'off' }), send)
  }

  async close(): Promise<void> {
    await this.#project.close({ cancel: true })
  }
}

/** One window: a text of `main`, a picture, and a menu with undo and redo. */
export class EditorWindow {
  readonly #session: Project
  readonly #send: (message: ToWindow) => void
  /** The commit that the text in this window is of. */
  #base: string | undefined
  #running: AbortController | undefined

  constructor(session: Project, send: (message: ToWindow) => void) {
    this.#session = session
    this.#send = send
    session
      .on('commit', (event) => this.#show(event))
      .on('revert', (event) => this.#show(event))
      .on('log', (event) => this.#show(event))
  }

  /** Loads the text. The base comes first: what is committed between the two questions is found by the next save. */
  async load(): Promise<string> {
    this.#base = unwrap(await this.#session.history({ limit: 1 })).rows[0]?.commitId
    return unwrap(await this.#session.read({ file: 'main' })).text
  }

  /** The picture of a text that is not saved. A later one cancels it. */
  async preview(text: string): Promise<Uint8Array | undefined> {
    const signal = this.#begin()
    const changes = [{ type: 'write' as const, file: 'main', text }]
    const result = await this.#session.check({ changes, size: [640, 400], signal })
    if (result.ok) return result.png
    if (result.error.code !== 'cancelled') this.#problem(result.error)
    return undefined
  }

  /** Saves the text, unless another window has saved since this one has loaded. */
  async save(text: string): Promise<'saved' | 'changed by another window' | 'not saved'> {
    const signal = this.#begin()
    const result = await this.#session.write({ file: 'main', text, signal, base: this.#base })
    if (result.ok) {
      this.#base = result.commitId ?? this.#base
      return 'saved'
    }
    if (result.error.code === 'conflict') return 'changed by another window'
    if (result.status === 'refused' && result.error.code !== 'cancelled') this.#problem(result.error)
    return 'not saved'
  }

  /** The picture of the last commit, which is there while a save runs. */
  async picture(): Promise<Uint8Array> {
    return unwrap(await this.#session.render({ width: 640, height: 400 })).png
  }

  /** Undoes the last change of this window, and leaves those of others. */
  async undo(): Promise<boolean> {
    const { ok } = await this.#session.undo({ author: 'self' })
    return ok
  }

  /** The entries of the menu, the next step first. */
  async menu(): Promise<{ readonly undo: readonly string[]; readonly redo: readonly string[] }> {
    const { undo, redo } = await this.#session.undoStack({ limit: 10 })
    const words = ({ message, scene }: SceneHistoryEntry): string => scene?.drawing[0] ?? message
    return { undo: undo.map(words), redo: redo.map(words) }
  }

  /** Stops what this window has asked for. */
  cancel(): void {
    this.#running?.abort()
  }

  async close(): Promise<void> {
    await this.#session.close({ cancel: true })
  }

  #begin(): AbortSignal {
    this.cancel()
    this.#running = new AbortController()
    return this.#running.signal
  }

  #problem({ message, line }: { readonly message: string; readonly line?: number | undefined }): void {
    this.#send({ type: 'problem', message, line })
  }

  #show(event: ProjectEvent): void {
    if (event.type === 'log') return this.#send({ type: 'printed', line: event.message })
    if (event.type === 'revert') return this.#problem(event.error)
    if (event.type !== 'commit') return
    const { commitId, canUndo, canRedo } = event
    this.#send({ type: 'scene', base: commitId, canUndo, canRedo })
  }
}
