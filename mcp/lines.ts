import { MessageOutline, type Id } from './outline.js'

/** A line of the input, without its end. */
export type Line =
  | { readonly bytes: Uint8Array }
  /** A line that was too long to be kept, and the ids to answer. */
  | { readonly length: number; readonly ids: readonly Id[] }

const NEWLINE = 0x0a
/** As much as a pipe delivers at once: most messages fit. */
const FIRST_ROOM = 64 << 10

/** Splits a stream into lines, and never holds more of a line than its maximum length. */
export class LineReader {
  readonly #maxBytes: number
  #room: Buffer = Buffer.alloc(0)
  #length = 0
  #outline: MessageOutline | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The bytes of the unfinished line. */
  get pending(): number {
    return this.#length
  }

  /** Returns the lines that end in these bytes. Each is valid until the next one is requested. */
  *take(chunk: Buffer): Generator<Line> {
    let rest = chunk
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      const last = rest.subarray(0, end)
      rest = rest.subarray(end + 1)
      // The usual case, a message in one chunk, is not copied.
      if (this.#length === 0 && last.length <= this.#maxBytes) {
        yield { bytes: last }
      } else {
        this.#add(last)
        yield this.#end()
      }
    }
    this.#add(rest)
  }

  #add(bytes: Buffer): void {
    const before = this.#length
    this.#length += bytes.length
    if (this.#outline) return this.#outline.take(bytes)
    if (this.#length > this.#maxBytes) {
      this.#outline = new MessageOutline()
      // The id may be in the part that was read before the line became too long.
      this.#outline.take(this.#room.subarray(0, before))
      this.#outline.take(bytes)
      this.#room = Buffer.alloc(0)
      return
    }
    if (this.#length > this.#room.length) {
      // Twice the need, so that a line of many chunks is copied a bounded number of times per byte.
      const room = Buffer.allocUnsafe(Math.min(this.#maxBytes, Math.max(FIRST_ROOM, 2 * this.#length)))
      this.#room.copy(room, 0, 0, before)
      this.#room = room
    }
    bytes.copy(this.#room, before)
  }

  #end(): Line {
    const length = this.#length
    this.#length = 0
    if (this.#outline) {
      const ids = this.#outline.end()
      this.#outline = undefined
      return { length, ids }
    }
    const bytes = this.#room.subarray(0, length)
    // The buffer of a large message is not kept.
    if (this.#room.length > 16 * FIRST_ROOM) this.#room = Buffer.alloc(0)
    return { bytes }
  }
}
