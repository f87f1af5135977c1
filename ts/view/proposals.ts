import type * as api from '../../index.js'
import { errorOf } from '../results.js'
import type { Session } from '../session.js'
import { isAnswered, type Envelope } from '../wire.js'
import { argumentsAt, codeOf, elementsAt, lineOf, literalOf, offsetOf, parameterCalls, type Span } from './call-text.js'
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
  /** A parameter is set: the code has its name in the place of the value. */
  | { readonly type: 'parameter'; readonly name: string; readonly value: Value; readonly note?: string }
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
  const { file, line, text, call, spans } = drawn
  const wanted: WantedValue[] = []
  for (const [property, value] of Object.entries(measures) as [Property, number][]) {
    const position = (Object.hasOwn(MEASURES, call) ? MEASURES[call] : undefined)?.indexOf(property) ?? -1
    const span = position >= 0 ? spans[position + 1] : undefined
    if (!span) return computed(file, line)
    wanted.push({ span, value })
  }
  return proposeValues({ file, line, text }, wanted)
}

/** The change that makes expressions in one file have other values: numbers in the text, or values of parameters. */
export function proposeValues({ file, line, text }: CodePlace, wanted: readonly WantedValue[]): Proposal {
  const edits: Edit[] = []
  for (const { span, value } of wanted) {
    const source = sourceOf(text, span, value)
    if (source.type === 'literal') edits.push({ span: source.span, code: codeOf(source.value) })
    // A change of code and of a parameter together cannot be previewed in one step.
    else if (source.type === 'parameter' && wanted.length === 1) return source
    else return computed(file, line, text.slice(span.start, span.end))
  }
  return replacing(file, text, edits)
}

/** The origin of a value in code, and the text that gives it another value there. */
type Source =
  | { readonly type: 'literal'; readonly span: Span; readonly value: number }
  | { readonly type: 'parameter'; readonly name: string; readonly value: number }
  | { readonly type: 'none' }

/** The most names that are followed from one to the next. */
const MAX_NAMES = 4

/** A name that is multiplied by a number or divided by one: half of a diameter is written so. */
const SCALED = /^([A-Za-z_$][\w$]*)\s*([*/])\s*(\d+(?:\.\d+)?)$/

/** Follows an expression to the number or the parameter that it is made of. */
function sourceOf(text: string, span: Span, value: number, left = MAX_NAMES): Source {
  const written = text.slice(span.start, span.end)
  if (typeof literalOf(written) === 'number') return { type: 'literal', span, value }
  const [, base = '', operator, by] = SCALED.exec(written) ?? []
  if (operator !== undefined && Number(by) > 0) {
    const factor = operator === '*' ? Number(by) : 1 / Number(by)
    const inner = { start: span.start, end: span.start + base.length }
    return sourceOf(text, inner, Number((value / factor).toPrecision(12)), left)
  }
  const negative = /^-\s*(?=[A-Za-z_$])/.exec(written)
  if (negative) return sourceOf(text, { start: span.start + negative[0].length, end: span.end }, -value, left)
  if (!/^[A-Za-z_$][\w$]*$/.test(written)) return { type: 'none' }
  const parameter = parameterBehind(text, written)
  if (parameter !== undefined) return { type: 'parameter', name: parameter, value }
  const declared = constantBehind(text, written)
  return declared && left > 0 ? sourceOf(text, declared, value, left - 1) : { type: 'none' }
}

/** The expression that a name is declared as, if it is a constant. */
function constantBehind(text: string, name: string): Span | undefined {
  const word = name.replaceAll('$', '\\$')
  const [first, ...others] = [
    ...text.matchAll(new RegExp(`\\b(?:const|let|var)\\s+${word}\\s*=\\s*([^;\\n]+?)\\s*(?:;|\\n|$)`, 'g')),
  ]
  const isSetAgain = new RegExp(`(?<![\\w$.])${word}\\s*(?:[-+*/]?=(?!=)|\\+\\+|--)`, 'g')
  const [expression] = first ? [first[1] ?? ''] : []
  if (!first || expression === undefined || others.length > 0 || [...text.matchAll(isSetAgain)].length > 1)
    return undefined
  const start = first.index + first[0].indexOf(expression, first[0].indexOf('='))
  return { start, end: start + expression.length }
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
  const list = BY_POINTS.has(call) ? spans[1] : undefined
  const elements = list && elementsAt(text, list.start)
  if (!elements) return computed(file, line)
  const textOf = ({ start, end }: Span): string => text.slice(start, end)
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
      if (!span || (!isSame && (hasSpread || value !== undefined))) return computed(file, line, span && textOf(span))
      wanted.push({ span, value: to[axis] })
    }
  }
  return proposeValues(drawn, wanted)
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
}

