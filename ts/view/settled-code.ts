import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { Code, GoodCode } from './good-code.js'
import { isSameCode } from './good-code.js'

/** The file that every commit appends to, and no edit by hand. */
const JOURNAL = join('.scenewright', 'journal')

/** The time between two reads of a file that is being written, long enough for most programs to write all of it. */
const STEP_MS = 20

/** The longest wait for a file that is empty or missing. A session that watches a project waits as long: `SETTLED_AFTER_SHORTER` in `watch.rs`. */
const MAX_WAIT_MS = 400

/**
 * The code on disk, read when it is whole. Most programs empty a file before they write it, and some remove it first: a file
 * that an edit by hand emptied or removed counts as such only when it stays so.
 */
export class SettledCode {
  readonly #journal: string
  readonly #code: GoodCode
  /** The code of the last read, and the state of the journal then. */
  #known: { readonly code: Code | undefined; readonly journal: string } | undefined

  constructor(dir: string, code: GoodCode) {
    this.#journal = join(dir, JOURNAL)
    this.#code = code
  }

  /** Reads the code, and waits for a file that is being written. */
  async read(): Promise<Code | undefined> {
    const until = performance.now() + MAX_WAIT_MS
    let journal = this.#journalStamp()
    let code = this.#code.read()
    if (this.isBeingWritten(code, journal)) {
      let before: Code | undefined
      do {
        await delay(STEP_MS)
        before = code
        journal = this.#journalStamp()
        code = this.#code.read()
        // A file that has text again may have only the first part of it.
      } while (performance.now() < until && (this.isBeingWritten(code, journal) || isChanged(before, code)))
    }
    this.#known = { code, journal }
    return code
  }

  /** True where a file has lost all its text since the last read, and not by a commit, which replaces whole files. */
  isBeingWritten(code: Code | undefined, journal = this.#journalStamp()): boolean {
    const { code: known, journal: knownJournal } = this.#known ?? {}
    if (!known || journal !== knownJournal) return false
    return [...known].some(([file, text]) => text !== '' && !code?.get(file))
  }

  #journalStamp(): string {
    const stat = lstatSync(this.#journal, { throwIfNoEntry: false })
    return stat ? `${stat.size} ${stat.mtimeMs}` : ''
  }
}

function isChanged(before: Code | undefined, now: Code | undefined): boolean {
  return before !== undefined && now !== undefined && !isSameCode(before, now)
}
