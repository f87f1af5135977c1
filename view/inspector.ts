import { byId, codeText, formatNumber, h, keepFocus, pressed, setChildren, typeIcon } from './dom.js'
import { isTyping, listenToEscape } from './key-steps.js'
import type { Link } from './link.js'
import { openPanel } from './panels.js'
import { objectionTo, proposalView } from './parameters.js'
import { placed } from './paths.js'
import { rove } from './roving.js'
import type { Entity, SceneModel } from './scene.js'
import { askedCommit, knowsCalls, type State, type Store } from './store.js'
import { describeRefusal, describeFailure } from './words.js'
import type { Answer, DimensionWire, PlaceWire, Point, ProposalQuestion, ProposalWire, ShapeDimension } from './wire.js'

/** The lines of code to show above and below the call. */
const LINES_AROUND = 2

/** An answer that is cached while the scene stays the same. */
type Asked = Map<string, Promise<Answer>>

/** The details of the selection: its measures, its style, and the line of code that drew it. */
export class Inspector {
  readonly #store: Store
  readonly #link: Link
  readonly #place = byId('inspector')
  #asked: Asked = new Map()
  #of: string | undefined
  /** The place for the preview of a change, and the entity and version of the scene that it is about. */
  #proposals: { readonly place: HTMLElement; readonly entity: string; readonly version: string } | undefined
  /** The part of the shown entity that a person may change. */
  #hand: HandPart | undefined
  /** True while a change that was proposed is made: the scene that comes of it puts the proposal away. */
  #isConfirming = false
  /** Counts the selections, so that a late answer about an earlier one is dropped. */
  #turn = 0

  /** Counts the changes that were asked for, so that a late proposal is dropped. */
  #proposalTurn = 0

  readonly #notify: (message: string, isProblem?: boolean) => void

  constructor(store: Store, link: Link, notify: (message: string, isProblem?: boolean) => void) {
    this.#store = store
    this.#notify = notify
    this.#link = link
    rove(this.#place, 'li button', 'column')
    store.listen((state, changed) => {
      if (changed.has('selected') || changed.has('model') || changed.has('isPreview')) this.#draw(state)
    })
    this.#draw(store.state)
  }

  #draw(state: State): void {
    keepFocus(this.#place, () => this.#redraw(state), this.#place)
  }

  #redraw({ model, selected, isPreview }: State): void {
    this.#turn += 1
    // Answers are about one version of the scene. A preview has none: the server knows what is committed, whose code is the same.
    if (this.#of !== model?.version && !isPreview) {
      this.#asked = new Map()
      this.#of = model?.version
    }
    const found = selected.flatMap((name) => model?.find(name) ?? [])
    const [first, second] = found
    if (!first || second) this.#proposals = undefined
    if (!model || !first) {
      const words =
        selected.length > 0
          ? `${selected.join(', ')} ${selected.length === 1 ? 'is' : 'are'} not in this scene.`
          : 'Click on something, or choose it in the list. Shift adds to the selection.'
      return this.#place.replaceChildren(h('p', { class: 'quiet' }, words))
    }
    if (second) return this.#drawSeveral(model, found)
    this.#drawOne(model, first)
  }

