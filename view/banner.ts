import { byId, codeText, h, icon, keepFocus, pressed } from './dom.js'
import type { Link } from './link.js'
import type { Entity } from './scene.js'
import type { Stage } from './stage.js'
import type { State, Store } from './store.js'
import { describeFailure, describeLoss, describeRefusal, hintForPerson, messageForPerson } from './words.js'
import type { ErrorWire } from './wire.js'

/** The reason why the scene is not up to date: the code on disk fails, or a change was refused. */
export class Banner {
  readonly #store: Store
  readonly #link: Link
  readonly #stage: Stage
  readonly #place = byId('banner')
  readonly #notify: (message: string, isProblem?: boolean) => void

  constructor(store: Store, link: Link, stage: Stage, notify: (message: string, isProblem?: boolean) => void) {
    this.#store = store
    this.#link = link
    this.#stage = stage
    this.#notify = notify
    // A dismissed banner comes back when a person asks why the page is stale.
    byId('connection').addEventListener('click', () => {
      store.set({ dismissed: undefined })
      if (store.state.connection === 'lost') notify(`Not connected: ${describeLoss()}`, true)
    })
    store.listen((state, changed) => {
      const isOther = (['failure', 'dismissed', 'reverted', 'model', 'isReadOnly'] as const).some((key) =>
        changed.has(key),
      )
      if (isOther) keepFocus(this.#place, () => this.#draw(state))
    })
  }

  #draw(state: State): void {
    const { failure, dismissed, reverted, live } = state
    // By identity: the same failure stays dismissed, a new one shows.
    const isFailing = failure !== undefined && failure !== dismissed
    const error = isFailing ? failure : reverted?.error
    this.#place.hidden = error === undefined
    // Also without an error, which removes the marks of the last one.
    this.#stage.markViolations(error ? blamed(error, state) : [])
    if (!error) return this.#place.replaceChildren()
    const place = [error.file, error.line, error.column].filter((part) => part !== undefined).join(':')
    const title = isFailing ? titleOf(error, live !== undefined) : (reverted?.what ?? '')
    const hint = hintForPerson(error)
    const words = h(
      'div',
      { class: 'words' },
      h('strong', {}, title),
      h('span', {}, ...codeText(place === '' ? messageForPerson(error) : `${place}  ${messageForPerson(error)}`)),
      error.frame !== undefined &&
        h('pre', { tabindex: '0', 'aria-label': 'The place in the code' }, ...codeText(error.frame)),
      hint !== undefined && h('p', { class: 'quiet' }, hint),
    )
    const close = h(
      'button',
      {
        type: 'button',
        class: 'iconic',
        'aria-label': 'Dismiss',
        click: () => this.#store.set(isFailing ? { dismissed: failure } : { reverted: undefined }),
      },
      icon('close'),
    )
    // What a person has just tried is not lost behind the failing code.
    if (isFailing && reverted) {
      const tried = [h('strong', {}, reverted.what), h('span', {}, ...codeText(messageForPerson(reverted.error)))]
      words.append(h('div', { class: 'tried' }, ...tried))
    }
    const ways = this.#ways(state, error, isFailing)
    this.#place.replaceChildren(words, close, ...(ways ? [ways] : []))
  }

  /** The possible remedies for a person. */
  #ways({ isReadOnly, reverted, live }: State, error: ErrorWire, isFailing: boolean): HTMLElement | false {
    const { hand } = this.#link
    const button = (id: string, label: string, run: () => unknown): HTMLElement =>
      h('button', { type: 'button', class: 'framed', id, click: pressed(run) }, label)
    const way = reverted?.way
    // Where files are missing, there is no code to restore, and nowhere to keep a note.
    const isOfCode = isFailing && error.kind !== 'io'
    const ways = [
      isOfCode &&
        live &&
        hand &&
        !isReadOnly &&
        button('restore-code', 'Restore the last good code', () => this.#restore()),
      way && button('way-on', way.label, way.go),
      (isOfCode || error.file !== undefined) &&
        button('send-error', 'Send this error to the agent', () => this.#send(error)),
    ]
    return ways.some(Boolean) && h('div', { class: 'ways' }, ...ways)
  }

  async #restore(): Promise<void> {
    const { hand } = this.#link
    if (!hand) return
    try {
      const { answer } = await hand.restoreCode()
      if (answer.success) this.#notify('The last working code is on disk again. The history keeps the failing code.')
      else this.#notify(describeRefusal(answer), true)
    } catch (thrown) {
      this.#notify(describeFailure(thrown, 'The code could not be restored'), true)
    }
  }

  async #send(error: ErrorWire): Promise<void> {
    const place = [error.file, error.line, error.column].filter((part) => part !== undefined).join(':')
    const text = `Please fix this error:\n${place}  ${error.message}${error.frame === undefined ? '' : `\n${error.frame}`}`
    try {
      const { live } = this.#store.state
      // The server refuses a longer note.
      await this.#link.send({ text: text.slice(0, 4_000), selected: [], transactionId: live?.transactionId ?? '' })
      this.#notify('Sent: the agent reads it with its next answer.')
    } catch (thrown) {
      this.#notify(describeFailure(thrown, 'The error could not be sent'), true)
    }
  }
}

function titleOf({ kind }: ErrorWire, hasDrawing: boolean): string {
  if (kind === 'io') return `The project cannot be read${hasDrawing ? '. This is its last drawing' : ''}`
  return hasDrawing
    ? 'The code on disk fails. This is the last working drawing'
    : 'The code fails, so there is no drawing yet'
}

/** The entities of an error: those that it lists, otherwise those whose names it quotes. */
function blamed({ entities = [], message, kind }: ErrorWire, { model }: State): Entity[] {
  const quoted =
    kind === 'invariant' || kind === 'scene'
      ? [...message.matchAll(/["'“]([^"'”]{1,256})["'”]/g)].map(([, name = '']) => name)
      : []
  const names = entities.length > 0 ? entities : quoted
  return [...new Set(names)].flatMap((name) => model?.find(name) ?? [])
}
