import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type * as api from '../../index.js'
import { inFolder, mergeIntoProject } from '../project-forks.js'
import { errorOf, runResult } from '../results.js'
import type { Session } from '../session.js'
import { isAnswered } from '../wire.js'
import type { ErrorInfo } from '../wire-types.js'
import type { PageAnswer } from './calls.js'
import type { Opened } from './stage-code.js'
import { folderAnswer } from './folder-commits.js'

/** A fork of the project, for a page. */
export interface ForkRow {
  readonly name: string
  readonly message?: string | undefined
  /** In milliseconds since 1970 UTC. */
  readonly madeAt: number
  readonly isMerged: boolean
}

/** The drawing of a fork, and what is different from the project's. */
interface ForkScene {
  /** A line for each difference. */
  readonly drawing: readonly string[]
  readonly json: Buffer
}

/** The forks of a project beside it: what each draws, and the choice of one. */
export class ForkPanes {
  readonly #dir: string
  readonly #session: Session
  readonly #openAt: (dir: string) => Opened

  constructor(dir: string, session: Session, openAt: (dir: string) => Opened) {
    this.#dir = dir
    this.#session = session
    this.#openAt = openAt
  }

  async list(): Promise<readonly ForkRow[]> {
    return (await this.#forks()).map(({ name, message, madeAt, mergedCommitIds }) => {
      return { name, madeAt, isMerged: mergedCommitIds.length > 0, ...(message !== undefined && { message }) }
    })
  }

  /** The scene that a fork draws. */
  async scene(name: string): Promise<ForkScene | ErrorInfo> {
    const fork = (await this.#forks()).find((it) => it.name === name)
    if (!fork) return { kind: 'not_found', message: `There is no fork ${name}.` }
    const own = await this.#session.compare({ want: 'scene' })
    const { session } = this.#openAt(fork.root)
    try {
      const view = await session.view()
      if (!isAnswered(view)) return errorOf(view)
      const { picture, answer } = view
      if (!picture) return { kind: 'not_ready', message: 'This fork draws nothing.' }
      if (answer.stale) return answer.stale
      const saved = isAnswered(own) ? own.picture?.toString('utf8') : undefined
      const compared = saved === undefined ? undefined : await session.compare({ saved })
      const drawing = compared && isAnswered(compared) ? (compared.answer.data.drawing ?? []) : []
      return { drawing, json: picture }
    } finally {
      await session.close()
    }
  }

  /** Merges a fork into the project, if the scene runs with it, and removes it. */
  async keep(name: string): Promise<PageAnswer> {
    const project = { root: this.#dir, run: async () => runResult(await this.#session.call('run', {})) }
    const result = await mergeIntoProject(project, name, { discard: 'fork' })
    // Where the project has everything already, nothing is merged and the fork is left.
    return result.status === 'unchanged' ? this.discard(name) : folderAnswer(result)
  }

  async discard(name: string): Promise<PageAnswer> {
    return folderAnswer(await inFolder(this.#dir, (folder) => folder.discard(name)))
  }

  async #forks(): Promise<readonly api.Fork[]> {
    // Pages look every few seconds, and most projects have none.
    if (!existsSync(join(this.#dir, '.scenewright', 'forks'))) return []
    const result = await inFolder(this.#dir, (folder) => folder.forks())
    return result.ok ? result.forks : []
  }
}