  #drawOne(model: SceneModel, entity: Entity): void {
    const units = model.wire.units
    const facts = h('dl')
    const fact = (name: string, ...value: (Node | string)[]): void =>
      facts.append(h('dt', {}, name), h('dd', {}, ...value))
    fact('Type', entity.type)
    if (entity.text !== undefined) fact('Text', entity.text)
    fact('Layer', model.layerOf(entity).name)
    const group = entity.in === undefined ? undefined : model.at(entity.in)
    if (group) fact('In', this.#nameButton(group.name))
    if (entity.children.length > 0 && entity.type !== 'text') fact('Holds', `${entity.children.length}`)
    if (entity.bounds) {
      const [minX, minY, maxX, maxY] = entity.bounds
      fact('Size', `${formatNumber(maxX - minX)} × ${formatNumber(maxY - minY)} ${units}`)
      fact('Centre', `${formatNumber((minX + maxX) / 2)}, ${formatNumber((minY + maxY) / 2)}`)
    }
    const { radius, points } = entity.geometry ?? {}
    if (radius !== undefined && !entity.matrix) fact('Radius', `${formatNumber(radius)} ${units}`)
    const proposals = this.#proposalsOf(model, entity)
    if (points) fact('Points', `${points.length}`)
    this.#addStyle(model, entity, fact)
    const source = h('div')
    const title = h('div', { class: 'title' }, typeIcon(entity.type), h('span', {}, entity.name))
    // What is asked for comes later: the scrolled part would jump up meanwhile.
    if (this.#hand?.entity === entity.name && this.#hand.part.isConnected) {
      holdHeight(facts, this.#place.querySelector('dl'))
      holdHeight(source, this.#place.querySelector('.source'))
    }
    setChildren(this.#place, [title, facts, this.#handPart(entity, proposals), source])
    void this.#addMeasures(entity, fact, units).then((add) =>
      keepInSight(proposals, () => {
        add?.()
        facts.style.removeProperty('min-height')
      }),
    )
    void this.#addSource(model, entity, source, proposals).then(() => source.style.removeProperty('min-height'))
  }

  /** The place for previews. A scene that is only loaded again keeps what is shown there. */
  #proposalsOf({ version }: SceneModel, { name }: Entity): HTMLElement {
    const old = this.#proposals
    const place = old?.entity === name ? old.place : h('div')
    if (old?.version !== version) {
      if (place.hasChildNodes() && !this.#isConfirming) {
        this.#notify('The code and the drawing have changed, so the proposal was discarded.')
      }
      place.replaceChildren()
    }
    this.#proposals = { place, entity: name, version }
    return place
  }

  /** Boxes for the measures that a person may type; the change of code is shown first. The same boxes stay in another scene. */
  #handPart(entity: Entity, proposals: HTMLElement): HTMLElement {
    const { isReadOnly, past } = this.#store.state
    const canChange = this.#link.hand !== undefined && !isReadOnly && !past
    const measures = canChange && !entity.matrix ? measuresOf(entity) : []
    const known = this.#hand
    const key = JSON.stringify([entity.name, entity.type, canChange, measures.length > 0])
    if (known?.key === key && known.proposals === proposals && (measures.length === 0 || known.boxes?.update(measures)))
      return known.part
    const part = h('div', { class: 'hand' })
    const boxes = measures.length > 0 ? this.#boxes(entity, measures, proposals) : undefined
    this.#hand = { key, entity: entity.name, part, proposals, boxes }
    if (!canChange) return part
    if (!boxes) {
      part.append(proposals)
      return part
    }
    const dimensions = dimensionsOf(entity).map(([dimension, words]) =>
      h(
        'button',
        {
          type: 'button',
          class: 'small',
          'data-dimension': dimension,
          click: pressed(() => this.#propose({ entity: entity.name, dimension }, proposals)),
        },
        words,
      ),
    )
    part.append(
      boxes.element,
      h('div', { class: 'ways' }, h('span', { class: 'quiet' }, 'Dimension:'), ...dimensions),
      proposals,
    )
    return part
  }

  #boxes({ name }: Entity, measures: readonly Measure[], proposals: HTMLElement): MeasureBoxes {
    return new MeasureBoxes(name, measures, (question) => void this.#propose(question, proposals))
  }

  /** Boxes for the values of a dimension. Its place in the code is known once the call is. */
  async #addDimensionBoxes(entity: Entity, proposals: HTMLElement): Promise<void> {
    const { isReadOnly, past } = this.#store.state
    if (!this.#link.hand || isReadOnly || past) return
    const turn = this.#turn
    const { answer } = await this.#inspect({ view: 'entity', name: entity.name })
    const hand = this.#hand
    if (turn !== this.#turn || !answer.success || !hand) return
    const { local } = answer.data as { local?: { annotation?: { dimension?: DimensionWire } } }
    const values = local?.annotation?.dimension?.measures ?? []
    const measures = values.slice(0, MAX_POINTS).map(({ kind, value }, index): Measure => {
      const number = 'angle' in kind ? (value * 180) / Math.PI : value
      const [label, property] = values.length === 1 ? ['Value', 'value'] : [`Value ${index + 1}`, `value-${index + 1}`]
      return [property, label, Number(number.toFixed(6)), (typed) => ({ entity: entity.name, value: typed, index })]
    })
    if (hand.boxes?.update(measures)) return
    this.#replaceBoxes(measures.length > 0 ? this.#boxes(entity, measures, proposals) : undefined, proposals)
  }

  #replaceBoxes(boxes: MeasureBoxes | undefined, proposals: HTMLElement): void {
    if (!this.#hand) return
    this.#hand.boxes?.element.remove()
    this.#hand.boxes = boxes
    if (boxes) proposals.before(boxes.element)
  }

  /** Shows the change of code for a change of the selection. */
  propose(question: ProposalQuestion): void {
    if (!this.#proposals) return
    openPanel('right')
    void this.#propose(question, this.#proposals.place)
  }

  async #propose(question: ProposalQuestion, place: HTMLElement): Promise<void> {
    const { hand } = this.#link
    if (!hand) return
    const turn = (this.#proposalTurn += 1)
    // "Change it" would make the change that was asked for before this one.
    place.replaceChildren()
    try {
      const proposal = this.#possible(await hand.propose(question))
      // A later question was asked, and its answer may be there already.
      if (turn !== this.#proposalTurn) return
      const change = (): Promise<Answer> =>
        proposal.type === 'code'
          ? hand.change(question, proposal.after)
          : this.#link.call('run', {
              parameters: {
                ...this.#parameters(),
                ...(proposal.type === 'parameters' && proposal.values),
              },
            })
      const confirm = async (): Promise<void> => {
        this.#isConfirming = true
        try {
          const { answer } = await change()
          if (!answer.success) this.#notify(describeRefusal(answer), true)
        } finally {
          this.#isConfirming = false
        }
      }
      const view = proposalView(proposal, { confirm, complain: (words) => this.#notify(words, true) })
      // It may have been put away and selected again since it was asked.
      const isSame = 'entity' in question && this.#proposals?.entity === question.entity
      const now = isSame && !place.isConnected ? this.#proposals?.place : place
      now?.replaceChildren(view)
      view.scrollIntoView({ block: 'nearest' })
    } catch (thrown) {
      this.#notify(describeFailure(thrown, 'It was not changed'), true)
    }
  }

  /** A proposal; one of a value that its parameter cannot have is none, and says why. */
  #possible(proposal: ProposalWire): ProposalWire {
    if (proposal.type !== 'parameters') return proposal
    const { live } = this.#store.state
    for (const [name, value] of Object.entries(proposal.values)) {
      const parameter = live?.wire.parameters?.find((it) => it.name === name)
      const objection = parameter && objectionTo(String(value), parameter)
      if (objection !== undefined) return { type: 'none', reason: `It is the parameter ${name}. ${objection}.` }
    }
    return proposal
  }

  #parameters(): { readonly [name: string]: unknown } {
    return Object.fromEntries((this.#store.state.live?.wire.parameters ?? []).map(({ name, value }) => [name, value]))
  }

  #addStyle(model: SceneModel, entity: Entity, fact: (name: string, ...value: (Node | string)[]) => void): void {
    if (entity.style === undefined) return
    const { fill, stroke } = model.styleOf(entity)
    const swatch = (color: string): Node => {
      const element = h('span', { class: 'swatch' })
      element.style.background = color
      return element
    }
    if (fill !== undefined) fact('Fill', swatch(fill), fill)
    if (stroke) {
      const dash = stroke.dash && stroke.dash.length > 0 ? ', dashed' : ''
      fact('Stroke', swatch(stroke.color), `${formatNumber(stroke.width)} ${model.wire.units}${dash}`)
    }
  }

  /** Asks for the measures of an entity, and returns what adds them; nothing where another one is shown since. */
  async #addMeasures(
    entity: Entity,
    fact: (name: string, value: string) => void,
    units: string,
  ): Promise<(() => void) | undefined> {
    const turn = this.#turn
    const { answer } = await this.#inspect({ view: 'measure', name: entity.name })
    if (turn !== this.#turn || !answer.success) return undefined
    const { area, length } = answer.data as { area?: number | null; length?: number }
    // They are those of the committed scene.
    const { isPreview } = this.#store.state
    const measure = (value: number, unit: string): string => (isPreview ? '…' : `${formatNumber(value)} ${unit}`)
    return () => {
      if (typeof area === 'number') fact('Area', measure(area, `${units}²`))
      if (typeof length === 'number' && length > 0) fact('Length', measure(length, units))
    }
  }

  async #addSource(model: SceneModel, entity: Entity, place: HTMLElement, proposals: HTMLElement): Promise<void> {
    const turn = this.#turn
    const known = await this.#sourcePlace(model, entity)
    if (!known || turn !== this.#turn) return
    const { file, line, column } = known
    const where = h('span', { id: 'place' }, `${file}:${line}:${column}`)
    place.className = 'source'
    // The lines of the code on disk are others.
    if (this.#store.state.past || this.#store.state.failure) {
      return place.replaceChildren(h('div', { class: 'place' }, h('span', {}, 'Was drawn by'), where))
    }
    const { answer, text } = await this.#ask('read', {
      file,
      offset: Math.max(1, line - LINES_AROUND),
      limit: 2 * LINES_AROUND + 1,
    })
    if (turn !== this.#turn) return
    const code = answer.success ? codeOf(answer.data, text) : ''
    const first = Math.max(1, line - LINES_AROUND)
    const own = code.split('\n')[line - first]?.slice(column - 1) ?? ''
    if (/^dimension\s*\(/.test(own)) void this.#addDimensionBoxes(entity, proposals)
    // What was a dimension in the scene before may be another call now.
    else if (measuresOf(entity).length === 0) this.#replaceBoxes(undefined, proposals)
    const lines = dedented(code.split('\n').slice(0, 2 * LINES_AROUND + 1))
    const shown = lines.map((words, index) =>
      h(
        'code',
        { class: first + index === line ? 'here' : '', 'aria-current': first + index === line ? 'true' : undefined },
        h('span', { class: 'number' }, String(first + index)),
        ...codeText(words),
      ),
    )
    place.replaceChildren(
      h('div', { class: 'place' }, h('span', {}, 'Drawn by'), where),
      // A file has no server that could read the code.
      ...(code === '' ? [] : [h('pre', { tabindex: '0', 'aria-label': `Code at ${file}, line ${line}` }, ...shown)]),
    )
  }

  /** The call that drew an entity. It is requested if the scene came without it: main must then be run. */
  async #sourcePlace(model: SceneModel, entity: Entity): Promise<PlaceWire | undefined> {
    if (entity.at) {
      const [fileIndex, line, column] = entity.at
      return { file: model.wire.files[fileIndex] ?? '', line, column }
    }
    if (!knowsCalls(this.#store.state)) return undefined
    const { answer } = await this.#inspect({ view: 'entity', name: entity.name })
    return answer.success ? (answer.data as { place?: PlaceWire }).place : undefined
  }

  #drawSeveral(model: SceneModel, found: readonly Entity[]): void {
    const facts = h('dl')
    const rows = found.slice(0, 30).map(({ name }) => h('li', {}, this.#nameButton(name)))
    const title = h('div', { class: 'title' }, `${found.length} objects`)
    this.#place.replaceChildren(title, facts, h('ul', {}, ...rows))
    const [a, b] = found
    if (found.length !== 2 || !a || !b) return
    const [first, second] = [directionOf(a), directionOf(b)]
    if (first !== undefined && second !== undefined) {
      // Two lines meet at an angle and its supplement: people mean the smaller one.
      const apart = Math.abs(first - second) % 180
      facts.append(h('dt', {}, 'Angle'), h('dd', {}, `${formatNumber(Math.min(apart, 180 - apart))}°`))
    }
    void this.#addDistance(a, b, facts, model.wire.units)
  }

  async #addDistance(a: Entity, b: Entity, facts: HTMLElement, units: string): Promise<void> {
    const turn = this.#turn
    const { answer } = await this.#inspect({ view: 'measure', name: a.name, other: b.name })
    if (turn !== this.#turn || !answer.success) return
    const { distance } = answer.data as { distance: number }
    const shown = this.#store.state.isPreview ? '…' : `${formatNumber(distance)} ${units}`
    facts.append(h('dt', {}, 'Distance'), h('dd', {}, shown))
  }

  #nameButton(name: string): HTMLElement {
    return h('button', { type: 'button', click: () => this.#store.set({ selected: [name] }) }, name)
  }

  /** Asks about the scene that is shown. */
  #inspect(args: object): Promise<Answer> {
    const at = askedCommit(this.#store.state)
    return this.#ask('inspect', at === undefined ? args : { ...args, at })
  }

  #ask(tool: string, args: object): Promise<Answer> {
    const key = JSON.stringify([tool, args])
    const known = this.#asked.get(key)
    if (known) return known
    // The promise is kept, so that two panels that ask the same share one call.
    const asked = this.#link.call(tool, args).catch((): Answer => ({ status: 'refused', answer: { success: false } }))
    this.#asked.set(key, asked)
    return asked
  }
}

/** The direction of a line of two points, in degrees. */
function directionOf({ type, geometry, matrix }: Entity): number | undefined {
  const [from, to, more] = geometry?.points ?? []
  if (type !== 'line' || !from || !to || more) return undefined
  const [[x1, y1], [x2, y2]] = [placed(from, matrix), placed(to, matrix)]
  return (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI
}

/** The most points of a shape with coordinates in boxes: a longer list is not read. */
const MAX_POINTS = 12

/** A measure of an entity in a box: what it is, its value, and the request for the change of code to another one. */
type Measure = readonly [property: string, label: string, value: number, question: (value: number) => ProposalQuestion]

/** The part of an entity that a person may change. */
interface HandPart {
  /** The entity, and what may be changed of it. */
  readonly key: string
  readonly entity: string
  readonly part: HTMLElement
  readonly proposals: HTMLElement
  boxes: MeasureBoxes | undefined
}

/** Boxes for measures. In another scene they are the same elements: one that is typed into keeps its letters and the focus. */
class MeasureBoxes {
  readonly element: HTMLElement
  #measures: readonly Measure[]
  readonly #inputs: readonly HTMLInputElement[]

  constructor(entity: string, measures: readonly Measure[], propose: (question: ProposalQuestion) => void) {
    this.#measures = measures
    this.#inputs = measures.map(([property, label], at) => {
      const input = h('input', {
        type: 'number',
        step: 'any',
        'data-measure': property,
        'aria-label': `${label} of ${entity}`,
      })
      listenToEscape(input, () => this.#shown(at))
      input.addEventListener('change', () => {
        const [, , , question] = this.#measures[at] ?? []
        const typed = input.valueAsNumber
        input.value = input.dataset['shown'] = this.#shown(at)
        if (question && Number.isFinite(typed) && typed !== Number(input.value)) propose(question(typed))
      })
      return input
    })
    this.update(measures)
    const labels = this.#inputs.map((input, at) => h('label', {}, h('span', {}, measures[at]?.[1] ?? ''), input))
    this.element = h(
      'details',
      { open: true },
      h('summary', {}, 'Change by hand'),
      h('div', { class: 'measures' }, ...labels),
    )
  }

  /** Shows the values of the same measures in another scene; returns false where the measures are others. */
  update(measures: readonly Measure[]): boolean {
    if (String(measures.map(([property]) => property)) !== String(this.#measures.map(([property]) => property)))
      return false
    this.#measures = measures
    for (const [at, input] of this.#inputs.entries())
      if (!isTyping(input)) input.value = input.dataset['shown'] = this.#shown(at)
    return true
  }

  /** A value without the digits that arithmetic adds. */
  #shown(at: number): string {
    return String(Number((this.#measures[at]?.[2] ?? NaN).toPrecision(12)))
  }
}

/** Changes what stands above a part. The part stays in sight if it was. */
function keepInSight(part: HTMLElement, change: () => void): void {
  const panel = part.closest('#inspector')
  const isSeen =
    panel !== null &&
    part.hasChildNodes() &&
    part.getBoundingClientRect().bottom <= panel.getBoundingClientRect().bottom + 1
  change()
  if (isSeen) part.scrollIntoView({ block: 'nearest' })
}

/** Keeps a part as high as the one that it replaces. */
function holdHeight(part: HTMLElement, old: HTMLElement | null): void {
  if (!old) return
  part.className = old.className
  part.style.minHeight = `${old.offsetHeight}px`
}

/** The measures of a shape that its call is likely to be given. */
function measuresOf({ name, type, geometry }: Entity): Measure[] {
  const { center, radius, width, height, points = [] } = geometry ?? {}
  if (type === 'line' || type === 'polygon') {
    if (points.length > MAX_POINTS) return []
    return points.flatMap((from, point) =>
      ([0, 1] as const).map((axis): Measure => {
        const to = (value: number): Point => (axis === 0 ? [value, from[1]] : [from[0], value])
        const label = `${axis === 0 ? 'X' : 'Y'} ${point + 1}`
        return [label, label, from[axis], (value) => ({ entity: name, point, from, to: to(value) })]
      }),
    )
  }
  if (type !== 'circle' && type !== 'rect' && type !== 'arc') return []
  const found: [string, string, number | undefined][] = [
    ['x', 'X', center?.[0]],
    ['y', 'Y', center?.[1]],
    ['radius', 'Radius', radius],
    ['width', 'Width', width],
    ['height', 'Height', height],
  ]
  return found.flatMap(([property, label, value]): Measure[] =>
    value === undefined
      ? []
      : [[property, label, value, (typed) => ({ entity: name, measures: { [property]: typed } })]],
  )
}

/** The associative dimensions that a shape can get. */
function dimensionsOf({ type }: Entity): [ShapeDimension, string][] {
  if (type === 'circle')
    return [
      ['diameter', 'Diameter'],
      ['radius', 'Radius'],
    ]
  if (type === 'arc') return [['radius', 'Radius']]
  return [
    ['horizontal', 'Width'],
    ['vertical', 'Height'],
  ]
}

/** Lines without their common indentation. */
function dedented(lines: readonly string[]): string[] {
  const starts = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  // Without a line that counts, the minimum would be infinite.
  const least = Math.min(...starts, 80)
  return lines.map((line) => line.slice(least))
}

/** The code in an answer of `read`, which is text for most of its readers. */
function codeOf(data: unknown, text: string | undefined): string {
  const { code, content } = (data ?? {}) as { code?: unknown; content?: unknown }
  const found = [code, content, text].find((it) => typeof it === 'string')
  return typeof found === 'string' ? found : ''
}
