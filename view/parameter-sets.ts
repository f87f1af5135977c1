import { byId, h, icon, keepFocus, pressed } from './dom.js'
import { listenToSteps } from './key-steps.js'
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
  /** The sets as they are drawn; undefined before they were read. */
  #drawn: string | undefined

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
    // An agent or another page may have saved one since.
    hand.sets().then(
      (sets) => this.#drawChanged(sets),
      () => this.#drawn === undefined && this.#drawChanged({}),
    )
  }

  #drawChanged(sets: ParameterSetsWire): void {
    const drawn = JSON.stringify(sets)
    if (drawn !== this.#drawn) this.#draw(sets)
    this.#drawn = drawn
  }

  #draw(sets: ParameterSetsWire): void {
    this.#sets = sets
    const typed = this.#place.querySelector<HTMLInputElement>('#set-name')?.value
    const names = Object.keys(sets)
    const list = h(
      'select',
      {
        id: 'parameter-set',
        'aria-label': 'Named sets of values',
        'aria-description': 'Enter sets the values of the one that the keys have chosen',
      },
      h('option', { value: '' }, names.length > 0 ? 'Named sets' : 'No named sets yet'),
      ...names.map((name) => h('option', { value: name }, name)),
    )
    listenToSteps(list, {
      take: () => {
        const values = sets[list.value]
        // The list shows the set that the drawing has.
        if (values) void this.#panel.apply(values).then((isSet) => isSet || this.#mark())
      },
      giveUp: () => this.#mark(),
      isLeft: true,
    })
    const remove = h(
      'button',
      {
        type: 'button',
        class: 'iconic',
        id: 'remove-set',
        disabled: names.length === 0,
        'aria-label': 'Remove the chosen set',
        title: 'Remove the chosen set',
        click: pressed(() => list.value !== '' && this.#put(list.value, null)),
      },
      icon('close'),
    )
    const name = h('input', {
      type: 'text',
      id: 'set-name',
      maxlength: 64,
      placeholder: 'Name of these values',
      value: typed ?? '',
      'aria-label': 'Name of a set',
      keydown: ({ key, isComposing }: KeyboardEvent) => key === 'Enter' && !isComposing && save.click(),
    })
    const save: HTMLElement = h(
      'button',
      {
        type: 'button',
        class: 'framed',
        id: 'save-set',
        click: pressed(() =>
          name.value.trim() === '' ? name.focus() : this.#put(name.value.trim(), this.#panel.values),
        ),
      },
      'Save',
    )
    const rows = [
      h('div', { class: 'set', hidden: names.length === 0 }, list, remove),
      h('div', { class: 'set' }, name, save),
    ]
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
      const sets = await hand.saveSet(name, values)
      const field = this.#place.querySelector<HTMLInputElement>('#set-name')
      if (field?.value.trim() === name) field.value = ''
      this.#drawChanged(sets)
      this.#notify(values ? `Saved as “${name}”.` : `“${name}” was removed.`)
    } catch (thrown) {
      this.#notify(describeFailure(thrown, 'The set was not saved'), true)
    }
  }
}
