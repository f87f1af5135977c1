import type * as api from '../../index.js'
import { errorOf } from '../results.js'
import type { Session } from '../session.js'
import { isAnswered, type Envelope } from '../wire.js'
import { argumentsAt, codeOf, lineOf, literalOf, offsetOf, parameterCalls, type Span } from './call-text.js'
import type { Code } from './good-code.js'

type Value = number | string | boolean

/** A change that a person makes on the page, as it would be in the code. Nothing is done before it is confirmed. */
export type Proposal =
  /** Code in a file is replaced. */
  | {
      readonly type: 'code'
      readonly file: string
      readonly line: number
      readonly before: string
      readonly after: string
      readonly offset: number
    }
  /** A parameter is set: the code has its name where the value is wanted. */
  | { readonly type: 'parameter'; readonly name: string; readonly value: Value }
  /** The value comes from somewhere that no single place can be changed for. */
  | { readonly type: 'none'; readonly reason: string; readonly file?: string; readonly line?: number }

/** A measure of an entity that can be typed. */
export type Property = 'x' | 'y' | 'radius' | 'width' | 'height'

/** The arguments of the calls that draw shapes by measures, from the first after the name. */
const MEASURES: { readonly [call: string]: readonly Property[] } = {
  drawCircle: ['x', 'y', 'radius'],
  drawRect: ['x', 'y', 'width', 'height'],
  drawArc: ['x', 'y', 'radius'],
}

/** The change that makes the value of a parameter the one in the code. */
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
      reason: `The value of ${name} in the code is computed: ${written ?? 'there is none'}.`,
      file,
      line,
    }
  }
  return replacing(file, text, span, codeOf(value, written))
}

/** The change that gives an entity another measure. */
export async function proposeMeasure(
  session: Session,
  code: Code,
  { name, property, value }: { readonly name: string; readonly property: Property; readonly value: number },
): Promise<Proposal> {
  const envelope = await session.call('inspect', { view: 'entity', name })
  if (!isAnswered(envelope)) return { type: 'none', reason: errorOf(envelope).message }
  const { place } = envelope.answer.data as { readonly place?: api.SourcePlace | undefined }
  const text = place && code.get(place.file)
  if (!place || text === undefined) return { type: 'none', reason: 'It is not known which line of your code draws it.' }
  const { file, line, column } = place
  const offset = offsetOf(text, line, column)
  const call = /^[\w$]+/.exec(text.slice(offset))?.[0] ?? ''
  const position = (Object.hasOwn(MEASURES, call) ? MEASURES[call] : undefined)?.indexOf(property) ?? -1
  const spans = argumentsAt(text, offset)
  const span = position >= 0 ? spans?.[position + 1] : undefined
  const [first] = spans ?? []
  const isNamed = first && literalOf(text.slice(first.start, first.end)) === name
  if (!span || !isNamed) return { type: 'none', reason: 'The code computes it.', file, line }
  const written = text.slice(span.start, span.end)
  if (typeof literalOf(written) === 'number') return replacing(file, text, span, codeOf(value))
  const parameter = /^[\w$]+$/.test(written) ? parameterBehind(text, written) : undefined
  if (parameter !== undefined) return { type: 'parameter', name: parameter, value }
  return { type: 'none', reason: `The code computes it: ${written.slice(0, 80)}.`, file, line }
}

/** The most decimals of a point that was measured: what is finer comes of the pixels of a screen. */
const DECIMALS = 6

type Point = readonly [x: number, y: number]

/** The line of code that draws a dimension between two points. */
export function proposeDimension(code: Code, from: Point, to: Point): Proposal {
  const file = 'main'
  const text = code.get(file)
  if (text === undefined) return { type: 'none', reason: 'There is no code yet that it could stand in.' }
  const [start, end] = [from, to].map((point) => point.map((value) => Number(value.toFixed(DECIMALS))))
  const [dx, dy] = [0, 1].map((axis) => Math.abs((end?.[axis] ?? 0) - (start?.[axis] ?? 0)))
  if (dx === 0 && dy === 0) return { type: 'none', reason: 'The two points are the same.' }
  const type = dy === 0 ? 'horizontal' : dx === 0 ? 'vertical' : 'aligned'
  let number = 1
  while ([...code.values()].some((other) => other.includes(`dim_${number}'`))) number += 1
  const call = `dimension('dim_${number}', { type: '${type}', from: [${start?.join(', ')}], to: [${end?.join(', ')}] })`
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

function replacing(file: string, text: string, { start, end }: Span, after: string): Proposal {
  const line = lineOf(text, start)
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const until = lineEnd < 0 ? text.length : lineEnd
  const before = text.slice(lineStart, until)
  return {
    type: 'code',
    file,
    line,
    before,
    after: text.slice(lineStart, start) + after + text.slice(end, until),
    offset: lineStart,
  }
}

/**
 * Makes a change that was proposed, and runs it. The whole of the file is what is replaced, so that code which somebody has
 * changed since is refused and not overwritten.
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
  return session.call('apply', { changes: [change], message }, undefined, undefined, 'person')
}
