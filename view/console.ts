import { byId, h } from './dom.js'
import type { Store } from './store.js'

/** The output of scripts to `console`. */
export class Console {
  readonly #store: Store
  readonly #place = byId('console')
  readonly #rows = byId('console-rows')

  constructor(store: Store) {
    this.#store = store
    store.listen((_, changed) => {
      if (changed.has('logs')) this.#draw()
    })
    this.#draw()
  }

  get isShown(): boolean {
    return !this.#place.hidden
  }

  toggle(): void {
    this.#place.hidden = !this.#place.hidden
    if (this.isShown) this.#rows.scrollTop = this.#rows.scrollHeight
  }

  #draw(): void {
    const { logs } = this.#store.state
    // Read before the rows are replaced: a person who has scrolled up keeps the place.
    const isAtEnd = this.#rows.scrollHeight - this.#rows.scrollTop - this.#rows.clientHeight < 24
    const rows = logs.map(({ level, message, time }) =>
      h('div', { class: level }, h('span', { class: 'time' }, time), message),
    )
    this.#rows.replaceChildren(...(rows.length > 0 ? rows : [h('div', { class: 'quiet' }, 'Nothing was written yet.')]))
    if (isAtEnd) this.#rows.scrollTop = this.#rows.scrollHeight
  }
}
