import { byId, codeText, formatNumber, h, icon, keepFocus, pressed, setChildren } from './dom.js'
import { isTyping, listenToEscape, listenToSteps } from './key-steps.js'
import type { Link, LoadedScene } from './link.js'
import { Refused } from './link.js'
import type { SceneModel } from './scene.js'
import type { State, Store } from './store.js'
import { messageForPerson, describeRefusal, describeFailure } from './words.js'
import type { ErrorWire, ParameterWire, ProposalWire } from './wire.js'

type Value = number | string | boolean

/** The tolerance between a value and a step, as a share of the step; the same number as in the native half. */
const STEP_TOLERANCE = 1e-6

/** How long the keys of a slider or a box rest before its value is committed. */
const REST_MS = 700

/**
 * The parameters of the scripts as sliders, boxes and choices. While a slider is dragged the page shows what would be; when
 * it is let go that is committed, as one entry of the history.
 */
export class ParameterPanel {
  readonly #store: Store
  readonly #link: Link
  readonly #show: (loaded: LoadedScene) => void
  readonly #reload: () => Promise<void>
  readonly #part = byId('parameters-part')
  readonly #place = byId('parameters')
  readonly #state = byId('parameters-state')
  readonly #reset = byId<HTMLButtonElement>('parameters-reset')
  /** Values that were set and not committed yet. */
  readonly #wanted = new Map<string, Value>()
  /** Values whose run has not answered yet. */
  #tried: ReadonlyMap<string, Value> = new Map()
  /** The commit that was shown when a value was refused last. */
  #refusedAt: string | undefined
  /** True if an earlier value was on its way when it was refused: the commit of that one is not a later one. */
  #isRefusedMeanwhile = false
  /** The values to look at next, while a slider is dragged. */
  #looked: Map<string, Value> | undefined
  /** The values of the last run, until the page has its scene. A run takes missing values from the code. */
  #ran: { readonly values: { readonly [name: string]: Value }; readonly id: string } | undefined
  #isRunning = false
  #isLooking = false
  /** The scene before values were looked at, and the one that they made. */
  #present: SceneModel | undefined
  #previewed: SceneModel | undefined
  /** Ends a look whose values are outdated. */
  #looks = new AbortController()
  /** The rows by what they show besides values. */
  #rows: ReadonlyMap<string, HTMLElement> = new Map()

  /** `show` takes a scene that was looked at; `reload` returns to the present one. */
  constructor(store: Store, link: Link, show: (loaded: LoadedScene) => void, reload: () => Promise<void>) {
    this.#store = store
    this.#link = link
    this.#show = show
    this.#reload = reload
    this.#reset.addEventListener(
      'click',
      pressed(() => this.#resetAll()),
    )
    store.listen((state, changed) => {
      if (changed.has('live')) {
        this.#draw(state.live?.wire.parameters ?? [])
        this.#forgive(state.live?.transactionId)
        this.#settle()
        // Another process has committed while a slider is held: the values are looked at in that drawing.
        if (this.#looked && state.live !== this.#previewed && !this.#isLooking) void this.#lookOn()
      }
      if (changed.has('live') || changed.has('isReadOnly') || changed.has('past')) this.#lock(state)
      // The reason why an earlier server took no value does not apply to the present one.
      if (changed.has('connection') && state.connection === 'live') this.#forgive(undefined)
    })
  }

  /** The values of the drawing by the names of its parameters. */
  get values(): { readonly [name: string]: Value } {
    return Object.fromEntries(this.#parameters.map(({ name, value }) => [name, value]))
  }

  /** Sets values at once, those that there are parameters for; none, and returns false, if one of them is not taken. */
  async apply(values: { readonly [name: string]: Value }): Promise<boolean> {
    const refused = this.#parameters.flatMap((parameter) => {
      const wanted = values[parameter.name]
      const objection = wanted === undefined ? undefined : objectionToValue(wanted, parameter)
      return objection === undefined ? [] : [{ name: parameter.name, objection }]
    })
    if (refused.length > 0) {
      this.#refusedAt = this.#store.state.live?.transactionId
      this.#isRefusedMeanwhile = false
      this.#showStatus('not possible')
      for (const { name, objection } of refused) this.#complain(name, `${objection}. The set was not chosen.`)
      return false
    }
    for (const { name, value } of this.#parameters) {
      const wanted = values[name]
      if (wanted !== undefined && wanted !== value) this.#wanted.set(name, wanted)
    }
    if (this.#wanted.size > 0) await this.#run()
    return this.#refusedAt === undefined
  }

  get #parameters(): readonly ParameterWire[] {
    return this.#store.state.live?.wire.parameters ?? []
  }

