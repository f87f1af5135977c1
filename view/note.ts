import { byId } from './dom.js'
import type { Link } from './link.js'
import type { Store } from './store.js'

/** The words of a person for the agent, with what is selected. */
export class NoteForm {
  readonly #store: Store
  readonly #link: Link
  readonly #text = byId<HTMLTextAreaElement>('note-text')
  readonly #state = byId('note-state')
  readonly #send = byId<HTMLButtonElement>('note-send')

  constructor(store: Store, link: Link) {
    this.#store = store
    this.#link = link
    // No form: where a host does not allow forms in its sandbox, none is ever submitted.
    this.#send.addEventListener('click', () => void this.#submit())
    this.#text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.#submit()
    })
    this.#text.addEventListener('input', () => this.#show())
    store.listen((_, changed) => {
      if (changed.has('selected')) this.#show()
    })
    this.#show()
  }

  focus(): void {
    this.#text.focus()
  }

  #show(): void {
    const { selected } = this.#store.state
    const count = selected.length
    this.#state.textContent = count === 0 ? '' : `with ${count === 1 ? `“${selected[0]}”` : `${count} objects`}`
    this.#send.disabled = count === 0 && this.#text.value.trim() === ''
  }

  async #submit(): Promise<void> {
    const { selected, model } = this.#store.state
    if (this.#send.disabled) return
    this.#send.disabled = true
    try {
      const note = {
        text: this.#text.value,
        selected: selected.slice(0, 100),
        transactionId: model?.transactionId ?? '',
      }
      await this.#link.send(note)
      this.#text.value = ''
      this.#show()
      this.#state.textContent = 'Sent: the agent reads it with its next answer.'
    } catch (thrown) {
      this.#show()
      this.#state.textContent = thrown instanceof Error ? thrown.message : 'It could not be sent.'
    }
  }
}
