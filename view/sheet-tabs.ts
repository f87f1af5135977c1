import { byId, fadeEdges, h, formatScale, listenToRow } from './dom.js'
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

/** The name of a sheet that the code gives none. */
const UNNAMED = 'Sheet'

/** What a title block writes above its title. */
const TITLE_FIELD = 'Title, supplementary title'

/** The words on the tabs of sheets: the name of each, or the title in its title block, or else its number. */
function sheetTitles(model: SceneModel): string[] {
  const sheets = sheetsOf(model)
  const names = sheets.map(({ name }) => name)
  return sheets.map((sheet, index) => {
    if (sheet.name !== UNNAMED) return sheet.name
    const title = titleOf(model, sheet)
    if (title !== undefined && !names.includes(title)) return title
    return sheets.length > 1 ? `${UNNAMED} ${index + 1}` : UNNAMED
  })
}

/** The title in the title block of a sheet, if it has one. Of a single sheet the title block is not known as its own. */
function titleOf(model: SceneModel, { notes = ['title_block'] }: SheetWire): string | undefined {
  for (const name of notes) {
    const texts = model.find(name)?.children.map((child) => model.at(child)) ?? []
    const at = texts.findIndex(({ text }) => text === TITLE_FIELD)
    const [field, title] = [texts[at], texts[at + 1]]
    // Without a title, what follows is the name of the next field, which stands beside this one.
    if (field?.bounds && title?.bounds && title.bounds[0] < field.bounds[2]) return title.text
  }
  return undefined
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
      const { model } = store.state
      if (event.key === 'ArrowLeft') this.step(-1)
      else if (event.key === 'ArrowRight') this.step(1)
      else if (event.key === 'Home') store.set({ sheet: undefined })
      else if (event.key === 'End' && model) store.set({ sheet: sheetsOf(model).length - 1 })
      else return
      event.preventDefault()
      event.stopPropagation()
    })
    listenToRow(this.#place)
    // Before the drawing is fitted, which has the room below or beside them.
    store.listenFirst((state, changed) => {
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
    const titles = model ? sheetTitles(model) : []
    // Before and after have their names where the tabs stand.
    this.#place.hidden = sheets.length === 0 || before !== undefined
    if (sheet !== undefined && sheet >= sheets.length) this.#store.set({ sheet: undefined })
    const shape = JSON.stringify([sheets, titles, sheet])
    if (shape === this.#shape) return
    this.#shape = shape
    const hadFocus = this.#place.contains(document.activeElement)
    this.#place.replaceChildren(
      this.#tab('Drawing', 'All that is drawn', undefined),
      ...sheets.map((it, index) => this.#tab(titles[index] ?? it.name, describeSheet(it, titles[index]), index)),
    )
    const chosen = this.#place.querySelector<HTMLElement>('[aria-selected=true]')
    if (hadFocus) chosen?.focus()
    // Of many sheets, or of long names, the tabs are scrolled.
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    fadeEdges(this.#place)
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

/** What a tab says of its sheet where it is pointed at: its words may be cut, and may be another name than the code has. */
function describeSheet(sheet: SheetWire, title = sheet.name): string {
  return `${title}${title === sheet.name ? '' : ` (${sheet.name})`}, as it prints, ${formatScale(sheet)}`
}
