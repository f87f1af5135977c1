import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The record of a running view, for the next one to find. */
export interface RunningView {
  readonly url: string
  readonly readOnly: boolean
}

/** The time that a recorded view has to answer. */
const ANSWER_MS = 1_500

/**
 * The file in which a view records that it serves a project. Only the user can read it, since its address gives access to
 * anyone.
 */
export class RunningViewFile {
  readonly #folder: string
  readonly #path: string

  constructor(dir: string) {
    this.#folder = join(dir, '.scenewright')
    this.#path = join(this.#folder, 'view.json')
  }

  /** The running view; undefined if there is none, or only the file of one that died. */
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

  /** Records a running view. Without the record the next one starts as well, which does no harm. */
  put(running: RunningView): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      // An existing file would keep its mode, so it is replaced by a new one.
      rmSync(this.#path, { force: true })
      writeFileSync(this.#path, JSON.stringify(running), { flag: 'wx', mode: 0o600 })
    } catch {
      // A read-only folder can still be viewed.
    }
  }

  /** Removes the record of this view, unless another one has replaced it. */
  remove(url: string): void {
    if (this.#read()?.url === url) rmSync(this.#path, { force: true })
  }

  #read(): RunningView | undefined {
    try {
      const { url, readOnly } = JSON.parse(readFileSync(this.#path, 'utf8')) as { url?: unknown; readOnly?: unknown }
      // Only a view on this machine is contacted, whatever the file says.
      const isOurs = typeof url === 'string' && /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/$/.test(url)
      return isOurs ? { url, readOnly: readOnly === true } : undefined
    } catch {
      return undefined
    }
  }
}
