import { byId, h, icon } from './dom.js'
import { rove } from './roving.js'
import type { Store } from './store.js'
import { colorMapper, type ColorMapper } from './theme.js'
import type { LayerWire } from './wire.js'

const NAMES = new Intl.Collator('en-US', { numeric: true })

/** The layers, each with a switch that hides it here; the scene itself stays as it is. */
export class LayerList {
  readonly #store: Store
  readonly #list = byId('layers')
  /** The layers at the last update, and whether the scene showed them: one that is new, or that changed, takes the state of the scene. */
  #known = new Map<string, boolean>()
  /** The contents of the list, as JSON. */
  #drawn = ''

  constructor(store: Store) {
    this.#store = store
    rove(this.#list, 'button', 'column')
    // Before the picture is shown, so that hidden layers never flash up.
    store.listenFirst((_, changed) => changed.has('model') && this.#takeOver())
    store.listen((_, changed) => {
      if (changed.has('model') || changed.has('hidden') || changed.has('theme')) this.#draw()
    })
  }

  #takeOver(): void {
    const { model, hidden } = this.#store.state
    const layers = model?.wire.layers ?? []
    const changed = layers.filter(({ name, visible }) => (this.#known.get(name) ?? true) !== visible)
    this.#known = new Map(layers.map(({ name, visible }) => [name, visible]))
    if (changed.length === 0) return
    const next = new Set(hidden)
    for (const { name, visible } of changed) {
      if (visible) next.delete(name)
      else next.add(name)
    }
    this.#store.set({ hidden: next })
  }

  #draw(): void {
    const { model, hidden, theme } = this.#store.state
    const shown = colorMapper(theme)
    const counts = new Map<number, number>()
    for (const { layer, geometry } of model?.entities ?? []) {
      if (geometry) counts.set(layer, (counts.get(layer) ?? 0) + 1)
    }
    // Rows that say the same stay: one that is replaced while it is pressed gets no click.
    const drawn = JSON.stringify([model?.wire.layers, [...hidden], [...counts], theme])
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    const focused = document.activeElement?.getAttribute('data-layer')
    const layers = [...(model?.wire.layers ?? []).entries()]
    // Layer 2 stands before layer 10.
    layers.sort(([, a], [, b]) => NAMES.compare(a.name, b.name))
    const rows = layers.map(([index, layer]) => {
      const { name, locked } = layer
      const isShown = !hidden.has(name)
      const swatch = lineSample(layer, shown)
      return h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            'data-layer': name,
            'aria-pressed': String(isShown),
            click: () => this.#toggle(name),
          },
          icon(isShown ? 'eye' : 'hidden'),
          swatch,
          h('span', { class: 'hidden-text' }, 'Show layer'),
          h('span', { class: 'name', dir: 'auto', title: name }, name),
          locked && icon('lock'),
          locked && h('span', { class: 'hidden-text' }, 'locked'),
          h('span', { class: 'count' }, (counts.get(index) ?? 0).toLocaleString('en-US')),
          h('span', { class: 'hidden-text' }, 'shapes'),
        ),
      )
    })
    this.#list.replaceChildren(...rows)
    if (focused != null) this.#list.querySelector<HTMLElement>(`[data-layer="${CSS.escape(focused)}"]`)?.focus()
  }

  #toggle(name: string): void {
    const hidden = new Set(this.#store.state.hidden)
    if (!hidden.delete(name)) hidden.add(name)
    this.#store.set({ hidden })
  }
}

/** The dashes of the types of lines, in the pixels of a sample. */
const DASHES: { readonly [linetype: string]: string } = {
  dashed: '5 3',
  dotted: '1 3',
  dashdot: '5 2 1 2',
  center: '8 2 2 2',
  phantom: '8 2 2 2 2 2',
  hidden: '3 2',
}

/** The width of a heavy line in a sample, in pixels; a fine one has 1. */
const MAX_SAMPLE_WIDTH = 4

/** A sample of a layer's pen: its colour, dashes and weight. */
export function lineSample(
  { color, linetype = 'continuous', lineweight = 0.25 }: LayerWire,
  shown: ColorMapper,
): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 26 12')
  svg.setAttribute('class', 'line-sample')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('data-linetype', linetype)
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', 'M1 6H25')
  line.setAttribute('stroke', color === null ? 'currentColor' : shown(color, true))
  line.setAttribute('stroke-width', String(Math.min(MAX_SAMPLE_WIDTH, Math.max(1, lineweight * 4))))
  const dashes = DASHES[linetype]
  if (dashes !== undefined) line.setAttribute('stroke-dasharray', dashes)
  svg.append(line)
  return svg
}
