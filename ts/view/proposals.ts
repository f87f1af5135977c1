import type * as api from '../../index.js'
import { errorOf } from '../results.js'
import type { Session } from '../session.js'
import { isAnswered, type Envelope } from '../wire.js'
import {
  argumentsAt,
  codeOf,
  declarationOf,
  elementsAt,
  endOfCall,
  importOf,
  lineOf,
  literalOf,
  offsetOf,
  parameterCalls,
  propertyOf,
  trimmed,
  usesOf,
  type Span,
} from './call-text.js'
import type { Code } from './good-code.js'

type Value = number | string | boolean

/** The change of code for a change that a person makes on the page. Nothing happens before it is confirmed. */
export type Proposal =
  /** Code in a file is replaced. */
  | {
      readonly type: 'code'
      readonly file: string
      readonly line: number
      readonly before: string
      readonly after: string
      readonly offset: number
      /** A further fact that a person should know about the proposal. */
      readonly note?: string
    }
  /** Parameters are set: the code has their names in the place of the values. */
  | {
      readonly type: 'parameters'
      readonly values: { readonly [name: string]: number }
      readonly note?: string
    }
  /** The value does not come from one place in the code that could be changed. */
  | { readonly type: 'none'; readonly reason: string; readonly file?: string; readonly line?: number }

/** A measure of an entity that a person can type or drag. */
export type Property = 'x' | 'y' | 'radius' | 'width' | 'height'

/** The arguments of the functions that draw shapes by measures, from the first after the name. */
const MEASURES: { readonly [call: string]: readonly Property[] } = {
  drawCircle: ['x', 'y', 'radius'],
  drawRect: ['x', 'y', 'width', 'height'],
  drawRoundedRect: ['x', 'y', 'width', 'height'],
  drawArc: ['x', 'y', 'radius'],
  drawEllipse: ['x', 'y'],
}

/** The functions that draw shapes by a list of points, the first argument after the name. */
const BY_POINTS: ReadonlySet<string> = new Set(['drawLine', 'drawPolygon'])

/** The largest difference between a number in the code and the coordinate in the scene that it stands for. */
const SAME = 1e-9

export type None = Proposal & { readonly type: 'none' }

/** A value in code, and what it should be. */
interface WantedValue {
  readonly span: Span
  readonly value: number
  /** The value in the drawing, where it is known: a number in the code that is another one is not its origin. */
  readonly was?: number | undefined
}

/** A place in code, and its new text. */
export interface Edit {
  readonly span: Span
  readonly code: string
}

/** The change that writes the value of a parameter into the code. */
export function proposeDefault(code: Code, name: string, value: Value): Proposal {
  const places = [...code].flatMap(([file, text]) =>
    parameterCalls(text, name).map((offset) => ({ file, text, offset })),
  )
  const [place, ...others] = places
  if (!place) return { type: 'none', reason: `No code of yours calls param('${name}', …) with its name written out.` }
  const { file, text, offset } = place
  const line = lineOf(text, offset)
  if (others.length > 0) return { type: 'none', reason: `${name} is declared in ${places.length} places.`, file, line }
  const span = argumentsAt(text, offset)?.[1]
  const written = span && text.slice(span.start, span.end)
  if (!span || written === undefined || literalOf(written) === undefined) {
    return {
      type: 'none',
      reason: `The value of ${name} in the code ${written === undefined ? 'is missing' : `is computed: ${written}`}.`,
      file,
      line,
    }
  }
  return replacing(file, text, [{ span, code: codeOf(value, written) }])
}

/** The change that gives an entity other measures. */
export async function proposeMeasures(
  session: Session,
  code: Code,
  name: string,
  measures: { readonly [property in Property]?: number },
): Promise<Proposal> {
  const drawn = await callOf(session, code, name)
  if ('type' in drawn) return drawn
  const { file, line, call, spans, shape } = drawn
  const wanted: WantedValue[] = []
  for (const [property, value] of Object.entries(measures) as [Property, number][]) {
    const position = (Object.hasOwn(MEASURES, call) ? MEASURES[call] : undefined)?.indexOf(property) ?? -1
    const span = position >= 0 ? spans[position + 1] : undefined
    if (!span) return computed(file, line)
    wanted.push({ span, value, was: shape[property] })
  }
  return proposeValues(code, drawn, wanted)
}

