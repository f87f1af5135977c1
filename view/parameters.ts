import { byId, h, shownNumber } from './dom.js'
import type { Link } from './link.js'
import type { Store } from './store.js'
import type { ParameterWire } from './wire.js'

type Value = number | string | boolean

/** The parameters of the scripts as sliders, boxes and choices; what is dragged runs while it is dragged. */
export class ParameterPanel {
  readonly #store: Store
  readonly #link: Link
  readonly #part = byId('parameters-part')
  readonly #place = byId('parameters')
  readonly #state = byId('parameters-state')
  readonly #wanted = new Map<string, Value>()
  /** The values of the last run, and the commit that it made, until the page has the scene of it. */
  #ran: { readonly values: { readonly [name: string]: Value }; readonly id: string } | undefined
  #isRunning = false
  #shape = ''

  constructor(store: Store, link: Link) {
    this.#store = store
    this.#link = link
    store.listen((state, changed) => {
      // Ids of commits grow.
      if (changed.has('model') && (state.model?.transactionId ?? '') >= (this.#ran?.id ?? '')) this.#ran = undefined
      if (changed.has('model')) this.#draw(state.model?.wire.parameters ?? [])
      if (changed.has('model') || changed.has('isReadOnly')) this.#lock(state.isReadOnly)
    })
  }

  #draw(parameters: readonly ParameterWire[]): void {
    this.#part.hidden = parameters.length === 0
    // A slider that is being dragged stays the same element: only its limits make it another one.
    const shape = JSON.stringify(parameters.map(({ value: _, ...rest }) => rest))
    if (shape !== this.#shape) {
      this.#shape = shape
      this.#place.replaceChildren(...parameters.map((parameter) => this.#row(parameter)))
      return
    }
    for (const { name, value, choices = [] } of parameters) {
      // What a hand has set meanwhile is newer than the scene.
      if (this.#wanted.has(name) || this.#isRunning || this.#ran) continue
      const inputs = `[data-parameter="${CSS.escape(name)}"]`
      for (const input of this.#place.querySelectorAll<HTMLInputElement | HTMLSelectElement>(inputs)) {
        if (input instanceof HTMLSelectElement) input.selectedIndex = choices.indexOf(value as string)
        else if (input.type === 'checkbox') input.checked = value === true
        else if (input !== document.activeElement || input.type === 'range') input.value = String(value)
        if (typeof value === 'number' && input.type === 'range') input.ariaValueText = shownNumber(value)
      }
    }
  }

  /** Shows values that nobody here may change. */
  #lock(isReadOnly: boolean): void {
    for (const input of this.#place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'))
      input.disabled = isReadOnly
    if (isReadOnly) this.#state.textContent = 'read-only'
  }

  #row(parameter: ParameterWire): HTMLElement {
    const { name, value, label = name, choices, min, max, step } = parameter
    const id = `parameter-${name}`
    const row = h('div', { class: 'parameter' }, h('label', { for: id, title: name }, label))
    const common = { id, 'data-parameter': name }
    if (choices && choices.length > 0) {
      const options = choices.map((choice, index) =>
        h('option', { value: index, selected: choice === value }, String(choice)),
      )
      const pick = (event: Event): void =>
        this.#set(name, choices[Number((event.target as HTMLSelectElement).value)] ?? value)
      row.append(h('select', { ...common, change: pick }, ...options))
      return row
    }
    if (typeof value === 'boolean') {
      const tick = (event: Event): void => this.#set(name, (event.target as HTMLInputElement).checked)
      row.append(h('input', { ...common, type: 'checkbox', checked: value, change: tick }))
      return row
    }
    if (typeof value === 'string') {
      const write = (event: Event): void => this.#set(name, (event.target as HTMLInputElement).value)
      row.append(h('input', { ...common, type: 'search', value, change: write }))
      return row
    }
    const steps = step ?? (min !== undefined && max !== undefined ? niceStep(max - min) : 'any')
    const number = h('input', { ...common, type: 'number', value, min, max, step: steps })
    number.addEventListener('change', () => {
      const given = number.valueAsNumber
      if (Number.isFinite(given)) this.#set(name, clamped(given, min, max))
      else number.value = String(value)
    })
    row.append(number)
    if (min !== undefined && max !== undefined) {
      const range = h('input', {
        type: 'range',
        'data-parameter': name,
        'aria-label': label,
        'aria-valuetext': shownNumber(value),
        min,
        max,
        step: steps,
        value,
      })
      range.addEventListener('input', () => {
        number.value = range.value
        range.setAttribute('aria-valuetext', shownNumber(range.valueAsNumber))
        this.#set(name, range.valueAsNumber)
      })
      number.addEventListener('change', () => (range.value = number.value))
      row.append(range)
    }
    return row
  }

  #set(name: string, value: Value): void {
    this.#wanted.set(name, value)
    void this.#run()
  }

  /** Runs with what is wanted; what is wanted meanwhile is run next, and all between is left out. */
  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (this.#wanted.size > 0) {
        const parameters = { ...this.#values(), ...Object.fromEntries(this.#wanted) }
        this.#wanted.clear()
        this.#state.textContent = 'running'
        const { answer } = await this.#link.call('run', { parameters })
        this.#state.textContent = answer.success ? '' : 'not possible'
        const id = answer.success ? commitOf(answer.data) : undefined
        if (id !== undefined && id > (this.#store.state.model?.transactionId ?? ''))
          this.#ran = { values: parameters, id }
        if (!answer.success)
          this.#store.set({ reverted: answer.errorInfo ?? { kind: 'refused', message: answer.error ?? '' } })
        else this.#store.set({ reverted: undefined })
      }
    } catch (thrown) {
      this.#state.textContent = thrown instanceof Error ? thrown.message : 'not possible'
    } finally {
      this.#isRunning = false
    }
  }

  /** The values of all: a run takes those that it is not given from the code. */
  #values(): { readonly [name: string]: Value } {
    if (this.#ran) return this.#ran.values
    return Object.fromEntries((this.#store.state.model?.wire.parameters ?? []).map(({ name, value }) => [name, value]))
  }
}

/** The commit that a run made. */
function commitOf(data: unknown): string | undefined {
  return (data as { scene?: { transactionId?: string } } | undefined)?.scene?.transactionId
}

function clamped(value: number, min = -Infinity, max = Infinity): number {
  return Math.min(Math.max(value, min), max)
}

/** A step that divides a range into some hundred. */
function niceStep(range: number): number | 'any' {
  return range > 0 ? 10 ** Math.floor(Math.log10(range / 100)) : 'any'
}
