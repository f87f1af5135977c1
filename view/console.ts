import { byId, codeText, h } from './dom.js'
import type { Link } from './link.js'
import type { Store } from './store.js'
import { formatNow } from './words.js'
import type { OutputWire } from './wire.js'

/** A script may print without end, and each row is an element of the page. */
const MAX_ROWS = 500

type Line = OutputWire['lines'][number]

/** The output of scripts to `console`. */
export class Console {
  readonly #store: Store
  readonly #link: Link
  readonly #place = byId('console')
  readonly #rows = byId('console-rows')
  /** True if lines came by events since the latest scene: they are the output of the next one. */
  #hasLines = false
  /** The commit of the scene whose output is listed. */
  #listed: string | null = null
  #isAsking = false

  constructor(store: Store, link: Link) {
    this.#store = store
    this.#link = link
    store.listen((_, changed) => {
      if (changed.has('logs')) this.#draw()
      if (changed.has('live') || changed.has('isPreview') || changed.has('connection')) void this.#ask()
    })
    this.#draw()
  }

  get isShown(): boolean {
    return !this.#place.hidden
  }

  toggle(): void {
    this.#place.hidden = !this.#place.hidden
    if (!this.isShown) return
    this.#draw()
    this.#rows.scrollTop = this.#rows.scrollHeight
    void this.#ask()
  }

  /** Lists a line that a script has just written. */
  hear(line: Line): void {
    this.#hasLines = true
    this.#list([line])
  }

  /** Takes what was written since the scene before as the output of this one. */
  hearScene(transactionId: string | null): void {
    if (this.#hasLines) this.#listed = transactionId
    this.#hasLines = false
  }

  #list(lines: readonly Line[]): void {
    const time = formatNow()
    const rows = lines.map(({ level, message }) => ({ level, message, time }))
    this.#store.set({ logs: [...this.#store.state.logs, ...rows].slice(-MAX_ROWS) })
  }

  /** The commit of a scene that came without its output, since another process has run its code, where somebody reads it. */
  get #missing(): string | undefined {
    const { live, isPreview, connection } = this.#store.state
    // What is only looked at writes nothing.
    if (!this.isShown || isPreview || connection !== 'live' || live?.transactionId === this.#listed) return undefined
    return live?.transactionId
  }

  /** Asks for the output that is missing. */
  async #ask(): Promise<void> {
    const asked = this.#missing
    if (asked === undefined || this.#isAsking || !this.#link.output) return
    this.#isAsking = true
    try {
      const { transactionId, lines } = await this.#link.output()
      // Its lines may have come by events meanwhile.
      if (transactionId !== this.#listed && !this.#hasLines) {
        this.#listed = transactionId
        this.#list(lines)
      }
    } catch {
      // The next scene asks again.
      return
    } finally {
      this.#isAsking = false
    }
    // Another scene may have come meanwhile.
    if (this.#missing !== undefined && this.#missing !== asked) void this.#ask()
  }

  #draw(): void {
    // A script may print a thousand lines.
    if (!this.isShown) return
    const { logs } = this.#store.state
    // Read before the rows are replaced: a person who has scrolled up keeps the place.
    const isAtEnd = this.#rows.scrollHeight - this.#rows.scrollTop - this.#rows.clientHeight < 24
    const rows = logs.map(({ level, message, time }) =>
      h('div', { class: level }, h('span', { class: 'time' }, time), ...codeText(message)),
    )
    this.#rows.replaceChildren(...(rows.length > 0 ? rows : [h('div', { class: 'quiet' }, 'Nothing was written yet.')]))
    if (isAtEnd) this.#rows.scrollTop = this.#rows.scrollHeight
  }
}
