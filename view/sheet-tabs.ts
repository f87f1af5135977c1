import { byId, h, formatNumber } from './dom.js'
import type { SceneModel } from './scene.js'
import type { State, Store } from './store.js'
import type { SheetWire } from './wire.js'

/** The sheets of a drawing, as they print. */
export function sheetsOf({ wire }: SceneModel): readonly SheetWire[] {
  if (wire.sheets && wire.sheets.length > 0) return wire.sheets
  return wire.page ? [{ name: 'Sheet', box: wire.page, ...(wire.scale !== undefined && { scale: wire.scale }) }] : []
}

/** The sheet that is shown as it prints; nothing where all of the drawing is shown. */
export function chosenSheet({ model, sheet }: State): SheetWire | undefined {
  return model && sheet !== undefined ? sheetsOf(model)[sheet] : undefined
}

/** The names of what is on other sheets than the one that is shown. */
export function notesElsewhere(model: SceneModel, sheet: SheetWire): ReadonlySet<string> {
  return new Set(sheetsOf(model).flatMap((other) => (other.name === sheet.name ? [] : (other.notes ?? []))))
}

/** The tabs over a drawing that has paper: all of it, and each sheet as it prints. */
export class SheetTabs {
  readonly #store: Store
  readonly #place = byId('sheets')
  #shape = ''

  constructor(store: Store) {
    this.#store = store
    this.#place.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (by === undefined) return
      event.preventDefault()
      event.stopPropagation()
      this.step(by as 1 | -1)
    })
    store.listen((state, changed) => {
      if (changed.has('model') || changed.has('sheet') || changed.has('before')) this.#draw(state)
    })
  }

  /** Shows the next tab, or the one before; after the last comes the first. */
  step(by: 1 | -1): void {
    const { model, sheet } = this.#store.state
    const count = model ? sheetsOf(model).length : 0
    if (count === 0) return
    const next = ((sheet ?? -1) + 1 + by + count + 1) % (count + 1)
    this.#store.set({ sheet: next === 0 ? undefined : next - 1 })
  }

  #draw({ model, sheet, before }: State): void {
    const sheets = model ? sheetsOf(model) : []
    // Before and after have their names where the tabs stand.
    this.#place.hidden = sheets.length === 0 || before !== undefined
    if (sheet !== undefined && sheet >= sheets.length) this.#store.set({ sheet: undefined })
    const shape = JSON.stringify([sheets, sheet])
    if (shape === this.#shape) return
    this.#shape = shape
    const hadFocus = this.#place.contains(document.activeElement)
    this.#place.replaceChildren(
      this.#tab('Drawing', 'All that is drawn', undefined),
      ...sheets.map((it, index) => this.#tab(it.name, `As it prints, ${formatScale(it)}`, index)),
    )
    if (hadFocus) this.#place.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
  }

  #tab(name: string, title: string, index: number | undefined): HTMLElement {
    const isChosen = this.#store.state.sheet === index
    return h(
      'button',
      {
        type: 'button',
        role: 'tab',
        title,
        'aria-selected': String(isChosen),
        'aria-controls': 'canvas',
        tabindex: isChosen ? '0' : '-1',
        'data-sheet': index ?? 'all',
        click: () => {
          this.#store.set({ sheet: index })
        },
      },
      name,
    )
  }
}

function formatScale({ scale = 1 }: SheetWire): string {
  return scale >= 1 ? `1:${formatNumber(scale)}` : `${formatNumber(1 / scale)}:1`
}
