import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A view that serves a project, as it is found by the next one. */
export interface RunningView {
  readonly url: string
  readonly readOnly: boolean
}

/** How long a view that is said to run may take to answer. */
const ANSWER_MS = 1_500

/**
 * The place where a view says that it serves a project: a file that only the user can read, since the address lets in whoever
 * has it.
 */
export class RunningViewFile {
  readonly #folder: string
  readonly #path: string

  constructor(dir: string) {
    this.#folder = join(dir, '.scenewright')
    this.#path = join(this.#folder, 'view.json')
  }

  /** The view that runs; nothing where none does, or one that died has left its file. */
  async find(): Promise<RunningView | undefined> {
    const running = this.#read()
    if (!running) return undefined
    try {
      const { ok } = await fetch(running.url, { signal: AbortSignal.timeout(ANSWER_MS) })
      return ok ? running : undefined
    } catch {
      return undefined
    }
  }

  /** Says that a view runs. Without it the next one starts as if there were none, which is no harm. */
  put(running: RunningView): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      // A file that somebody else has put there keeps its mode: it is made new.
      rmSync(this.#path, { force: true })
      writeFileSync(this.#path, JSON.stringify(running), { flag: 'wx', mode: 0o600 })
    } catch {
      // A folder that cannot be written to can still be viewed.
    }
  }

  /** Says that this view has ended, unless another one has taken the place. */
  remove(url: string): void {
    if (this.#read()?.url === url) rmSync(this.#path, { force: true })
  }

  #read(): RunningView | undefined {
    try {
      const { url, readOnly } = JSON.parse(readFileSync(this.#path, 'utf8')) as { url?: unknown; readOnly?: unknown }
      // Nothing but a view of this machine is asked for, whoever wrote the file.
      const isOurs = typeof url === 'string' && /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/$/.test(url)
      return isOurs ? { url, readOnly: readOnly === true } : undefined
    } catch {
      return undefined
    }
  }
}
