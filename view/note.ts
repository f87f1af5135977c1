import { byId, formatNumber, isVisible } from './dom.js'
import type { Link } from './link.js'
import { askedCommit, knowsCalls, type Store } from './store.js'
import { describeFailure } from './words.js'
import type { PlaceWire, Point } from './wire.js'

/** The most objects whose lines of code go with a note, and the most characters of a note, as the server takes them (`ts/view/notes.ts`). */
const MAX_PLACES = 8
const MAX_LENGTH = 4_000
/** The most names that go with a note, as the server takes them. */
const MAX_SELECTED = 100

/** A note that is not sent yet, with its subject. */
interface Draft {
  readonly text: string
  readonly selected: readonly string[]
  readonly strokes: readonly (readonly Point[])[]
}

/** A person's note for the agent, with the selection. A note that is not sent survives a reload and a switch of the project. */
export class NoteForm {
  readonly #store: Store
  readonly #link: Link
  readonly #text = byId<HTMLTextAreaElement>('note-text')
  readonly #state = byId('note-state')
  readonly #send = byId<HTMLButtonElement>('note-send')
  readonly #notify: (message: string, isProblem?: boolean) => void

  constructor(store: Store, link: Link, notify: (message: string, isProblem?: boolean) => void) {
    this.#store = store
    this.#notify = notify
    this.#link = link
    // No form: where a host does not allow forms in its sandbox, none is ever submitted.
    this.#send.addEventListener('click', () => void this.#submit())
    this.#text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.#submit()
    })
    this.#text.addEventListener('input', () => {
      this.#show()
      this.#keep()
    })
    const draft = readDraft()
    this.#text.value = draft?.text ?? ''
    let isRestored = draft === undefined
    store.listen((state, changed) => {
      const { strokes, model } = state
      // Before there is a drawing, there is nothing to select in it.
      if (!isRestored && model) {
        isRestored = true
        const { selected = [], strokes: drawn = [] } = draft ?? {}
        return store.set({ selected: selected.filter((name) => model.find(name)), strokes: drawn })
      }
      if (isRestored && (changed.has('selected') || changed.has('strokes'))) this.#keep()
      // Strokes that are gone leave the words about the note that they went with.
      const isMarked = changed.has('strokes') && strokes.length > 0
      if (changed.has('selected') || isMarked) this.#show()
      if (isMarked) this.#pointTo()
    })
    this.#show()
  }

  focus(): void {
    this.#text.focus()
  }

  /** Keeps the note for this page when it is loaded again; forgets it when there are neither words nor strokes. */
  #keep(): void {
    const { selected, strokes } = this.#store.state
    const text = this.#text.value
    keepDraft(text === '' && strokes.length === 0 ? undefined : { text, selected, strokes })
  }

  #show(): void {
    const { selected, strokes } = this.#store.state
    const count = selected.length
    const things = count === 1 ? `“${selected[0]}”` : `${count} objects`
    const marked = strokes.length > 0 ? 'with the marked place' : ''
    this.#state.textContent = count === 0 ? marked : `with ${things}`
    this.#send.disabled = count === 0 && this.#text.value.trim() === ''
  }

  /** Says where the note is: in a narrow window a button hides it, and a mark is of no use without it. */
  #pointTo(): void {
    const { selected } = this.#store.state
    if (isVisible(this.#text)) return
    const [only] = selected
    const things =
      selected.length === 1 ? `“${only}” is` : selected.length === 0 ? 'The place is' : `${selected.length} objects are`
    this.#notify(`${things} marked. Write the note in the panel at the right (N).`)
  }

  async #submit(): Promise<void> {
    const { selected, model } = this.#store.state
    if (this.#send.disabled) return
    // A button that is disabled loses the focus.
    if (document.activeElement === this.#send) this.#text.focus()
    this.#send.disabled = true
    const words = this.#text.value
    try {
      const note = {
        text: await this.#withPlaces(words, selected),
        selected: selected.slice(0, MAX_SELECTED),
        transactionId: model?.transactionId ?? '',
      }
      await this.#link.send(note)
      // Text that was typed meanwhile belongs to the next note.
      const { value } = this.#text
      this.#text.value = value.startsWith(words) ? value.slice(words.length).trimStart() : value
      this.#store.set({ strokes: [], ...(this.#store.state.tool === 'brush' && { tool: 'select' }) })
      this.#keep()
      this.#show()
      this.#state.textContent = 'Sent: the agent reads it with its next answer.'
    } catch (thrown) {
      this.#show()
      this.#notify(describeFailure(thrown, 'The note could not be sent'), true)
    }
  }

  /** The part that was marked with the brush, in words for the agent. */
  #markedPart(): string {
    const points = this.#store.state.strokes.flat()
    if (points.length === 0) return ''
    const range = (values: readonly number[]): string =>
      `${formatNumber(Math.min(...values))} to ${formatNumber(Math.max(...values))}`
    return `\n\nMarked with a brush: x ${range(points.map(([x]) => x))}, y ${range(points.map(([, y]) => y))}`
  }

  /** The words with the lines of code that drew what is selected. */
  async #withPlaces(text: string, selected: readonly string[]): Promise<string> {
    const { past, model } = this.#store.state
    const at = askedCommit(this.#store.state)
    const asked = selected.slice(0, MAX_PLACES).map(async (name) => {
      const known = model?.find(name)?.at
      if (known) return [`${name} at ${model.wire.files[known[0]]}:${known[1]}`]
      if (!knowsCalls(this.#store.state)) return []
      const { answer } = await this.#link.call('inspect', { view: 'entity', name, ...(at !== undefined && { at }) })
      const { place } = (answer.data ?? {}) as { place?: PlaceWire }
      return place ? [`${name} at ${place.file}:${place.line}`] : []
    })
    const places = (await Promise.all(asked).catch(() => [])).flat()
    const marked = this.#markedPart()
    const more =
      selected.length > MAX_SELECTED
        ? `\n\nSelected: ${selected.length} objects, of which ${MAX_SELECTED} are named`
        : ''
    // The agent would look for it in the present drawing.
    const then = past ? `\n\nSeen in the drawing after commit ${past.id}, and in its code` : ''
    const lines = `${more}${then}${places.length > 0 ? `\n\nDrawn by: ${places.join(', ')}` : ''}${marked}`
    return text.length + lines.length <= MAX_LENGTH ? (text + lines).trimStart() : text
  }
}

/**
 * The key of this page's draft. The address is a secret, and another program that has the port later may read what is kept: of 256
 * random bits, 32 say nothing.
 */
function draftKey(): string {
  // FNV-1a.
  let hash = 0x811c9dc5
  for (const letter of location.pathname) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return `scenewright-note-${(hash >>> 0).toString(16)}`
}

function readDraft(): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(draftKey()) ?? 'null') as Partial<Draft> | null
    const { text, selected = [], strokes = [] } = draft ?? {}
    return typeof text === 'string' ? { text, selected, strokes } : undefined
  } catch {
    // In a sandbox there is no storage.
    return undefined
  }
}

function keepDraft(draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(draftKey(), JSON.stringify(draft))
    else sessionStorage.removeItem(draftKey())
  } catch {
    // The note is lost when the page is loaded again.
  }
}
