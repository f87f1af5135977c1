import { byId, h, keepFocus, pressed } from './dom.js'
import type { Link } from './link.js'
import type { State, Store } from './store.js'
import { describeRefusal, describeFailure } from './words.js'

/** The card with first steps, shown before anything is drawn. */
export class StartCard {
  readonly #store: Store
  readonly #link: Link
  readonly #place = byId('empty')
  readonly #notify: (message: string, isProblem?: boolean) => void

  constructor(store: Store, link: Link, notify: (message: string, isProblem?: boolean) => void) {
    this.#store = store
    this.#link = link
    this.#notify = notify
    store.listen((state, changed) => {
      if ((['live', 'model', 'isLoaded', 'failure', 'isReadOnly'] as const).some((key) => changed.has(key)))
        keepFocus(this.#place, () => this.#draw(state))
    })
  }

  #draw({ live, isLoaded, failure, isReadOnly }: State): void {
    const isEmpty = isLoaded && (live?.leaves.length ?? 0) === 0
    this.#place.hidden = !isEmpty || (failure !== undefined && !live)
    if (!isEmpty) return
    const { hand } = this.#link
    const canDraw = hand !== undefined && !isReadOnly && live === undefined
    this.#place.replaceChildren(
      h(
        'div',
        { class: 'card' },
        h('strong', {}, live ? 'The code draws nothing yet' : 'Waiting for the first drawing'),
        h('p', {}, 'Ask your agent for a drawing. For example:'),
        h('p', { class: 'quote' }, '“Draw a plate of 80 by 50 mm with four holes of 6 mm, and dimensions.”'),
        h('p', { class: 'quiet' }, 'It shows here as soon as it is drawn.'),
        canDraw &&
          h(
            'button',
            { type: 'button', class: 'primary', id: 'draw-example', click: pressed(() => this.#example()) },
            'Draw an example',
          ),
      ),
    )
  }

  async #example(): Promise<void> {
    const { hand } = this.#link
    if (this.#store.state.isBusy || !hand) return
    this.#store.set({ isBusy: true })
    try {
      const { answer } = await hand.example()
      if (!answer.success) this.#notify(describeRefusal(answer), true)
    } catch (thrown) {
      this.#notify(describeFailure(thrown, 'The example could not be drawn'), true)
    } finally {
      this.#store.set({ isBusy: false })
    }
  }
}
