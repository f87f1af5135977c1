import { byId } from './dom.js'
import type { Store } from './store.js'

/** The time that a message stays; one about a problem stays longer, since the person has to act. */
const SHOWN_MS = 5_000
const PROBLEM_SHOWN_MS = 12_000

/** Words that are shown for a while over the drawing. The announcer reads them to screen readers. */
export class ToastPlace {
  readonly #place = byId('toast')
  #timer = 0

  constructor(store: Store) {
    this.#place.addEventListener('click', () => store.set({ toast: undefined }))
    store.listen(({ toast }, changed) => {
      if (!changed.has('toast')) return
      clearTimeout(this.#timer)
      this.#place.hidden = toast === undefined
      this.#place.textContent = toast?.words ?? ''
      this.#place.classList.toggle('problem', toast?.isProblem === true)
      if (!toast) return
      const ms = toast.isProblem ? PROBLEM_SHOWN_MS : SHOWN_MS
      this.#timer = window.setTimeout(() => store.set({ toast: undefined }), ms)
    })
  }
}