/** The call that draws an entity, if it contains the name as a literal. */
export async function callOf(session: Session, code: Code, name: string): Promise<DrawnBy | None> {
  const envelope = await session.call('inspect', { view: 'entity', name })
  if (!isAnswered(envelope)) return { type: 'none', reason: errorOf(envelope).message }
  const { place } = envelope.answer.data as { readonly place?: api.SourcePlace | undefined }
  const text = place && code.get(place.file)
  if (!place || text === undefined) return { type: 'none', reason: 'The line of your code that draws this is unknown.' }
  const { file, line, column } = place
  const offset = offsetOf(text, line, column)
  const call = /^[\w$]+/.exec(text.slice(offset))?.[0] ?? ''
  const spans = argumentsAt(text, offset)
  const [first] = spans ?? []
  const isNamed = first && literalOf(text.slice(first.start, first.end)) === name
  if (spans && isNamed) return { file, line, text, call, spans }
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
export function proposeDimension(code: Code, from: Point, to: Point): Proposal {
  const [start, end] = [from, to].map((point) => point.map((value) => Number(value.toFixed(DECIMALS))))
  const [dx, dy] = [0, 1].map((axis) => Math.abs((end?.[axis] ?? 0) - (start?.[axis] ?? 0)))
  if (dx === 0 && dy === 0) return { type: 'none', reason: 'The two points are the same.' }
  const type = dy === 0 ? 'horizontal' : dx === 0 ? 'vertical' : 'aligned'
  return addingDimension(code, `{ type: '${type}', from: [${start?.join(', ')}], to: [${end?.join(', ')}] }`)
}

/** The dimensions of one shape that a person may ask for. */
export const SHAPE_DIMENSIONS = ['horizontal', 'vertical', 'radius', 'diameter'] as const

/** The line of code that draws a dimension of a shape, which follows it when it changes. */
export function proposeShapeDimension(code: Code, name: string, type: (typeof SHAPE_DIMENSIONS)[number]): Proposal {
  const side = type === 'horizontal' ? ", side: 'below'" : type === 'vertical' ? ", side: 'left'" : ''
  return addingDimension(code, `{ type: '${type}', of: ${codeOf(name)}${side} }`)
}

/** The line that is added to main for a dimension, under a name that no code has yet. */
function addingDimension(code: Code, options: string): Proposal {
  const file = 'main'
  const text = code.get(file)
  if (text === undefined) return { type: 'none', reason: 'There is no code yet to put it in.' }
  let number = 1
  while ([...code.values()].some((other) => other.includes(`dim_${number}'`))) number += 1
  const call = `dimension('dim_${number}', ${options})`
  const isEnded = text === '' || text.endsWith('\n')
  const line = lineOf(text, text.length) + (isEnded ? 0 : 1)
  return { type: 'code', file, line, before: '', after: `${isEnded ? '' : '\n'}${call}\n`, offset: text.length }
}

/** The parameter that a name in code stands for: `const width = param('width', …)`. */
function parameterBehind(text: string, name: string): string | undefined {
  const declared = new RegExp(`\\bconst\\s+${name.replaceAll('$', '\\$')}\\s*=\\s*(?=param\\s*\\()`).exec(text)
  if (!declared) return undefined
  const [first] = argumentsAt(text, declared.index + declared[0].length) ?? []
  const value = first && literalOf(text.slice(first.start, first.end))
  return typeof value === 'string' ? value : undefined
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
