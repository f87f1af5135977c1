import type * as api from '../../index.js'
import { oneLine } from '../text.js'

/** A command that ends within this time shows no line: it would only flicker. */
const QUIET_MS = 1_000

/** A little more often than the seconds in the line change. */
const INTERVAL_MS = 250

/**
 * A line on a terminal that shows what a command is doing and for how long, once it takes longer than a second. It is
 * removed at the end, and never written to a pipe.
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
    // The timer does not keep a finished command alive.
    this.#timer.unref()
  }

  /** Receives the events of a call and shows each step. */
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
    // A wrapped line could not be removed.
    this.#stream.write(`\r\u001b[K${line.slice(0, Math.max(10, (this.#stream.columns ?? 80) - 1))}`)
    this.#isShown = true
  }
}
