import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { replaceFile } from '../export-file.js'
import { historyFolder } from '../folders.js'
import { VERSION } from '../native.js'

/** The record of a running view, for the next one to find. */
export interface RunningView {
  readonly url: string
  readonly readOnly: boolean
}

/** The sign by which a view is recognised: a field of its answer to a path. */
interface Sign {
  readonly path: string
  readonly field: string
}

/** The time that a recorded view has to answer. */
const ANSWER_MS = 1_500

/**
 * A file in which a view records an address of its server. Only the user can read it, since the address gives access to
 * anyone.
 */
export class RunningViewFile {
  readonly #folder: string
  readonly #path: string
  readonly #sign: Sign

  private constructor(folder: string, name: string, sign: Sign) {
    this.#folder = folder
    this.#path = join(folder, name)
    this.#sign = sign
  }

  /** The file that has the address of a project's page. */
  static ofProject(dir: string): RunningViewFile {
    return new RunningViewFile(join(dir, '.scenewright'), 'view.json', { path: 'projects', field: 'pages' })
  }

  /** The file that has the address at which the user's commands hand projects over to a server that runs. */
  static ofUser(readOnly: boolean): RunningViewFile {
    // A page that only looks lists no addresses of pages that change.
    const name = readOnly ? 'view-read-only.json' : 'view.json'
    return new RunningViewFile(historyFolder(undefined), name, { path: '', field: 'readOnly' })
  }

  /** The running view; undefined if there is none, or only the file of one that died or has another version. */
  async find(): Promise<RunningView | undefined> {
    const running = this.#read()
    if (!running) return undefined
    try {
      const response = await fetch(running.url + this.#sign.path, { signal: AbortSignal.timeout(ANSWER_MS) })
      // Another program may have the port of a view that died, and answer every path with a page of its own.
      const answer = response.ok ? ((await response.json()) as object | null) : null
      return answer !== null && Object.hasOwn(answer, this.#sign.field) ? running : undefined
    } catch {
      return undefined
    }
  }

  /** Records a running view. Without the record the next one starts too, which does no harm. */
  put({ url, readOnly }: RunningView): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      replaceFile(this.#path, JSON.stringify({ url, readOnly, version: VERSION }), 0o600)
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
      const { url, readOnly, version } = JSON.parse(readFileSync(this.#path, 'utf8')) as {
        readonly [field: string]: unknown
      }
      // Only a view on this machine is contacted, whatever the file says.
      const isOurs = typeof url === 'string' && /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/$/.test(url)
      return isOurs && version === VERSION ? { url, readOnly: readOnly === true } : undefined
    } catch {
      return undefined
    }
  }
}