  #draw(parameters: readonly ParameterWire[]): void {
    this.#part.hidden = parameters.length === 0
    // A slider that is being dragged, and a box that is typed into, stay the same elements: only their limits make them others.
    const known = this.#rows
    const rows = new Map<string, HTMLElement>()
    const row = (parameter: ParameterWire): HTMLElement => {
      const { value: _, default: __, ...rest } = parameter
      const key = JSON.stringify(rest)
      const element = known.get(key) ?? this.#row(parameter)
      rows.set(key, element)
      return element
    }
    this.#rows = rows
    const held = [...(this.#looked?.keys() ?? [])].map((name) => this.#rowOf(name))
    keepFocus(this.#place, () => setChildren(this.#place, rowsOf(parameters, row)))
    // Nobody would let go of a slider that is gone.
    if (held.some((it) => !it?.isConnected)) this.#giveUp()
    this.#showValues()
  }

  /** Gives all controls the values of the scene, but those that a hand has set meanwhile. */
  #showValues(force = false): void {
    for (const parameter of this.#parameters) {
      const { name, value, choices = [] } = parameter
      const row = this.#rowOf(name)
      row?.classList.toggle('set', parameter.default !== undefined && parameter.default !== value)
      const reset = row?.querySelector<HTMLElement>('[data-reset]')
      if (reset) reset.title = `As in the code: ${parameter.default}`
      const isPending = this.#wanted.has(name) || this.#tried.has(name) || this.#looked?.has(name) || this.#ran
      if (!force && isPending) continue
      for (const input of row?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-parameter]') ?? []) {
        if (input instanceof HTMLSelectElement) input.selectedIndex = choices.indexOf(value as string)
        else if (input.type === 'checkbox') input.checked = value === true
        // A value that is being typed stays; a refused one is replaced.
        else if (force || !isTyping(input)) input.value = input.dataset['shown'] = String(value)
        if (typeof value === 'number' && input.type === 'range') input.ariaValueText = formatNumber(value)
      }
    }
    const isReset = !this.#parameters.some(isSet) || this.#store.state.isReadOnly
    keepFocus(this.#part, () => (this.#reset.hidden = isReset), this.#place.querySelector<HTMLElement>('input, select'))
  }

  #rowOf(name: string): HTMLElement | null {
    return this.#place.querySelector<HTMLElement>(`[data-row="${CSS.escape(name)}"]`)
  }

  /** Shows values that cannot be changed here. */
  #lock({ isReadOnly, past }: State): void {
    const isLocked = isReadOnly || past !== undefined
    for (const input of this.#place.querySelectorAll<HTMLInputElement>('input, select, button'))
      input.disabled = isLocked
    if (isReadOnly) this.#showStatus('read-only')
    else if (past) this.#showStatus('an earlier commit is shown')
    else if (this.#state.textContent === 'an earlier commit is shown') this.#showStatus('')
    this.#reset.disabled = isLocked
  }

  #showStatus(words: string): void {
    this.#state.textContent = words
  }

