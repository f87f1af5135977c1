import { byId, FINGERS, h, icon, typeIcon } from './dom.js'
import type { Entity, SceneModel } from './scene.js'
import type { State, Store } from './store.js'

/** The height of a row, as in the style sheet: higher where fingers choose it. */
const ROW_HEIGHT = 26
const TOUCH_ROW_HEIGHT = 44
const rowHeight = (): number => (FINGERS.matches ? TOUCH_ROW_HEIGHT : ROW_HEIGHT)

/** The number of rows made above and below the window. */
const SPARE_ROWS = 8

interface Row {
  readonly entity: Entity
  readonly depth: number
  /** The position of the entity in its group, from 1, and the size of the group. */
  readonly place: number
  readonly of: number
}

/**
 * The objects as a tree: front ones first, as people see them. Only the rows in sight are elements, so that a hundred
 * thousand cost no more than a hundred.
 */
export class ObjectTree {
  readonly #store: Store
  readonly #window = byId('tree')
  readonly #list = byId('tree-rows')
  readonly #search = byId<HTMLInputElement>('search')
  #open = new Set<string>()
  #rows: readonly Row[] = []
  #active = 0

  readonly #choose: (name: string) => void

  /** `choose` receives what a person has picked here, and not on the drawing. */
  constructor(store: Store, choose: (name: string) => void) {
    this.#store = store
    this.#choose = choose
    this.#window.addEventListener('scroll', () => this.#draw())
    this.#window.addEventListener('keydown', (event) => this.#key(event))
    this.#search.addEventListener('input', () => this.#searchAgain())
    this.#search.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault()
        this.#window.focus()
        if (event.key === 'Enter') this.#select(this.#rows[0], false)
      }
      if (event.key === 'Escape' && this.#search.value !== '') {
        // The next one closes the panel of a narrow window.
        event.preventDefault()
        this.#search.value = ''
        this.#searchAgain()
      }
    })
    new ResizeObserver(() => this.#draw()).observe(this.#window)
    FINGERS.addEventListener('change', () => this.#relist())
    store.listen((state, changed) => {
      if (changed.has('model')) this.#relist()
      if (changed.has('selected')) this.#showSelected(state)
      if (changed.has('selected') || changed.has('hidden')) this.#draw()
      else if (changed.has('hovered')) this.#point(state)
    })
  }

  focusSearch(): void {
    this.#search.focus()
    this.#search.select()
  }

  /** Selects the next object of the list, or the one before. */
  step(by: 1 | -1): void {
    if (this.#rows.length === 0) return
    const { selected } = this.#store.state
    const now = this.#rows.findIndex(({ entity }) => entity.name === selected.at(-1))
    const next = now < 0 ? (by > 0 ? 0 : this.#rows.length - 1) : (now + by + this.#rows.length) % this.#rows.length
    this.#select(this.#rows[next], false)
  }

  /** Lists what is found; after a search ends, the picked entry is shown in its place. */
  #searchAgain(): void {
    this.#active = this.#window.scrollTop = 0
    this.#relist()
    if (this.#search.value.trim() === '') this.#showSelected(this.#store.state)
  }

  #relist(): void {
    const { model } = this.#store.state
    const words = this.#search.value.trim().toLowerCase()
    this.#rows = model ? (words === '' ? this.#treeRows(model) : foundRows(model, words)) : []
    this.#active = Math.min(this.#active, Math.max(0, this.#rows.length - 1))
    const total = model ? model.entities.filter(({ type }) => type !== 'group').length : 0
    byId('object-count').textContent =
      words === '' ? total.toLocaleString('en-US') : `${this.#rows.length.toLocaleString('en-US')} found`
    this.#list.style.height = `${this.#rows.length * rowHeight()}px`
    this.#draw()
  }

  #treeRows(model: SceneModel): Row[] {
    const rows: Row[] = []
    const add = (indexes: readonly number[], depth: number): [readonly number[], number, number] => [indexes, depth, 0]
    const waiting = [add(model.roots, 0)]
    for (let level = waiting.at(-1); level; level = waiting.at(-1)) {
      const [indexes, depth, at] = level
      const index = indexes[indexes.length - 1 - at]
      if (index === undefined) {
        waiting.pop()
        continue
      }
      level[2] += 1
      const entity = model.at(index)
      rows.push({ entity, depth, place: at + 1, of: indexes.length })
      if (isGroup(entity) && this.#open.has(entity.name)) waiting.push(add(entity.children, depth + 1))
    }
    return rows
  }

  #draw(): void {
    const { selected, hovered, hidden, model } = this.#store.state
    const first = Math.max(0, Math.floor(this.#window.scrollTop / rowHeight()) - SPARE_ROWS)
    const count = Math.ceil(this.#window.clientHeight / rowHeight()) + 2 * SPARE_ROWS
    // A row that says the same stays the same element: one that is replaced while it is pressed gets no click.
    const known = new Map([...this.#list.children].map((row) => [row.getAttribute('data-row'), row as HTMLElement]))
    const elements = this.#rows.slice(first, first + count).map((row, at) => {
      const { entity } = row
      const classes = [
        'node',
        first + at === this.#active && 'active',
        entity.name === hovered && 'pointed',
        model?.isHidden(entity, hidden) && 'dimmed',
      ]
      const element = this.#element(row, first + at, selected.includes(entity.name), known)
      element.className = classes.filter(Boolean).join(' ')
      return element
    })
    const isOther = elements.length !== this.#list.childElementCount
    if (isOther || elements.some((element, at) => element !== this.#list.children[at])) {
      this.#list.replaceChildren(...elements)
    }
    const active = document.getElementById(`node-${this.#active}`)
    if (active) this.#window.setAttribute('aria-activedescendant', active.id)
    else this.#window.removeAttribute('aria-activedescendant')
  }

  /** The element of a row, among those that are known if it says the same. */
  #element(row: Row, index: number, isSelected: boolean, known: ReadonlyMap<string | null, HTMLElement>): HTMLElement {
    const { entity, depth, place, of } = row
    const { name, type, text } = entity
    const isOpen = isGroup(entity) ? this.#open.has(name) : undefined
    const key = JSON.stringify([index, name, type, text, depth, place, of, isSelected, isOpen, rowHeight()])
    const same = known.get(key)
    if (same) return same
    const element = h(
      'div',
      {
        id: `node-${index}`,
        role: 'treeitem',
        'data-name': name,
        'data-row': key,
        'aria-level': depth + 1,
        'aria-posinset': place,
        'aria-setsize': of,
        'aria-selected': String(isSelected),
        'aria-expanded': isOpen === undefined ? undefined : String(isOpen),
        title: text === undefined ? name : `${name}: ${text}`,
        click: (event: MouseEvent) => {
          this.#active = index
          this.#select(row, event.shiftKey || event.ctrlKey || event.metaKey)
        },
        dblclick: () => isOpen !== undefined && this.#toggle(entity),
        pointerenter: () => this.#store.set({ hovered: name }),
        pointerleave: () => this.#store.set({ hovered: undefined }),
      },
      h(
        'span',
        {
          class: 'twist',
          click: (event: MouseEvent) => {
            if (isOpen === undefined) return
            event.stopPropagation()
            this.#toggle(entity)
          },
        },
        isOpen !== undefined && icon('chevron'),
      ),
      typeIcon(type),
      h('span', { class: 'name', dir: 'auto' }, name),
    )
    element.style.top = `${index * rowHeight()}px`
    element.style.paddingLeft = `${8 + depth * 14}px`
    return element
  }

  /** Marks the row of the entity under the pointer. The rows stay the same elements, since one may be pressed. */
  #point({ hovered }: State): void {
    for (const row of this.#list.children) row.classList.toggle('pointed', row.getAttribute('data-name') === hovered)
  }

  #toggle(entity: Entity, opens = !this.#open.has(entity.name)): void {
    const open = new Set(this.#open)
    if (opens) open.add(entity.name)
    else open.delete(entity.name)
    this.#open = open
    this.#relist()
  }

  #select(row: Row | undefined, adds: boolean): void {
    if (!row) return
    const { selected } = this.#store.state
    const { name } = row.entity
    const others = selected.filter((it) => it !== name)
    this.#store.set({ selected: adds ? (others.length < selected.length ? others : [...selected, name]) : [name] })
    this.#choose(name)
  }

  /** Opens the groups around what was selected elsewhere, and scrolls to it. */
  #showSelected({ model, selected }: State): void {
    const name = selected.at(-1)
    const entity = name === undefined ? undefined : model?.find(name)
    if (!entity || !model) return
    let at = this.#rows.findIndex((row) => row.entity.index === entity.index)
    if (at < 0 && this.#search.value.trim() === '') {
      for (const group of model.around(entity)) this.#open.add(group.name)
      this.#relist()
      at = this.#rows.findIndex((row) => row.entity.index === entity.index)
    }
    if (at >= 0) this.#goTo(at)
  }

  #goTo(index: number): void {
    this.#active = Math.min(Math.max(index, 0), this.#rows.length - 1)
    const top = this.#active * rowHeight()
    const { scrollTop, clientHeight } = this.#window
    if (top < scrollTop) this.#window.scrollTop = top
    else if (top + rowHeight() > scrollTop + clientHeight) this.#window.scrollTop = top + rowHeight() - clientHeight
    this.#draw()
  }

  #key(event: KeyboardEvent): void {
    const row = this.#rows[this.#active]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor(this.#window.clientHeight / rowHeight()) - 1)
    const isOpen = this.#open.has(row.entity.name)
    switch (event.key) {
      case 'ArrowDown':
        this.#goTo(this.#active + 1)
        break
      case 'ArrowUp':
        this.#goTo(this.#active - 1)
        break
      case 'PageDown':
        this.#goTo(this.#active + page)
        break
      case 'PageUp':
        this.#goTo(this.#active - page)
        break
      case 'Home':
        this.#goTo(0)
        break
      case 'End':
        this.#goTo(this.#rows.length - 1)
        break
      case 'ArrowRight':
        if (isGroup(row.entity) && !isOpen) this.#toggle(row.entity, true)
        else if (isGroup(row.entity)) this.#goTo(this.#active + 1)
        break
      case 'ArrowLeft':
        if (isGroup(row.entity) && isOpen) this.#toggle(row.entity, false)
        else this.#goTo(this.#rows.findIndex(({ entity }) => entity.index === row.entity.in))
        break
      case 'Enter':
      case ' ':
        this.#select(row, event.key === ' ' && event.shiftKey)
        break
      default:
        return
    }
    event.preventDefault()
    event.stopPropagation()
  }
}

/** A text is one object to people, whatever it is made of. */
function isGroup(entity: Entity): boolean {
  return entity.type !== 'text' && entity.children.length > 0
}

/** The objects whose name, type, layer or text has all the words, in a plain list. */
function foundRows(model: SceneModel, words: string): Row[] {
  const all = words.split(/\s+/)
  const found = model.entities.filter((entity) => {
    const group = entity.in === undefined ? undefined : model.at(entity.in)
    if (group?.type === 'text') return false
    const where = `${entity.name}\n${entity.type}\n${model.layerOf(entity).name}\n${entity.text ?? ''}`.toLowerCase()
    return all.every((word) => where.includes(word))
  })
  return found.map((entity, index) => ({ entity, depth: 0, place: index + 1, of: found.length }))
}