/** The change that makes expressions in one file have other values: numbers in the code, or values of parameters. */
export function proposeValues(code: Code, { file, line, text }: CodePlace, wanted: readonly WantedValue[]): Proposal {
  const edits: (Edit & { readonly file: string })[] = []
  const values: { [name: string]: number } = {}
  const names = new Set<string>()
  for (const { span, value, was } of wanted) {
    const written = text.slice(span.start, span.end)
    const source = sourceOf(code, { file, span, value, was })
    if (source.type === 'none') {
      // A number is where the thing was drawn first; a later call has moved it or made it another size.
      if (typeof literalOf(written) !== 'number') return computed(file, line, written)
      return { type: 'none', reason: `The code draws it with ${written}, and changes it after that.`, file, line }
    }
    if (source.name !== undefined) names.add(source.name)
    if (source.type === 'parameter') {
      if (!Object.hasOwn(values, source.parameter)) values[source.parameter] = source.value
      else if (values[source.parameter] !== source.value) return together(file, line, source.parameter)
      continue
    }
    const edit = { file: source.file, span: source.span, code: codeOf(source.value) }
    const same = edits.find((it) => it.file === edit.file && it.span.start === edit.span.start)
    if (!same) edits.push(edit)
    else if (same.code !== edit.code) return together(file, line, source.name ?? written)
  }
  const [first] = edits
  const [parameter] = Object.keys(values)
  if (parameter !== undefined) {
    if (!first) return { type: 'parameters', values }
    // A change of code and of a parameter together cannot be previewed in one step.
    const reason = `One of the two is the parameter ${parameter}, the other is a number in the code: change one at a time.`
    return { type: 'none', reason, file, line }
  }
  if (edits.some((edit) => edit.file !== first?.file)) return computed(file, line)
  const others = [...names].flatMap((name) => {
    const count = otherUses(code, first?.file ?? file, name)
    return count === 0 ? [] : [`${name} is used in ${count === 1 ? 'another place' : `${count} other places`}`]
  })
  const proposal = replacing(first?.file ?? file, code.get(first?.file ?? file) ?? text, edits)
  if (others.length === 0 || proposal.type !== 'code') return proposal
  return { ...proposal, note: `${others.join(', and ')}: what is drawn with it changes too.` }
}

/** The answer that two measures have one origin. */
function together(file: string, line: number, name: string): None {
  return { type: 'none', reason: `Both are ${name} in the code, and only change together.`, file, line }
}

/** The number of places that use a constant, or a property of one, besides the place that a person changes. */
function otherUses(code: Code, file: string, name: string): number {
  const [base = '', key] = name.split('.')
  let count = usesOf(code.get(file) ?? '', name)
  for (const [other, text] of code) {
    if (other === file || !text.includes(base)) continue
    const imported = [...text.matchAll(/\bas\s+([\w$]+)/g)].map(([, alias = '']) => alias).concat(base)
    for (const local of new Set(imported)) {
      const from = importOf(text, local)
      if (from?.module !== file || from.name !== base) continue
      // The list of the import itself is no use.
      count += key === undefined ? usesOf(text, local) - 1 : usesOf(text, `${local}.${key}`)
    }
  }
  return Math.max(0, count - 1)
}

/** A value in code that is followed to its origin. */
interface Followed {
  readonly file: string
  readonly span: Span
  /** The wanted value, and the present one where it is known. */
  readonly value: number
  readonly was?: number | undefined
  /** The last name on the way. */
  readonly name?: string
}

/** The origin of a value in code, and the value that it must get. */
type Source =
  | {
      readonly type: 'literal'
      readonly file: string
      readonly span: Span
      readonly value: number
      readonly name?: string | undefined
    }
  | {
      readonly type: 'parameter'
      readonly parameter: string
      readonly value: number
      readonly name?: string | undefined
    }
  | { readonly type: 'none' }

/** The most steps from an expression to its origin. */
const MAX_STEPS = 12

