import type * as api from '../../index.js'
import { oneLine } from '../text.js'

/** What is over in this time needs no line: it would only flicker. */
const QUIET_MS = 1_000

/** As often as the seconds of a line change, and a little more. */
const INTERVAL_MS = 250

/**
 * One line on a terminal that says what a command is doing and for how long, once it takes longer than a second. It leaves
 * nothing behind, and a pipe gets none of it.
 */
export class Progress {
  readonly #stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }
  readonly #startedAt = performance.now()
  readonly #timer: NodeJS.Timeout | undefined
  #words: string
  #isShown = false

  constructor(words: string, stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }) {
    this.#words = words
    this.#stream = stream
    if (stream.isTTY !== true) return
    this.#timer = setInterval(() => this.#draw(), INTERVAL_MS)
    // A command that is over does not wait for its progress.
    this.#timer.unref()
  }

  /** Takes the events of a call: each step has words. */
  readonly listen = (event: api.LogEvent | api.ProgressEvent): void => {
    if (event.type === 'progress') this.#words = event.message
  }

  /** Removes the line. */
  end(): void {
    clearInterval(this.#timer)
    if (this.#isShown) this.#stream.write('\r\u001b[K')
    this.#isShown = false
  }

  #draw(): void {
    const ms = performance.now() - this.#startedAt
    if (ms < QUIET_MS) return
    const line = `${oneLine(this.#words)} … ${Math.floor(ms / 1_000)} s`
    // A line that is broken could not be removed.
    this.#stream.write(`\r\u001b[K${line.slice(0, Math.max(10, (this.#stream.columns ?? 80) - 1))}`)
    this.#isShown = true
  }
}
