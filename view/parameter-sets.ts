import { byId, h, icon, keepFocus } from './dom.js'
import type { Link } from './link.js'
import type { ParameterPanel } from './parameters.js'
import type { State, Store } from './store.js'
import { describeFailure } from './words.js'
import type { ParameterSetsWire } from './wire.js'

/** Named sets of values, such as the sizes in which a part is made: chosen from a list, saved under a name. */
export class ParameterSets {
  readonly #link: Link
  readonly #panel: ParameterPanel
  readonly #place = byId('parameter-sets')
  readonly #notify: (message: string, isProblem?: boolean) => void
  #sets: ParameterSetsWire = {}
  #hasAsked = false

  constructor(store: Store, link: Link, panel: ParameterPanel, notify: (message: string, isProblem?: boolean) => void) {
    this.#link = link
    this.#panel = panel
    this.#notify = notify
    store.listen((state, changed) => {
      if (changed.has('live') || changed.has('isReadOnly') || changed.has('past')) this.#show(state)
    })
  }

  #show({ live, isReadOnly, past }: State): void {
    const { hand } = this.#link
    const isShown = hand !== undefined && !isReadOnly && !past && (live?.wire.parameters?.length ?? 0) > 0
    this.#place.hidden = !isShown
    if (!isShown) return
    this.#mark()
    if (this.#hasAsked) return
    this.#hasAsked = true
    hand.sets().then(
      (sets) => this.#draw(sets),
      () => this.#draw({}),
    )
  }

  #draw(sets: ParameterSetsWire): void {
    this.#sets = sets
    const names = Object.keys(sets)
    const list = h(
      'select',
      {
        id: 'parameter-set',
        'aria-label': 'Named sets of values',
        change: () => {
          const values = sets[list.value]
          if (values) void this.#panel.apply(values)
        },
      },
      h('option', { value: '' }, names.length > 0 ? 'Named sets' : 'No named sets yet'),
      ...names.map((name) => h('option', { value: name }, name)),
    )
    const remove = h(
      'button',
      {
        type: 'button',
        class: 'iconic',
        id: 'remove-set',
        disabled: names.length === 0,
        'aria-label': 'Remove the chosen set',
        title: 'Remove the chosen set',
        click: () => list.value !== '' && void this.#put(list.value, null),
      },
      icon('close'),
    )
    const name = h('input', {
      type: 'text',
      id: 'set-name',
      maxlength: 64,
      placeholder: 'Name',
      'aria-label': 'Name of a set',
    })
    const save = h(
      'button',
      {
        type: 'button',
        class: 'framed',
        id: 'save-set',
        click: () => (name.value.trim() === '' ? name.focus() : void this.#put(name.value.trim(), this.#panel.values)),
      },
      'Save',
    )
    const rows = [h('div', { class: 'set' }, list, remove), h('div', { class: 'set' }, name, save)]
    keepFocus(this.#place, () => this.#place.replaceChildren(...rows))
    this.#mark()
  }

  /** Chooses the set in the list whose values the drawing has. */
  #mark(): void {
    const { values } = this.#panel
    const same = Object.entries(this.#sets).find(([, set]) =>
      Object.entries(set).every(([name, value]) => values[name] === value),
    )
    const list = this.#place.querySelector('select')
    if (list) list.value = same?.[0] ?? ''
  }

  async #put(name: string, values: ParameterSetsWire[string] | null): Promise<void> {
    const { hand } = this.#link
    if (!hand) return
    try {
      this.#draw(await hand.saveSet(name, values))
      this.#notify(values ? `Saved as “${name}”.` : `“${name}” was removed.`)
    } catch (thrown) {
      this.#notify(describeFailure(thrown, 'The set was not saved'), true)
    }
  }
}
