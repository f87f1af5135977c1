import { byId, h, icon } from './dom.js'
import type { Entity } from './scene.js'
import type { Stage } from './stage.js'
import type { State, Store } from './store.js'
import type { ErrorWire } from './wire.js'

/** Why the scene is not what somebody wanted: what is on disk does not run, or a change was taken back. */
export class Banner {
  readonly #store: Store
  readonly #stage: Stage
  readonly #place = byId('banner')

  constructor(store: Store, stage: Stage) {
    this.#store = store
    this.#stage = stage
    store.listen((state, changed) => {
      if (changed.has('failure') || changed.has('reverted') || changed.has('model')) this.#draw(state)
    })
  }

  #draw(state: State): void {
    const error = state.failure ?? state.reverted
    this.#place.hidden = error === undefined
    this.#stage.markViolations(error ? blamed(error, state) : [])
    if (!error) return this.#place.replaceChildren()
    const place = [error.file, error.line, error.column].filter((part) => part !== undefined).join(':')
    const title = state.failure
      ? 'What is on disk does not run: this is the last good scene'
      : 'A change was taken back'
    const words = h(
      'div',
      { class: 'words' },
      h('strong', {}, title),
      h('span', {}, place === '' ? error.message : `${place}  ${error.message}`),
      error.frame !== undefined && h('pre', { tabindex: '0', 'aria-label': 'The place in the code' }, error.frame),
      error.hint !== undefined && h('p', { class: 'quiet' }, error.hint),
    )
    const close = h(
      'button',
      {
        type: 'button',
        class: 'iconic',
        'aria-label': 'Dismiss',
        click: () => this.#store.set(state.failure ? { failure: undefined } : { reverted: undefined }),
      },
      icon('close'),
    )
    this.#place.replaceChildren(words, close)
  }
}

/** The entities that an error is about: those that it lists, else those whose names it quotes. */
function blamed({ entities = [], message, kind }: ErrorWire, { model }: State): Entity[] {
  const quoted =
    kind === 'invariant' || kind === 'scene'
      ? [...message.matchAll(/["'“]([^"'”]{1,256})["'”]/g)].map(([, name = '']) => name)
      : []
  const names = entities.length > 0 ? entities : quoted
  return [...new Set(names)].flatMap((name) => model?.find(name) ?? [])
}
