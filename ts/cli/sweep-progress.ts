/** The time between two changes of the line on a terminal. */
const TERMINAL_MS = 250

/** The time between two lines in a log, which keeps all of them. */
const LOG_MS = 10_000

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean }

/** The progress of a sweep, its speed, and the time at which it is likely to end. */
export class SweepProgress {
  readonly #total: number
  readonly #stream: Stream
  readonly #startedAt = performance.now()
  #shownAt = performance.now()
  #done = 0
  #isShown = false

  constructor(total: number, stream: Stream) {
    this.#total = total
    this.#stream = stream
  }

  /** One more is done. */
  step(): void {
    this.#done += 1
    const isTerminal = this.#stream.isTTY === true
    const now = performance.now()
    if (now - this.#shownAt < (isTerminal ? TERMINAL_MS : LOG_MS)) return
    this.#shownAt = now
    this.#stream.write(isTerminal ? `\r\u001b[K${this.#formatProgress()}` : `${this.#formatProgress()}\n`)
    this.#isShown = isTerminal
  }

  /** Removes the line from a terminal. */
  end(): void {
    if (this.#isShown) this.#stream.write('\r\u001b[K')
    this.#isShown = false
  }

  get took(): string {
    return formatDuration((performance.now() - this.#startedAt) / 1_000)
  }

  #formatProgress(): string {
    const seconds = (performance.now() - this.#startedAt) / 1_000
    const rate = this.#done / seconds
    const left = (this.#total - this.#done) / rate
    const share = Math.floor((this.#done / this.#total) * 100)
    return `${this.#done} of ${this.#total} variants (${share} %), ${rate.toPrecision(3)} a second, about ${formatDuration(left)} left`
  }
}

function formatDuration(seconds: number): string {
  if (seconds < 100) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
  if (seconds < 6_000) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
