import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe } from '../events.js'

/** A person's note about a scene, with the current selection. */
export interface Note {
  readonly text: string
  /** Names of entities. */
  readonly selected: readonly string[]
  /** The commit on the person's screen. */
  readonly transactionId: string
  /** ISO 8601. */
  readonly time: string
}

/** The most characters of a note, and of the names with it: as many as the name of an entity has (`crates/scene/src/store.rs`). */
const MAX_NOTE_LENGTH = 4_000
const MAX_NAME_LENGTH = 256
const MAX_SELECTED = 100

/** The most pending notes; the oldest are dropped first. */
const MAX_WAITING = 50

/** A larger file was not written by this package. */
const MAX_FILE_BYTES = 256 << 10

/** The note could not be written to disk. */
export class NoteNotKept extends Error {}

/**
 * The notes for the agent of a project, one file each in the folder that the project keeps its state in. The page and the
 * agent's server may be two processes: a reader claims a file by renaming it, so that each note is delivered once.
 */
export class NoteQueue {
  readonly #folder: string
  readonly #projectState: string

  constructor(projectDir: string) {
    this.#projectState = join(projectDir, '.scenewright')
    this.#folder = join(this.#projectState, 'notes')
  }

  /** Puts a note into the queue. */
  add(note: Note): void {
    try {
      this.#write(note)
    } catch (cause) {
      throw new NoteNotKept(`The note could not be kept: ${describe(cause)}. Say it to the agent in the chat.`, {
        cause,
      })
    }
  }

  #write(note: Note): void {
    mkdirSync(this.#projectState, { recursive: true, mode: 0o700 })
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const stamp = String(Date.now()).padStart(15, '0')
    const name = `${stamp}-${randomBytes(6).toString('hex')}.json`
    const temporary = join(this.#folder, `.${name}.part`)
    writeFileSync(temporary, JSON.stringify(note), { flag: 'wx', mode: 0o600 })
    renameSync(temporary, join(this.#folder, name))
    for (const old of this.#waiting().slice(0, -MAX_WAITING)) rmSync(join(this.#folder, old), { force: true })
  }

  /** Takes all pending notes, oldest first. */
  take(): Note[] {
    return this.#waiting().flatMap((name) => {
      const taken = join(this.#folder, `.${name}.${process.pid}.taken`)
      try {
        // The process that renames it first gets it.
        renameSync(join(this.#folder, name), taken)
        const bytes = readFileSync(taken)
        return bytes.length <= MAX_FILE_BYTES ? [checkedNote(JSON.parse(bytes.toString()))] : []
      } catch {
        return []
      } finally {
        rmSync(taken, { force: true })
      }
    })
  }

  #waiting(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => /^\d{15}-[0-9a-f]{12}\.json$/.test(name))
        .sort()
    } catch {
      return []
    }
  }
}

/** Converts any value to a note; throws an error if it is not one. */
export function checkedNote(value: unknown): Note {
  const given = typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : {}
  const { text = '', selected = [], transactionId = '', time = new Date().toISOString() } = given
  if (typeof text !== 'string' || text.length > MAX_NOTE_LENGTH) {
    throw new TypeError(`text must be a text of at most ${MAX_NOTE_LENGTH} characters`)
  }
  const isName = (name: unknown): name is string => typeof name === 'string' && name.length <= 2 * MAX_NAME_LENGTH
  if (!Array.isArray(selected) || selected.length > MAX_SELECTED || !selected.every(isName)) {
    throw new TypeError(`selected must be a list of at most ${MAX_SELECTED} names`)
  }
  if (typeof transactionId !== 'string' || transactionId.length > 128) {
    throw new TypeError('transactionId must be the id of a commit')
  }
  if (text.trim() === '' && selected.length === 0) throw new TypeError('the note has neither words nor a selection')
  return { text, selected, transactionId, time: typeof time === 'string' ? time.slice(0, 40) : '' }
}

/** The text of notes for a model. */
export function noteText(notes: readonly Note[]): string {
  const lines = notes.map(({ text, selected }) => {
    const names = selected.map((name) => JSON.stringify(name)).join(', ')
    const words = text.trim() === '' ? 'selected' : `says: ${JSON.stringify(text.trim())}. Selected`
    return names === '' ? `- says: ${JSON.stringify(text.trim())}` : `- ${words}: ${names}`
  })
  return `The person who looks at the scene sent this from the live view:\n${lines.join('\n')}`
}
