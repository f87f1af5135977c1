import type { Session } from '../session.js'
import { isAnswered } from '../wire.js'
import { elementsAt, fieldsAt, literalOf, type Span } from './call-text.js'
import type { Code } from './good-code.js'
import {
  callOf,
  computed,
  DECIMALS,
  proposeMeasures,
  proposePoints,
  proposeValues,
  replacing,
  tidy,
  type DrawnBy,
  type Point,
  type Property,
  type Proposal,
} from './proposals.js'

/** A value that a person wants a dimension to show, by the number of the measure in the dimension. */
interface WantedMeasure {
  readonly name: string
  readonly measure: number
  /** A length as it is written, or degrees. */
  readonly value: number
}

/** A point as a question about an entity gives it. */
interface XY {
  readonly x: number
  readonly y: number
}

/** The things that one number of a dimension lies between. */
type MeasureKind =
  | { readonly linear: { readonly from: XY; readonly to: XY; readonly angle: number } }
  | { readonly radius: object }
  | { readonly diameter: object }
  | { readonly arc_length: object }
  | { readonly angle: { readonly vertex: XY; readonly from: XY; readonly to: XY } }
  | { readonly ordinate: { readonly origin: XY; readonly feature: XY; readonly along_x: boolean } }

interface Measure {
  readonly kind: MeasureKind
  readonly value: number
}

/** The facts about an entity that are asked for. */
interface Entity {
  readonly type: string
  readonly local: {
    readonly geometry: {
      readonly center?: Point
      readonly width?: number
      readonly points?: readonly Point[]
      readonly start_angle?: number
    } | null
    readonly bounds: object | null
    readonly annotation?: {
      readonly dimension?: { readonly measures: readonly Measure[]; readonly look: { readonly factor: number } }
    }
  }
  readonly world: { readonly bounds: Bounds | null }
}

interface Bounds {
  readonly min_x: number
  readonly min_y: number
  readonly max_x: number
  readonly max_y: number
}

/** A point that a dimension measures, as its code has it. */
type Reference =
  /** Two numbers. */
  | { readonly type: 'written'; readonly x: Span; readonly y: Span; readonly at: Point }
  /** A place at an entity. */
  | { readonly type: 'of'; readonly name: string; readonly place: Place; readonly entity: Entity; readonly at: Point }

type Place =
  | { readonly type: 'center' | 'start' | 'end' | 'middle' }
  | { readonly type: 'vertex'; readonly index: number }
  /** A place on the bounds: -1 is left or below, 1 right or above. */
  | { readonly type: 'side'; readonly x: number; readonly y: number }

const SIDES: { readonly [name: string]: readonly [x: number, y: number] } = {
  left: [-1, 0],
  right: [1, 0],
  top: [0, 1],
  bottom: [0, -1],
  topLeft: [-1, 1],
  topRight: [1, 1],
  bottomLeft: [-1, -1],
  bottomRight: [1, -1],
}

/** The largest difference between places that are the same, as a share of their coordinates. */
const SAME = 1e-6

const OWN_POINTS = 'Only the dimension changes: its points are written in it, and follow no shape.'
const NEIGHBOUR = 'The next distance of the chain changes with it.'

/**
 * The change that makes a dimension show another value. It changes the measured thing, if that is a number in the code or a
 * parameter: the size of a shape, the place of a shape or of a corner, the direction of a line, the end of an arc.
 */
export async function proposeDimensionValue(session: Session, code: Code, wanted: WantedMeasure): Promise<Proposal> {
  const drawn = await callOf(session, code, wanted.name)
  if ('type' in drawn) return drawn
  const entity = await entityOf(session, wanted.name)
  const { dimension } = entity?.local.annotation ?? {}
  const measure = dimension?.measures[wanted.measure]
  const options = drawn.spans[1] && fieldsAt(drawn.text, drawn.spans[1].start)
  if (drawn.call !== 'dimension' || !options || !entity || !dimension || !measure) {
    return computed(drawn.file, drawn.line)
  }
  if (!isInPlace(entity)) {
    return { type: 'none', reason: 'The dimension was moved after it was drawn.', file: drawn.file, line: drawn.line }
  }
  const asked = new DimensionEdit(session, code, drawn, options)
  return asked.propose(measure, wanted.value / dimension.look.factor, wanted.value)
}

class DimensionEdit {
  readonly #session: Session
  readonly #code: Code
  readonly #drawn: DrawnBy
  readonly #options: ReadonlyMap<string, Span>

