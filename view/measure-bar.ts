import { byId, h, keepFocus, pressed } from './dom.js'
import type { Link } from './link.js'
import { measureText } from './overlay.js'
import { proposalView } from './parameters.js'
import type { State, Store } from './store.js'
import { describeRefusal, describeFailure } from './words.js'
import type { Point } from './wire.js'

/** The offer to add a dimension between two measured points, as a line of the code. */
export class MeasureBar {
  readonly #store: Store
  readonly #link: Link
  readonly #place = byId('measure-bar')
  readonly #notify: (message: string, isProblem?: boolean) => void

  constructor(store: Store, link: Link, notify: (message: string, isProblem?: boolean) => void) {
    this.#store = store
    this.#link = link
    this.#notify = notify
    // Messages stand above the bar, which is as high as the code that it shows.
    new ResizeObserver(() => {
      byId('stage').style.setProperty('--measure-bar', `${this.#place.offsetHeight}px`)
    }).observe(this.#place)
    store.listen((state, changed) => {
      if (changed.has('measured') || changed.has('isReadOnly') || changed.has('past')) this.#draw(state)
    })
  }

  #draw(state: State): void {
    keepFocus(this.#place, () => this.#redraw(state))
  }

  #redraw({ measured: [from, to], live, past, isReadOnly }: State): void {
    const isShown = from !== undefined && to !== undefined && this.#link.hand !== undefined && !isReadOnly && !past
    this.#place.hidden = !isShown
    if (!isShown) return this.#place.replaceChildren()
    this.#place.replaceChildren(
      h('span', { class: 'words' }, measureText(from, to, live?.wire.units ?? '')),
      h(
        'button',
        { type: 'button', class: 'framed', id: 'add-dimension', click: pressed(() => this.#propose(from, to)) },
        'Add as a dimension',
      ),
    )
  }

  async #propose(from: Point, to: Point): Promise<void> {
    const { hand } = this.#link
    if (!hand) return
    try {
      const proposal = await hand.propose({ from, to })
      const confirm = async (): Promise<void> => {
        if (proposal.type !== 'code') return
        const { answer } = await hand.change({ from, to }, proposal.after)
        if (answer.success) this.#store.set({ measured: [], tool: 'select' })
        else this.#notify(describeRefusal(answer), true)
      }
      const complain = (words: string): void => this.#notify(words, true)
      const view = proposalView(proposal, { confirm, complain, closed: () => this.#draw(this.#store.state) })
      keepFocus(this.#place, () => this.#place.replaceChildren(view), view.querySelector('button'))
    } catch (thrown) {
      this.#notify(describeFailure(thrown, 'The dimension was not added'), true)
    }
  }
}
