import type * as api from '../index.js'
import { isObject, misuse, nameOfType, reading } from './check.js'
import { ScenewrightError } from './errors.js'
import { quote } from './text.js'
import type * as wire from './wire-types.js'

/** The envelope of an answer to a call, of a tool for example `SceneTools['read']`. */
export type Envelope<Call extends AnyCall = wire.Outcome<string, unknown>> = Succeeded<Call> | Failed

/** A call that succeeds, with any kind of answer. */
export type AnyCall = wire.Outcome<string, unknown, keyof wire.SucceededEnvelope>

/** The envelope of a call that succeeded, with the parts that are always there. */
export type Succeeded<Call extends AnyCall> = Answered<Call['status'], Call['data']> &
  Required<Pick<wire.SucceededEnvelope, Call['has']>>

/** The envelope of a call that succeeded. */
export interface Answered<Status, Data> extends Omit<wire.SucceededEnvelope, 'status' | 'answer'> {
  readonly status: Status
  /** Exactly the object that an agent sees. */
  readonly answer: Omit<wire.Success, 'data'> & { readonly data: Data }
  /** A PNG. */
  /** The native half never returns shared memory. */
  readonly picture?: api.SceneBytes
}

/** The envelope of a failed call of any kind. */
export interface Failed extends wire.FailedEnvelope {
  readonly text?: undefined
  /** A PNG of the scene that broke a rule. */
  readonly picture?: api.SceneBytes
}

/** Returns true for an answer, and false for a failure. */
export function isAnswered<Status, Data>(
  envelope: Answered<Status, Data> | Failed,
): envelope is Answered<Status, Data> {
  return envelope.answer.success
}

/**
 * The arguments as JSON, or what is wrong with them. Each is read once: what was checked is what is sent.
 *
 * JSON would drop functions, turn NaN into null and spell a lone surrogate in a way that no UTF-8 text can hold,
 * all in silence; here each is refused by the name of its argument. So are more values than a call can mean: they would
 * keep this thread busy. Arguments that cannot be read at all throw.
 */
export function encodeArguments(args: unknown, maxValues = MAX_VALUES): { json: string } | { problem: string } {
  if (!isObject(args)) return { problem: `The arguments must be an object, got ${nameOfType(args)}.` }
  const room = { left: maxValues }
  try {
    return { json: reading('The arguments', () => JSON.stringify(plain(args, '', [], room))) }
  } catch (thrown) {
    if (thrown instanceof Problem) return { problem: thrown.message }
    throw thrown
  }
}

/** A refusal that names the argument. */
class Problem extends ScenewrightError {
  constructor(message: string) {
    super('invalid_input', message)
  }
}

/** A copy that consists of JSON values only. */
function plain(value: unknown, path: string, parents: readonly object[], room: { left: number }): unknown {
  switch (typeof value) {
    case 'string':
      if (isWellFormed(value)) return value
      throw new Problem(
        `Argument ${quote(path)} holds half of a surrogate pair, which is not text. Replace it with a whole character.`,
      )
    case 'number':
      if (Number.isFinite(value)) return value
      throw new Problem(`Argument ${quote(path)} must be a finite number, got ${value}.`)
    case 'boolean':
    case 'undefined':
      return value
    case 'object':
      break
    default:
      throw new Problem(`Argument ${quote(path)} must be a value of JSON, got ${nameOfType(value)}.`)
  }
  if (value === null) return null
  if (parents.includes(value)) throw new Problem(`Argument ${quote(path)} contains itself.`)
  if (parents.length > MAX_DEPTH) throw new Problem(`Argument ${quote(path)} is nested more than ${MAX_DEPTH} deep.`)
  const inner = [...parents, value]
  const keys = Object.keys(value)
  room.left -= keys.length
  if (room.left < 0) {
    const which = path === '' ? 'The arguments have' : `Argument ${quote(path)} has`
    throw new Problem(`${which} too many values: a call takes at most ${MAX_VALUES} in all.`)
  }
  if (Array.isArray(value)) {
    if (keys.length !== value.length) throw new Problem(`Argument ${quote(path)} is an array with holes.`)
    return value.map((child, index) => plain(child, `${path}[${index}]`, inner, room))
  }
  const copy = Object.entries(value).map(([key, child]): [string, unknown] => {
    const childPath = path === '' ? key : `${path}.${key}`
    if (!isWellFormed(key)) {
      throw new Problem(`The name of argument ${JSON.stringify(childPath.slice(0, MAX_SHOWN))} is not text.`)
    }
    return [key, plain(child, childPath, inner, room)]
  })
  return Object.fromEntries(copy)
}

/** The deepest nesting of arguments: far deeper than any tool needs. */
const MAX_DEPTH = 32

/** The most values in the arguments of a call, nested ones included: more than the largest change has. */
export const MAX_VALUES = 100_000

/** The most characters of an invalid name that are shown. */
const MAX_SHOWN = 500

/** True if every surrogate is part of a pair. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed()
}

/** The envelope of a call that the facade itself refused. */
export function refusal(kind: wire.ErrorKind, message: string): Failed {
  return {
    status: 'refused',
    answer: { success: false, data: null, error: message, errorInfo: { kind, message } },
  }
}

/** The option `session` of a project or workspace. */
export function parseSession(opened: string, session: string | undefined): unknown {
  if (session === undefined) return undefined
  const words = `${opened}.open: session must be what exportSession() returned`
  if (typeof session !== 'string') throw misuse(`${words}, got ${nameOfType(session)}.`)
  try {
    return JSON.parse(session)
  } catch (cause) {
    throw misuse(`${words}.`, cause)
  }
}