  constructor(session: Session, code: Code, drawn: DrawnBy, options: ReadonlyMap<string, Span>) {
    this.#session = session
    this.#code = code
    this.#drawn = drawn
    this.#options = options
  }

  /** `length` is in the scene's unit, `degrees` the same number for a measure that is an angle. */
  async propose({ kind }: Measure, length: number, degrees: number): Promise<Proposal> {
    if ('ordinate' in kind) return this.#ordinate(kind.ordinate, length)
    if (length <= 0) return this.#none('A dimension shows more than 0.')
    if ('linear' in kind) return this.#distance(kind.linear, length)
    if ('angle' in kind) return this.#angle(kind.angle, degrees)
    if ('arc_length' in kind) return this.#arcLength(length)
    return this.#radius('diameter' in kind ? length / 2 : length)
  }

  async #distance(linear: { readonly from: XY; readonly to: XY; readonly angle: number }, length: number) {
    const { from, to, angle } = linear
    const along: Point = [Math.cos(angle), Math.sin(angle)]
    const place = ([x, y]: Point): number => x * along[0] + y * along[1]
    const [first, second] = [place([from.x, from.y]), place([to.x, to.y])]
    const of = this.#text('of')
    if (of !== undefined) return this.#extent(of, along, length)
    const [isChain, isBaseline] = [this.#text('type') === 'chain', this.#text('type') === 'baseline']
    const references = await this.#references()
    const isAt = (reference: Reference | undefined, where: number): reference is Reference =>
      reference !== undefined && Math.abs(place(reference.at) - where) <= SAME * Math.max(1, Math.abs(where))
    const base = isBaseline ? references[0] : undefined
    const candidates = references.filter((it) => it !== base)
    const starts = candidates.filter((it): it is Reference => isAt(it, first))
    const ends = candidates.filter((it): it is Reference => isAt(it, second))
    const shift = length - (second - first)
    const [one, other] = [base ?? starts[0], ends[0] ?? (base && starts[0])]
    const sized = one && other && this.#size(one, other, along, length)
    if (sized) return sized
    const moves = [
      ...ends.map((reference) => ({ reference, by: shift })),
      ...starts.map((reference) => ({ reference, by: -shift })),
    ]
    // A shape moves rather than a point of the dimension, and a hole rather than the edge that it is measured from; of two
    // alike, the one that comes later in the code.
    const order = (reference: Reference): number => references.length - references.indexOf(reference)
    moves.sort((a, b) => rank(a.reference) - rank(b.reference) || order(a.reference) - order(b.reference))
    const note = isChain && references.length > 2 ? NEIGHBOUR : undefined
    return this.#first(
      moves.map(
        ({ reference, by }) =>
          () =>
            this.#move(reference, [along[0] * by, along[1] * by], note),
      ),
    )
  }

  /** The size of one shape, where both ends are on it. */
  #size(one: Reference, other: Reference, along: Point, length: number): Promise<Proposal> | undefined {
    if (one.type !== 'of' || other.type !== 'of' || one.name !== other.name) return undefined
    const axis = axisOf(along)
    const steps = axis && Math.abs(sideOf(one.place, axis) - sideOf(other.place, axis))
    if (!axis || !steps) return undefined
    return this.#resize(one.name, one.entity, axis, (2 * length) / steps)
  }

  /** The extent of a shape along x or y, or the length of its edge. */
  async #extent(name: string, along: Point, length: number): Promise<Proposal> {
    const entity = await entityOf(this.#session, name)
    if (!entity) return computed(this.#drawn.file, this.#drawn.line)
    const points = entity.local.geometry?.points
    if (points && points.length >= 2) return this.#edge(name, entity, points, along, length)
    const axis = axisOf(along)
    return axis ? this.#resize(name, entity, axis, length) : this.#noMeasure()
  }

  /** A line from its start to its end, or an edge of a polygon: its second point moves along. */
  #edge(name: string, entity: Entity, points: readonly Point[], along: Point, length: number): Promise<Proposal> {
    const written = this.#options.get('edge')
    const edge = written && literalOf(this.#drawn.text.slice(written.start, written.end))
    const isOpen = entity.type === 'line'
    const index = typeof edge === 'number' ? edge : isOpen && points.length === 2 ? 0 : undefined
    const [from, to] = index === undefined ? [] : [points[index], points[(index + 1) % points.length]]
    if (index === undefined || !from || !to || !isInPlace(entity)) return Promise.resolve(this.#noMeasure())
    const present = (to[0] - from[0]) * along[0] + (to[1] - from[1]) * along[1]
    const by = Math.sign(present) * length - present
    const moved = { index: (index + 1) % points.length, was: to, to: shifted(to, [along[0] * by, along[1] * by]) }
    return proposePoints(this.#session, this.#code, name, [moved])
  }

  async #resize(name: string, entity: Entity, axis: 'x' | 'y', length: number): Promise<Proposal> {
    if (entity.type === 'circle') return this.#measures(name, { radius: length / 2 })
    const drawn = await callOf(this.#session, this.#code, name)
    const isRect = !('type' in drawn) && (drawn.call === 'drawRect' || drawn.call === 'drawRoundedRect')
    if (!isRect) return 'type' in drawn ? drawn : this.#noMeasure()
    return this.#measures(name, axis === 'x' ? { width: length } : { height: length })
  }

  #measures(name: string, measures: { readonly [property in Property]?: number }): Promise<Proposal> {
    const rounded = Object.entries(measures).map(([property, value]) => [property, tidy(value)])
    return proposeMeasures(this.#session, this.#code, name, Object.fromEntries(rounded))
  }

  async #radius(radius: number): Promise<Proposal> {
    const of = this.#text('of')
    if (of !== undefined) return this.#measures(of, { radius })
    const span = this.#options.get('radius')
    if (!span) return this.#noMeasure()
    return noted(proposeValues(this.#code, this.#drawn, [{ span, value: tidy(radius) }]), OWN_POINTS)
  }

  async #ordinate(ordinate: { readonly origin: XY; readonly feature: XY; readonly along_x: boolean }, length: number) {
    const { origin, feature, along_x: isX } = ordinate
    const axis = isX ? 'x' : 'y'
    const by = origin[axis] + length - feature[axis]
    const found = (await this.#references()).filter((it) => {
      return it && Math.abs(it.at[isX ? 0 : 1] - feature[axis]) <= SAME * Math.max(1, Math.abs(feature[axis]))
    })
    return this.#first(found.flatMap((it) => (it ? [() => this.#move(it, isX ? [by, 0] : [0, by])] : [])))
  }

  async #angle({ vertex, from, to }: { readonly [side in 'vertex' | 'from' | 'to']: XY }, degrees: number) {
    const wanted = (degrees * Math.PI) / 180
    const of = this.#text('of')
    if (of !== undefined) return this.#turn(of, wanted)
    const direction = ({ x, y }: XY): number => Math.atan2(y - vertex.y, x - vertex.x)
    const present = (direction(to) - direction(from) + 2 * Math.PI) % (2 * Math.PI)
    const by = wanted - present
    const turned = ([x, y]: Point, angle: number): Point => {
      const [dx, dy] = [x - vertex.x, y - vertex.y]
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      return [vertex.x + dx * cos - dy * sin, vertex.y + dx * sin + dy * cos].map(rounded) as unknown as Point
    }
    const lines = this.#options.get('lines')
    if (lines) {
      const names = (elementsAt(this.#drawn.text, lines.start) ?? []).map(({ start, end }) =>
        literalOf(this.#drawn.text.slice(start, end)),
      )
      const turns = [...names].reverse().map((name) => async (): Promise<Proposal> => {
        const entity = typeof name === 'string' ? await entityOf(this.#session, name) : undefined
        const points = entity?.local.geometry?.points
        if (typeof name !== 'string' || !entity || points?.length !== 2 || !isInPlace(entity)) return this.#noMeasure()
        const far = points.reduce((a, b) => (distance(a, vertex) >= distance(b, vertex) ? a : b))
        const off = direction({ x: far[0], y: far[1] })
        // The line is a side of the angle, or continues beyond the vertex.
        const isSecond = Math.abs(Math.sin(off - direction(to))) < SAME
        const moved = points.flatMap((was, index) =>
          distance(was, vertex) <= SAME * Math.max(1, distance(far, vertex))
            ? []
            : [{ index, was, to: turned(was, isSecond ? by : -by) }],
        )
        return proposePoints(this.#session, this.#code, name, moved)
      })
      return this.#first(turns)
    }
    const sides = await Promise.all(['to', 'from'].map((field) => this.#reference(this.#options.get(field))))
    const turns = sides.flatMap((reference, index) => {
      if (!reference) return []
      const [x, y] = turned(reference.at, index === 0 ? by : -by)
      const delta: Point = [x - reference.at[0], y - reference.at[1]]
      return [{ reference, run: () => this.#move(reference, delta) }]
    })
    turns.sort((a, b) => rank(a.reference) - rank(b.reference))
    return this.#first(turns.map(({ run }) => run))
  }

  /** An arc turns through this angle when its end is elsewhere. */
  async #turn(name: string, angle: number): Promise<Proposal> {
    const drawn = await callOf(this.#session, this.#code, name)
    if ('type' in drawn) return drawn
    const start = (await entityOf(this.#session, name))?.local.geometry?.start_angle
    const span = drawn.call === 'drawArc' ? drawn.spans[5] : undefined
    if (!span || start === undefined) return computed(drawn.file, drawn.line)
    const written = drawn.text.slice(span.start, span.end)
    if (ANGLE.test(written)) return replacing(drawn.file, drawn.text, [{ span, code: angleCode(start + angle) }])
    return proposeValues(this.#code, drawn, [{ span, value: tidy(start + angle) }])
  }

  async #arcLength(length: number): Promise<Proposal> {
    const name = this.#text('of')
    const entity = name === undefined ? undefined : await entityOf(this.#session, name)
    const radius = (entity?.local.geometry as { readonly radius?: number } | null | undefined)?.radius
    return name === undefined || radius === undefined ? this.#noMeasure() : this.#turn(name, length / radius)
  }

  /** Moves what a point follows; without such a thing, the point. */
  async #move(reference: Reference, by: Point, note?: string): Promise<Proposal> {
    if (reference.type === 'written') {
      const [x, y] = shifted(reference.at, by)
      const wanted = [
        ...(x === reference.at[0] ? [] : [{ span: reference.x, value: x }]),
        ...(y === reference.at[1] ? [] : [{ span: reference.y, value: y }]),
      ]
      return noted(proposeValues(this.#code, this.#drawn, wanted), OWN_POINTS)
    }
    const { name, place, entity } = reference
    const { center, points } = entity.local.geometry ?? {}
    if (!isInPlace(entity)) return this.#none(`${name} is moved after it is drawn.`)
    if (points) {
      const index =
        place.type === 'vertex'
          ? place.index
          : place.type === 'start'
            ? 0
            : place.type === 'end'
              ? points.length - 1
              : undefined
      const was = index === undefined ? undefined : points[index]
      if (index === undefined || !was) return this.#noMeasure()
      return noted(await proposePoints(this.#session, this.#code, name, [{ index, was, to: shifted(was, by) }]), note)
    }
    // A shape without a centre has its place in its call alone, such as a rectangle with round corners.
    const { min_x = 0, min_y = 0, max_x = 0, max_y = 0 } = entity.world.bounds ?? {}
    const was = center ?? ([(min_x + max_x) / 2, (min_y + max_y) / 2] as const)
    const [x, y] = shifted(was, by)
    const measures = { ...(x !== was[0] && { x }), ...(y !== was[1] && { y }) }
    return noted(await proposeMeasures(this.#session, this.#code, name, measures), note)
  }

  /** The first change that is possible, or the reason why the first of all is not. */
  async #first(changes: readonly (() => Promise<Proposal>)[]): Promise<Proposal> {
    let none: Proposal | undefined
    for (const change of changes) {
      const proposal = await change()
      if (proposal.type !== 'none') return proposal
      none ??= proposal
    }
    return none ?? this.#noMeasure()
  }

  /** The points of the dimension in the order of the code; those that are computed are holes. */
  async #references(): Promise<(Reference | undefined)[]> {
    const { text } = this.#drawn
    const points = this.#options.get('points')
    const spans = points ? elementsAt(text, points.start) : ['from', 'to'].map((field) => this.#options.get(field))
    const of = this.#options.get('of')
    return Promise.all((spans ?? []).concat(of ? [of] : []).map((span) => this.#reference(span)))
  }

  async #reference(span: Span | undefined): Promise<Reference | undefined> {
    if (!span) return undefined
    const { text } = this.#drawn
    const pair = elementsAt(text, span.start)
    if (pair) {
      const [x, y] = pair
      const at = pair.map(({ start, end }) => literalOf(text.slice(start, end)))
      if (!x || !y || typeof at[0] !== 'number' || typeof at[1] !== 'number') return undefined
      return { type: 'written', x, y, at: [at[0], at[1]] }
    }
    const fields = fieldsAt(text, span.start)
    const own = (field: string): unknown => {
      const found = fields?.get(field)
      return found && literalOf(text.slice(found.start, found.end))
    }
    const name = fields ? own('of') : literalOf(text.slice(span.start, span.end))
    const place = placeOf(fields?.has('at') ? own('at') : 'center')
    const entity = typeof name === 'string' ? await entityOf(this.#session, name) : undefined
    const at = entity && place && pointOf(entity, place)
    return at && typeof name === 'string' ? { type: 'of', name, place, entity, at } : undefined
  }

  /** The text of an option that is written out. */
  #text(name: string): string | undefined {
    const span = this.#options.get(name)
    const value = span && literalOf(this.#drawn.text.slice(span.start, span.end))
    return typeof value === 'string' ? value : undefined
  }

  #none(reason: string): Proposal {
    return { type: 'none', reason, file: this.#drawn.file, line: this.#drawn.line }
  }

  #noMeasure(): Proposal {
    const span = this.#drawn.spans[1]
    const written = span ? this.#drawn.text.slice(span.start, span.end).slice(0, 120) : ''
    return this.#none(`The dimension shows a distance that no single measure in the code is: ${written}`)
  }
}

/** The rank of a reference by which a dimension is moved: centres and corners before points of its own, and these before sides. */
function rank(reference: Reference): number {
  if (reference.type === 'written') return 1
  return reference.place.type === 'side' ? 2 : 0
}

/** An expression that is made of numbers and π. */
const ANGLE = /^[\d\s.()*/+-]*\bMath\.PI\b[\d\s.()*/+-]*$/

/** An angle as people write it in code. */
function angleCode(angle: number): string {
  const degrees = Number(((angle * 180) / Math.PI).toFixed(DECIMALS))
  if (degrees === 180) return 'Math.PI'
  const part = 180 / degrees
  if (Number.isInteger(part) && part > 1) return `Math.PI / ${part}`
  return `(${degrees} * Math.PI) / 180`
}

function placeOf(at: unknown): Place | undefined {
  if (typeof at === 'number') return { type: 'vertex', index: at }
  if (at === 'center' || at === 'start' || at === 'end' || at === 'middle') return { type: at }
  const side = typeof at === 'string' && Object.hasOwn(SIDES, at) ? SIDES[at] : undefined
  return side && { type: 'side', x: side[0], y: side[1] }
}

/** The point of a place at an entity; undefined if it cannot be known without the engine. */
function pointOf(entity: Entity, place: Place): Point | undefined {
  const { geometry } = entity.local
  const { bounds } = entity.world
  if (!bounds) return undefined
  const [x, y] = [(bounds.min_x + bounds.max_x) / 2, (bounds.min_y + bounds.max_y) / 2]
  if (place.type === 'side') {
    return [x + (place.x * (bounds.max_x - bounds.min_x)) / 2, y + (place.y * (bounds.max_y - bounds.min_y)) / 2]
  }
  if (!isInPlace(entity)) return place.type === 'center' ? [x, y] : undefined
  if (place.type === 'center') return geometry?.center ?? [x, y]
  if (place.type === 'vertex') return geometry?.points?.[place.index]
  if (place.type === 'start') return geometry?.points?.[0]
  if (place.type === 'end') return geometry?.points?.at(-1)
  return undefined
}

/** Whether an entity is where its call drew it: neither it nor a group around it has been moved, turned or scaled. */
function isInPlace({ local, world }: Entity): boolean {
  return JSON.stringify(local.bounds) === JSON.stringify(world.bounds)
}

/** The part of the half extent along an axis at which a place is. */
function sideOf(place: Place, axis: 'x' | 'y'): number {
  return place.type === 'side' ? place[axis] : 0
}

function axisOf([x, y]: Point): 'x' | 'y' | undefined {
  return Math.abs(y) < SAME ? 'x' : Math.abs(x) < SAME ? 'y' : undefined
}

function distance([x, y]: Point, from: XY): number {
  return Math.hypot(x - from.x, y - from.y)
}

/** A point moved, without the digits that only come from sines and cosines. */
function shifted([x, y]: Point, [dx, dy]: Point): Point {
  return [rounded(x + dx), rounded(y + dy)]
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS)) + 0
}

function noted(proposal: Proposal, note: string | undefined): Proposal {
  return proposal.type === 'none' || note === undefined ? proposal : { ...proposal, note }
}

async function entityOf(session: Session, name: string): Promise<Entity | undefined> {
  const envelope = await session.call('inspect', { view: 'entity', name })
  // An input of a boolean keeps its name in a dimension, and is no entity.
  if (!isAnswered(envelope)) return undefined
  return envelope.answer.data as unknown as Entity
}
