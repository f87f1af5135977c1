import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type * as api from '../../index.js'
import type { Listeners } from '../events.js'
import type { Session } from '../session.js'
import type { Code } from './good-code.js'
import { presentValues, stageCode, type Opened } from './stage-code.js'

/** A line that the scripts wrote to the console. */
export interface OutputLine {
  readonly level: string
  readonly message: string
}

/**
 * The output of the scripts that drew the present scene. A scene that another process committed comes without a run: its code is
 * run once more, in a copy of the project, when a page asks for the output.
 */
export class ScriptOutput {
  readonly #dir: string
  readonly #session: Session
  readonly #open: (dir: string) => Opened
  /** The lines of the last run in this process since the latest scene; undefined without such a run. */
  #run: OutputLine[] | undefined
  #known: { readonly id: string; readonly lines: readonly OutputLine[] } | undefined
  /** The last run of a copy: each takes a process, so that there is one at a time. */
  #making: Promise<unknown> = Promise.resolve()

  constructor(dir: string, session: Session, listeners: Listeners<api.ProjectEvents>, open: (dir: string) => Opened) {
    this.#dir = dir
    this.#session = session
    this.#open = open
    listeners.add('progress', ({ step }) => {
      // A change that conflicts runs again, and prints again.
      if (step === 'run') this.#run = []
    })
    listeners.add('log', ({ level, message }) => this.#run?.push({ level, message }))
    listeners.add('revert', () => (this.#run = undefined))
  }

  /** Notes the commit of the present scene, which comes of the last run if there was one; or that the code fails. */
  note(id: string | undefined): void {
    if (this.#run && id !== undefined) this.#known = { id, lines: this.#run }
    this.#run = undefined
  }

  /** The output of the code on disk, as the commit with this id left it. */
  of(id: string, code: Code | undefined): Promise<readonly OutputLine[]> {
    const found = this.#making.then(async () => {
      if (this.#known?.id === id) return this.#known.lines
      const lines = code ? await this.#runCopy(code) : []
      this.#known = { id, lines }
      return lines
    })
    this.#making = found.catch(() => {})
    return found
  }

  async #runCopy(code: Code): Promise<readonly OutputLine[]> {
    const present = await presentValues(this.#session)
    if ('error' in present) return []
    const stage = mkdtempSync(join(tmpdir(), 'scenewright-output-'))
    try {
      stageCode(stage, this.#dir, code)
      const { session, listeners } = this.#open(stage)
      const lines: OutputLine[] = []
      listeners.add('log', ({ level, message }) => lines.push({ level, message }))
      try {
        await session.call('run', { parameters: present.values })
      } finally {
        await session.close()
      }
      return lines
    } finally {
      rmSync(stage, { recursive: true, force: true })
    }
  }
}