  /** Shows beside a control why its value was refused. */
  #complain(name: string, words: string): void {
    const row = this.#rowOf(name)
    const place = row?.querySelector('.complaint')
    if (!row || !place) return
    place.textContent = words
    row.classList.toggle('refused', words !== '')
    // The reason beside a control at the edge of the list would be out of sight.
    if (words !== '') place.scrollIntoView({ block: 'nearest' })
  }

  /** Drops the reasons for refusals once another commit is shown: they are about values that no longer matter. */
  #forgive(shown: string | undefined): void {
    if (this.#refusedAt === undefined || shown === this.#refusedAt || this.#isRunning) return
    if (this.#isRefusedMeanwhile && shown !== undefined) {
      this.#refusedAt = shown
      this.#isRefusedMeanwhile = false
      return
    }
    this.#refusedAt = undefined
    for (const { name } of this.#parameters) this.#complain(name, '')
    this.#showStatus('')
  }

  #row(parameter: ParameterWire): HTMLElement {
    const { name, value, label = name, choices, min, max, step } = parameter
    // A list of ids is divided at spaces.
    const id = `parameter-${name.replaceAll(/\s/g, (space) => `_${space.charCodeAt(0)}_`)}`
    const ways = h(
      'span',
      { class: 'ways' },
      h(
        'button',
        {
          type: 'button',
          class: 'iconic',
          'data-reset': name,
          'aria-label': `Reset ${label}`,
          click: () => this.#resetOne(name),
        },
        icon('undo'),
      ),
      this.#link.hand &&
        h(
          'button',
          {
            type: 'button',
            class: 'iconic',
            'data-save': name,
            'aria-label': `Save ${label} into the code`,
            title: 'Save as the value in the code',
            click: pressed(() => this.#save(name)),
          },
          icon('code'),
        ),
    )
    const row = h(
      'div',
      { class: isWide(parameter) ? 'parameter wide' : 'parameter', 'data-row': name },
      h(
        'span',
        { class: 'label' },
        h('label', { for: id, title: name }, shortLabel(parameter)),
        unitOf(parameter),
        ways,
      ),
    )
    const common = { id, 'data-parameter': name, 'aria-describedby': `${id}-complaint` }
    const complaint = h('span', { class: 'complaint', id: `${id}-complaint`, role: 'status' })
    if (choices && choices.length > 0) {
      const options = choices.map((choice, index) =>
        h('option', { value: index, selected: choice === value }, String(choice)),
      )
      const list = h('select', common, ...options)
      const chosen = (): Value => choices[Number(list.value)] ?? value
      listenToSteps(list, {
        take: () => this.#set(name, chosen()),
        look: () => {
          this.#look(name, chosen())
          this.#showStatus('Enter sets it')
        },
        giveUp: () => this.#giveUp(),
      })
      row.append(list, complaint)
      return row
    }
    if (typeof value === 'boolean') {
      const tick = (event: Event): void => this.#set(name, (event.target as HTMLInputElement).checked)
      row.append(h('input', { ...common, type: 'checkbox', checked: value, change: tick }), complaint)
      return row
    }
    if (typeof value === 'string') {
      const write = ({ target }: Event): void => {
        const input = target as HTMLInputElement
        input.dataset['shown'] = input.value
        this.#set(name, input.value)
      }
      const text = h('input', { ...common, type: 'search', value, change: write })
      listenToEscape(text, () => String(this.#valueOf(name) ?? value))
      row.append(text, complaint)
      return row
    }
    // A browser that checks the steps itself shows its own message, and announces none to screen readers.
    const number = h('input', { ...common, type: 'number', value, step: 'any' })
    const take = (): void => {
      number.dataset['shown'] = number.value
      // The value in the code may be another one since.
      const objection = objectionTo(number.value, this.#parameters.find((it) => it.name === name) ?? parameter)
      if (objection === undefined) return this.#set(name, number.valueAsNumber)
      this.#wanted.delete(name)
      this.#showValues(true)
      this.#refusedAt = this.#store.state.live?.transactionId
      this.#isRefusedMeanwhile = this.#isRunning || this.#ran !== undefined
      this.#complain(name, `${objection}. It stays ${formatNumber(this.#valueOf(name) as number, 9)}.`)
    }
    const look = (): void => this.#look(name, number.valueAsNumber)
    const giveUp = (): void => this.#giveUp()
    listenToSteps(number, { take, look, giveUp, restMs: REST_MS })
    listenToEscape(number, () => String(this.#valueOf(name) ?? value))
    // A browser would go by 1, whatever the step.
    number.addEventListener('keydown', (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      const next = steppedFrom(number.valueAsNumber, by, parameter)
      if (next === undefined || next === number.valueAsNumber) return
      number.value = number.dataset['shown'] = String(next)
      const range = row.querySelector<HTMLInputElement>('input[type=range]')
      if (range) range.value = number.value
      number.dispatchEvent(new Event('change'))
    })
    row.append(number)
    if (min !== undefined && max !== undefined) {
      const range = h('input', {
        type: 'range',
        'data-parameter': name,
        'aria-label': label,
        'aria-valuetext': formatNumber(value),
        min,
        max,
        step: step ?? niceStep(max - min),
        value,
      })
      range.addEventListener('input', () => {
        number.value = range.value
        range.setAttribute('aria-valuetext', formatNumber(range.valueAsNumber))
        this.#look(name, range.valueAsNumber)
      })
      listenToSteps(range, { take: () => this.#set(name, range.valueAsNumber), giveUp, restMs: REST_MS })
      row.append(range)
    }
    row.append(complaint)
    return row
  }

  #valueOf(name: string): Value | undefined {
    return this.#parameters.find((parameter) => parameter.name === name)?.value
  }

  #set(name: string, value: Value): void {
    this.#complain(name, '')
    this.#looked = undefined
    this.#looks.abort()
    if (value === this.#valueOf(name) && !this.#store.state.isPreview && !this.#isRunning) return
    this.#wanted.set(name, value)
    void this.#run()
  }

  /** Returns to the values of the scene from values that were only looked at. */
  #giveUp(): void {
    this.#looked = undefined
    this.#looks.abort()
    this.#showStatus('')
    if (this.#store.state.isPreview) {
      this.#store.set({ isPreview: false })
      void this.#return()
    }
    // Of the scene that is shown again: the next key goes on from its values.
    this.#showValues(true)
  }

  /** Returns to the scene before values were looked at. A server that is gone does not bring it. */
  async #return(): Promise<void> {
    const { live, past } = this.#store.state
    if (live === this.#previewed) this.#store.set({ live: this.#present, ...(!past && { model: this.#present }) })
    await this.#reload()
  }

  #resetOne(name: string): void {
    const parameter = this.#parameters.find((it) => it.name === name)
    if (parameter?.default !== undefined) this.#set(name, parameter.default)
  }

  async #resetAll(): Promise<void> {
    for (const { name, default: code, value } of this.#parameters)
      if (code !== undefined && code !== value) this.#wanted.set(name, code)
    await this.#run()
  }

  /** Previews the scene. Of the values dragged meanwhile, only the latest is previewed next. */
  #look(name: string, value: Value): void {
    if (!this.#link.preview) return
    this.#looked = (this.#looked ?? new Map()).set(name, value)
    this.#complain(name, '')
    if (!this.#isLooking) void this.#lookOn()
  }

  async #lookOn(): Promise<void> {
    const preview = this.#link.preview?.bind(this.#link)
    if (!preview) return
    this.#isLooking = true
    try {
      for (let next = this.#looked; next; next = this.#looked) {
        const now: ReadonlyMap<string, Value> = new Map(next)
        this.#looks = new AbortController()
        const from = this.#store.state.live
        try {
          // A value whose run has not answered yet would go back for a moment.
          const all = { ...this.#values(), ...Object.fromEntries(this.#tried), ...Object.fromEntries(now) }
          const loaded = await preview(all, this.#looks.signal)
          // It was let go meanwhile: the run shows what comes of it.
          if (!this.#looked) break
          const { live } = this.#store.state
          // The code may have been replaced meanwhile, and this scene comes of the old one.
          if (live !== from) continue
          if (live !== this.#previewed) this.#present = live
          this.#store.set({ isPreview: true })
          this.#show(loaded)
          this.#previewed = this.#store.state.live
        } catch (thrown) {
          if (!this.#looked) break
          for (const name of now.keys()) this.#complain(name, describeFailure(thrown, 'It cannot be shown'))
        }
        if (isSame(now, this.#looked)) break
      }
    } finally {
      this.#isLooking = false
    }
  }

  /** Runs with the wanted values. Of the values set meanwhile, only the latest are run next. */
  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const tried = new Set<string>()
    try {
      while (this.#wanted.size > 0) {
        const parameters = { ...this.#values(), ...Object.fromEntries(this.#wanted) }
        for (const name of this.#wanted.keys()) tried.add(name)
        this.#tried = new Map(this.#wanted)
        this.#wanted.clear()
        this.#showStatus('running')
        const { answer } = await this.#link.call('run', { parameters })
        this.#tried = new Map()
        if (answer.success) {
          this.#ran = { values: parameters, id: commitOf(answer.data) }
          tried.clear()
          this.#showStatus('')
          this.#store.set({ reverted: undefined })
          continue
        }
        this.#refused(answer.errorInfo ?? { kind: 'refused', message: answer.error ?? 'It was refused.' }, tried)
      }
    } catch (thrown) {
      const error =
        thrown instanceof Refused
          ? thrown.error
          : { kind: 'io', message: describeFailure(thrown, 'The value was not set') }
      this.#refused(error, tried)
    } finally {
      this.#isRunning = false
      this.#tried = new Map()
    }
    // The preview differs from the committed scene.
    if (this.#store.state.isPreview && tried.size > 0) await this.#return()
    this.#store.set({ isPreview: false })
    this.#forgive(this.#store.state.live?.transactionId)
    this.#settle()
  }

  /** Drops the values of the last run once the page has its scene. Ids of commits grow. */
  #settle(): void {
    if (this.#ran && (this.#store.state.live?.transactionId ?? '') >= this.#ran.id) this.#ran = undefined
    this.#showValues()
  }

  /** Shows why values were refused, and shows the scene's values again. */
  #refused(error: ErrorWire, tried: ReadonlySet<string>): void {
    this.#ran = undefined
    this.#refusedAt = this.#store.state.live?.transactionId
    this.#isRefusedMeanwhile = false
    this.#showStatus('not possible')
    this.#tried = new Map()
    this.#showValues(true)
    for (const name of tried) this.#complain(name, messageForPerson(error))
    // For a wrong value, or a server that is gone, the words beside the control are enough.
    if (error.kind !== 'invalid_input' && error.kind !== 'io') {
      this.#store.set({ reverted: { what: 'The drawing cannot have this value', error } })
    }
  }

  /** Shows what the code would be with the present value as its own, and makes it so when that is confirmed. */
  async #save(name: string): Promise<void> {
    const { hand } = this.#link
    const value = this.#valueOf(name)
    if (!hand || value === undefined) return
    const row = this.#rowOf(name)
    row?.querySelector('.proposal')?.remove()
    const question = { parameter: name, value }
    try {
      const proposal = await hand.propose(question)
      const confirm = async (): Promise<void> => {
        if (proposal.type !== 'code') return
        const { answer } = await hand.change(question, proposal.after)
        if (!answer.success) this.#complain(name, describeRefusal(answer))
      }
      const view = proposalView(proposal, { confirm, complain: (words) => this.#complain(name, words) })
      row?.append(view)
      view.scrollIntoView({ block: 'nearest' })
    } catch (thrown) {
      this.#complain(name, describeFailure(thrown, 'It was not saved'))
    }
  }

  /** The values of all: a run takes those that it is not given from the code. */
  #values(): { readonly [name: string]: Value } {
    return this.#ran?.values ?? Object.fromEntries(this.#parameters.map(({ name, value }) => [name, value]))
  }
}

/** The commit that a run made. */
function commitOf(data: unknown): string {
  return (data as { scene?: { transactionId?: string } } | undefined)?.scene?.transactionId ?? ''
}

/** The longest choice that fits into the box of a number, in characters. */
const MAX_SHORT_CHOICE = 5

/** True for a control that needs the whole width: a text, or a list of long choices. */
function isWide({ value, choices = [] }: ParameterWire): boolean {
  if (choices.length > 0) return choices.some((choice) => String(choice).length > MAX_SHORT_CHOICE)
  return typeof value === 'string'
}

/** The actions of a proposal. */
interface ProposalActions {
  confirm(): Promise<void>
  /** Hears why the change was not made. */
  complain(words: string): void
  /** Hears that the proposal is gone. */
  closed?(): void
}

/** The change in the code, with a button that makes it; it goes when that is done. */
export function proposalView(proposal: ProposalWire, { confirm, complain, closed }: ProposalActions): HTMLElement {
  const close = (): void => {
    const row = place.closest('.parameter')?.querySelector<HTMLElement>('input, select')
    keepFocus(place, () => place.remove(), row ?? place.closest<HTMLElement>('#inspector'))
    closed?.()
  }
  const cancel = h(
    'button',
    { type: 'button', class: 'framed', click: close },
    proposal.type === 'code' ? 'Cancel' : 'Close',
  )
  const place = h('div', { class: 'proposal' })
  if (proposal.type === 'none') {
    const where = proposal.file === undefined ? '' : ` (${proposal.file}:${proposal.line})`
    place.append(h('p', {}, `${proposal.reason}${where}`), h('div', { class: 'ways' }, cancel))
    return place
  }
  if (proposal.type === 'code') {
    place.append(
      h('p', { class: 'quiet' }, `${proposal.file}:${proposal.line}`),
      h(
        'pre',
        { tabindex: '0', 'aria-label': 'The change of the code' },
        ...(proposal.before.trim() === '' ? [] : [h('del', {}, ...codeText(proposal.before.trim())), '\n']),
        h('ins', {}, ...codeText(proposal.after.trim())),
      ),
    )
  } else place.append(h('p', {}, parameterWords(Object.entries(proposal.values))))
  if (proposal.note !== undefined) place.append(h('p', { class: 'quiet' }, proposal.note))
  const change = async (): Promise<void> => {
    try {
      await confirm()
    } catch (thrown) {
      complain(describeFailure(thrown, 'It was not changed'))
    }
    close()
  }
  const make = h(
    'button',
    { type: 'button', class: 'primary', 'data-confirm': true, click: pressed(change) },
    proposal.type === 'code' && proposal.before.trim() === '' ? 'Add it' : 'Change it',
  )
  place.append(h('div', { class: 'ways' }, cancel, make))
  return place
}

/** The parameters that a proposal sets, as a sentence. */
function parameterWords(values: readonly (readonly [name: string, value: number])[]): string {
  const [only, more] = values
  if (only && !more) return `It is the parameter ${only[0]}: set it to ${only[1]}.`
  return `They are parameters: set ${values.map(([name, value]) => `${name} to ${value}`).join(' and ')}.`
}

function isSet({ value, default: code }: ParameterWire): boolean {
  return code !== undefined && code !== value
}

function isSame(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value> | undefined): boolean {
  return other !== undefined && one.size === other.size && [...one].every(([name, value]) => other.get(name) === value)
}

/** The rows: those without a group first, and then each group under its name, in the order of the code. */
function rowsOf(parameters: readonly ParameterWire[], row: (parameter: ParameterWire) => HTMLElement): HTMLElement[] {
  const groups = new Map<string, ParameterWire[]>([['', []]])
  for (const parameter of parameters) {
    const group = groupOf(parameter)
    groups.set(group, [...(groups.get(group) ?? []), parameter])
  }
  return [...groups].flatMap(([group, members]) => [...(group === '' ? [] : [h('h3', {}, group)]), ...members.map(row)])
}

function unitOf({ unit }: ParameterWire): HTMLElement | undefined {
  return unit === undefined ? undefined : h('span', { class: 'unit' }, unit)
}

/** The group that the code names, or the word before a colon at the beginning of the label. */
function groupOf({ group, label = '' }: ParameterWire): string {
  return group ?? /^([^:]{1,40}): \S/.exec(label)?.[1] ?? ''
}

function shortLabel(parameter: ParameterWire): string {
  const { name, label = name, group } = parameter
  const prefix = groupOf(parameter)
  return group === undefined && prefix !== '' ? label.slice(prefix.length + 2) : label
}

/** Why a saved value is not taken: the code may have changed since. */
function objectionToValue(wanted: Value, parameter: ParameterWire): string | undefined {
  const { value, choices = [] } = parameter
  if (choices.length > 0) return choices.includes(wanted as string) ? undefined : `${wanted} is not in the list`
  if (typeof value === 'number') return objectionTo(String(wanted), parameter)
  return typeof wanted === typeof value ? undefined : `${wanted} is no value for it`
}

/** Why a number that was typed is not taken; nothing where it may be tried. */
export function objectionTo(
  typed: string,
  { min, max, step, value, default: code = value }: ParameterWire,
): string | undefined {
  const number = Number(typed)
  if (typed.trim() === '' || !Number.isFinite(number)) return 'A number is needed'
  if (min !== undefined && number < min)
    return `${formatNumber(number, 9)} is less than ${formatNumber(min, 9)}, the least that is allowed`
  if (max !== undefined && number > max)
    return `${formatNumber(number, 9)} is more than ${formatNumber(max, 9)}, the most that is allowed`
  if (step === undefined || number === code || number === max) return undefined
  const base = min ?? (typeof code === 'number' ? code : 0)
  const count = (number - base) / step
  if (Math.abs(count - Math.round(count)) <= STEP_TOLERANCE) return undefined
  // Without a least value, multiples of the step are accepted too.
  if (min === undefined && Math.abs(number / step - Math.round(number / step)) <= STEP_TOLERANCE) return undefined
  const below = base + Math.floor(count) * step
  const above = Math.min(below + step, max ?? Infinity)
  return `${formatNumber(number, 9)} is between two steps: ${formatNumber(below, 9)} and ${formatNumber(above, 9)} are allowed`
}

/** The next value that a number may have, upwards or downwards; nothing where it is no number. */
function steppedFrom(
  number: number,
  by: number,
  { min = -Infinity, max = Infinity, step }: ParameterWire,
): number | undefined {
  if (!Number.isFinite(number)) return undefined
  const nice = Number.isFinite(max - min) ? niceStep(max - min) : 1
  const next = number + by * (step ?? (nice === 'any' ? 1 : nice))
  return Number(Math.min(max, Math.max(min, next)).toPrecision(12))
}

/** A step that divides a range into some hundred. */
function niceStep(range: number): number | 'any' {
  return range > 0 ? 10 ** Math.floor(Math.log10(range / 100)) : 'any'
}