/** A name, or a property of what has a name. */
const NAME = /^([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?$/

/** A name that is multiplied by a number or divided by one: half of a diameter is written so. */
const SCALED = /^([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)?)\s*([*/])\s*(\d+(?:\.\d+)?)$/

/** Follows an expression to the number or the parameter that it is made of. */
function sourceOf(code: Code, followed: Followed, left = MAX_STEPS): Source {
  const { file, span, value, was, name } = followed
  const text = code.get(file) ?? ''
  const written = text.slice(span.start, span.end)
  const literal = literalOf(written)
  if (typeof literal === 'number') {
    const isOrigin = was === undefined || Math.abs(literal - was) <= SAME * Math.max(1, Math.abs(was))
    return isOrigin ? { type: 'literal', file, span, value, name } : { type: 'none' }
  }
  if (left === 0) return { type: 'none' }
  const [, scaled = '', operator, by] = SCALED.exec(written) ?? []
  if (operator !== undefined && Number(by) > 0) {
    const unscaled = (it: number): number => tidy(operator === '*' ? it / Number(by) : it * Number(by))
    const inner = { start: span.start, end: span.start + scaled.length }
    const next = { ...followed, span: inner, value: unscaled(value), was: was === undefined ? was : unscaled(was) }
    return sourceOf(code, next, left - 1)
  }
  // Only what stands before one name or one pair of brackets is about all of it.
  const negative = /^-\s*(?=[A-Za-z_$][\w$.]*$|\()/.exec(written)
  const inner = { start: span.start + (negative?.[0].length ?? 0), end: span.end }
  const bracketed = bracketsAround(text, inner)
  if (bracketed || (negative && text[inner.start] !== '(')) {
    const sign = negative ? -1 : 1
    const next = {
      ...followed,
      span: bracketed ?? inner,
      value: sign * value,
      was: was === undefined ? was : sign * was,
    }
    return sourceOf(code, next, left - 1)
  }
  const parameter = parameterIn(text, span)
  if (parameter !== undefined) return { type: 'parameter', parameter, value, name }
  const [, base, key] = NAME.exec(written) ?? []
  const declared = base === undefined ? undefined : declaredAs(code, file, base, span.start)
  if (!declared) return { type: 'none' }
  if (key === undefined) return sourceOf(code, { ...followed, ...declared }, left - 1)
  const property = propertyOf(code.get(declared.file) ?? '', declared.span, declared.name, key)
  if (!property) return { type: 'none' }
  return sourceOf(code, { ...followed, ...declared, span: property, name: `${declared.name}.${key}` }, left - 1)
}

/** The declaration of a name, in its file or in the module that it is imported from. */
function declaredAs(
  code: Code,
  file: string,
  name: string,
  at: number,
): { readonly file: string; readonly span: Span; readonly name: string } | undefined {
  const text = code.get(file) ?? ''
  const own = declarationOf(text, name, at)
  if (own) return { file, span: own, name }
  const imported = importOf(text, name)
  const span = imported && declarationOf(code.get(imported.module) ?? '', imported.name, -1)
  return imported && span && { file: imported.module, span, name: imported.name }
}

/** The expression within brackets that stand around all of a part of code. */
function bracketsAround(text: string, { start, end }: Span): Span | undefined {
  if (text[start] !== '(' || endOfCall(text, start) !== end) return undefined
  return trimmed(text, start + 1, end - 1)
}

/** A number without the digits that division leaves. */
export function tidy(value: number): number {
  return Number(value.toPrecision(12))
}

/** The parameter that an expression reads: `param('width', …)`. */
function parameterIn(text: string, { start, end }: Span): string | undefined {
  if (!/^param\s*\(/.test(text.slice(start, end)) || endOfCall(text, start) !== end) return undefined
  const [first] = argumentsAt(text, start) ?? []
  const value = first && literalOf(text.slice(first.start, first.end))
  return typeof value === 'string' ? value : undefined
}

/** A point of a line or a polygon by its position, where it is, and where it should be. */
interface MovedPoint {
  readonly index: number
  readonly was: Point
  readonly to: Point
}

/** The change that moves points of a line or a polygon. */
export async function proposePoints(
  session: Session,
  code: Code,
  name: string,
  moved: readonly MovedPoint[],
): Promise<Proposal> {
  const drawn = await callOf(session, code, name)
  if ('type' in drawn) return drawn
  const { file, line, text, call, spans } = drawn
  const textOf = ({ start, end }: Span): string => text.slice(start, end)
  const given = BY_POINTS.has(call) ? spans[1] : undefined
  const isName = given && /^[A-Za-z_$][\w$]*$/.test(textOf(given))
  const list = isName ? declarationOf(text, textOf(given), given.start) : given
  const elements = list && elementsAt(text, list.start)
  if (!elements) return computed(file, line, given && textOf(given))
  const hasSpread = elements.some((element) => textOf(element).startsWith('...'))
  const wanted: WantedValue[] = []
  for (const { index, was, to } of moved) {
    // Points are written as pairs, or as numbers in a row.
    const pair = elements[index] && elementsAt(text, elements[index].start)
    const found = pair ?? elements.slice(2 * index, 2 * index + 2)
    for (const axis of [0, 1] as const) {
      if (to[axis] === was[axis]) continue
      const span = found[axis]
      const value = span && literalOf(textOf(span))
      // A point at another position in the code, as after a spread, is not the moved one.
      const isSame = typeof value === 'number' && Math.abs(value - was[axis]) <= SAME * Math.max(1, Math.abs(value))
      if (!span || (!isSame && hasSpread)) return computed(file, line, span && textOf(span))
      wanted.push({ span, value: to[axis], was: was[axis] })
    }
  }
  return proposeValues(code, drawn, wanted)
}

/** A call in code. */
interface CodePlace {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** The call that draws an entity. */
export interface DrawnBy extends CodePlace {
  /** The name of the function. */
  readonly call: string
  readonly spans: readonly Span[]
  /** The measures that the call gave it. */
  readonly shape: { readonly [property in Property]?: number | undefined }
}

/** The measures of a shape as it was drawn, before it is moved or turned. */
interface Geometry {
  readonly center?: Point
  readonly radius?: number
  readonly width?: number
  readonly height?: number
}

/** The call that draws an entity, if it contains the name as a literal. */
export async function callOf(session: Session, code: Code, name: string): Promise<DrawnBy | None> {
  const envelope = await session.call('inspect', { view: 'entity', name })
  if (!isAnswered(envelope)) return { type: 'none', reason: errorOf(envelope).message }
  const { place, local } = envelope.answer.data as {
    readonly place?: api.SourcePlace | undefined
    readonly local?: { readonly geometry?: Geometry | null }
  }
  const text = place && code.get(place.file)
  if (!place || text === undefined) return { type: 'none', reason: 'The line of your code that draws this is unknown.' }
  const { file, line, column } = place
  const offset = offsetOf(text, line, column)
  const call = /^[\w$]+/.exec(text.slice(offset))?.[0] ?? ''
  const spans = argumentsAt(text, offset)
  const [first] = spans ?? []
  const isNamed = first && literalOf(text.slice(first.start, first.end)) === name
  if (spans && isNamed) {
    const { center, radius, width, height } = local?.geometry ?? {}
    return { file, line, text, call, spans, shape: { x: center?.[0], y: center?.[1], radius, width, height } }
  }
  if (!first) return computed(file, line)
  // A call in a loop or in a function draws several things: a change of one would change all of them.
  const named = text.slice(first.start, first.end).slice(0, MAX_SHOWN)
  return { type: 'none', reason: `The code computes it, as its name: ${named}.`, file, line }
}

/** The most characters of an expression that an answer shows, two lines of the panel. */
const MAX_SHOWN = 80

/** The answer that a value is computed, and where. */
export function computed(file: string, line: number, written?: string): None {
  const how = written === undefined ? '.' : `: ${written.slice(0, MAX_SHOWN)}.`
  return { type: 'none', reason: `The code computes it${how}`, file, line }
}

/** The most decimals of a measured point: finer ones only come from the pixels of the screen. */
export const DECIMALS = 6

export type Point = readonly [x: number, y: number]

/** The line of code that draws a dimension between two points. */
export async function proposeDimension(session: Session, code: Code, from: Point, to: Point): Promise<Proposal> {
  const [start, end] = [from, to].map((point) => point.map((value) => Number(value.toFixed(DECIMALS))))
  const [dx, dy] = [0, 1].map((axis) => Math.abs((end?.[axis] ?? 0) - (start?.[axis] ?? 0)))
  if (dx === 0 && dy === 0) return { type: 'none', reason: 'The two points are the same.' }
  const type = dy === 0 ? 'horizontal' : dx === 0 ? 'vertical' : 'aligned'
  return addingDimension(session, code, `{ type: '${type}', from: [${start?.join(', ')}], to: [${end?.join(', ')}] }`)
}

/** The dimensions of one shape that a person may ask for. */
export const SHAPE_DIMENSIONS = ['horizontal', 'vertical', 'radius', 'diameter'] as const

/** The line of code that draws a dimension of a shape, which follows it when it changes. */
export async function proposeShapeDimension(
  session: Session,
  code: Code,
  name: string,
  type: (typeof SHAPE_DIMENSIONS)[number],
): Promise<Proposal> {
  const side = type === 'horizontal' ? ", side: 'below'" : type === 'vertical' ? ", side: 'left'" : ''
  return addingDimension(session, code, `{ type: '${type}', of: ${codeOf(name)}${side} }`)
}

/** The line that is added to main for a dimension, under a name that nothing has yet: it would replace what has it. */
async function addingDimension(session: Session, code: Code, options: string): Promise<Proposal> {
  const file = 'main'
  const text = code.get(file)
  if (text === undefined) return { type: 'none', reason: 'There is no code yet to put it in.' }
  let number = 1
  const isWritten = (name: string): boolean =>
    [...code.values()].some((other) => new RegExp(`${name}(?![\\w$])`).test(other))
  while (isWritten(`dim_${number}`) || (await isDrawn(session, `dim_${number}`))) number += 1
  const call = `dimension('dim_${number}', ${options})`
  const isEnded = text === '' || text.endsWith('\n')
  const line = lineOf(text, text.length) + (isEnded ? 0 : 1)
  return { type: 'code', file, line, before: '', after: `${isEnded ? '' : '\n'}${call}\n`, offset: text.length }
}

async function isDrawn(session: Session, name: string): Promise<boolean> {
  return isAnswered(await session.call('inspect', { view: 'entity', name }))
}

/** The lines around the edits, before and after them. */
export function replacing(file: string, text: string, edits: readonly Edit[]): Proposal {
  const inOrder = [...edits].sort((one, other) => one.span.start - other.span.start)
  const [first, last] = [inOrder[0]?.span, inOrder.at(-1)?.span]
  if (!first || !last) return { type: 'none', reason: 'Nothing is different.', file }
  const lineStart = text.lastIndexOf('\n', first.start - 1) + 1
  const lineEnd = text.indexOf('\n', last.end)
  const until = lineEnd < 0 ? text.length : lineEnd
  let [after, from] = ['', lineStart]
  for (const { span, code } of inOrder) {
    after += text.slice(from, span.start) + code
    from = span.end
  }
  return {
    type: 'code',
    file,
    line: lineOf(text, first.start),
    before: text.slice(lineStart, until),
    after: after + text.slice(from, until),
    offset: lineStart,
  }
}

/**
 * Makes a proposed change, and runs it. It replaces the whole text of the file, so that a file that changed in the meantime
 * is refused and not overwritten.
 */
export function commitProposal(
  session: Session,
  code: Code,
  { file, line, before, after, offset }: Proposal & { readonly type: 'code' },
): Promise<Envelope> {
  const text = code.get(file) ?? ''
  const changed = text.slice(0, offset) + after + text.slice(offset + before.length)
  const message = `by hand in ${file}:${line}: ${after.trim().slice(0, 200)}`
  const change = { type: 'edit', file, old_code: text, new_code: changed }
  return session.call('apply', { changes: [change], message }, undefined, undefined, { author: 'person' })
}
