import type * as api from '../index.js'
import { ScenewrightError } from './errors.js'
import { quote } from './text.js'

/** What the native half answers to every call. */
export interface Envelope {
  readonly status: 'committed' | 'reverted' | 'refused' | 'ok'
  /** Exactly the object that an agent sees. */
  readonly answer: WireAnswer
  /** The answer as plain text, for the tools that answer so. */
  readonly text?: string
  /** A PNG. */
  readonly picture?: Buffer
  readonly timings?: api.ChangeTimings
}

/** The answer object of the tools. */
export type WireAnswer = Omit<api.ToolAnswer, 'image'>

/** The names that differ between TypeScript and the wire. All others are the same in both. */
const WIRE_NAMES: ReadonlyMap<string, string> = new Map([
  ['oldCode', 'old_code'],
  ['newCode', 'new_code'],
  ['replaceAll', 'replace_all'],
  ['expectedReplacements', 'expected_replacements'],
])

/** The arguments that are lists of objects with names of their own. */
const LISTS: ReadonlySet<string> = new Set(['edits', 'changes'])

/** Arguments under their wire names, those of every entry of `edits` and `changes` included. */
export function toWireArguments(args: object): object {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      WIRE_NAMES.get(name) ?? name,
      LISTS.has(name) && Array.isArray(value) ? value.map(toWireEntry) : value,
    ]),
  )
}

function toWireEntry(entry: unknown): unknown {
  return isObject(entry) ? toWireArguments(entry) : entry
}

/**
 * The arguments as JSON, or what is wrong with them.
 *
 * JSON would drop functions, turn NaN into null and spell a lone surrogate in a way that no UTF-8 text can hold,
 * all in silence; here each is refused by the name of its argument. So are more values than a call can mean: they would
 * keep this thread busy.
 */
export function encodeArguments(args: unknown, maxValues = MAX_VALUES): { json: string } | { problem: string } {
  if (!isObject(args)) return { problem: `The arguments must be an object, got ${nameOfType(args)}.` }
  const problem = findProblem(args, '', [], { left: maxValues })
  return problem === undefined ? { json: JSON.stringify(args) } : { problem }
}

/** The arguments of a call under their wire names, by a function that only objects can be given to. */
export function renamed(args: unknown, rename: (args: object) => object): unknown {
  // What has more is refused as it is.
  return isObject(args) && Object.keys(args).length <= MAX_VALUES ? rename(args) : args
}

/** The arguments with one of ours. What is no object, or has more than a call takes, is left to be refused. */
export function withField(args: unknown, name: string, value: unknown): unknown {
  return renamed(args, (given) => ({ ...given, [name]: value }))
}

function findProblem(
  value: unknown,
  path: string,
  parents: readonly object[],
  room: { left: number },
): string | undefined {
  switch (typeof value) {
    case 'string':
      return isWellFormed(value)
        ? undefined
        : `Argument ${quote(path)} holds half of a surrogate pair, which is not text. Replace it with a whole character.`
    case 'number':
      return Number.isFinite(value) ? undefined : `Argument ${quote(path)} must be a finite number, got ${value}.`
    case 'boolean':
    case 'undefined':
      return undefined
    case 'object':
      break
    default:
      return `Argument ${quote(path)} must be a value of JSON, got ${nameOfType(value)}.`
  }
  if (value === null) return undefined
  if (parents.includes(value)) return `Argument ${quote(path)} contains itself.`
  if (parents.length > MAX_DEPTH) return `Argument ${quote(path)} is nested more than ${MAX_DEPTH} deep.`
  const inner = [...parents, value]
  const keys = Object.keys(value)
  room.left -= keys.length
  if (room.left < 0) {
    const which = path === '' ? 'The arguments have' : `Argument ${quote(path)} has`
    return `${which} too many values: a call takes at most ${MAX_VALUES} in all.`
  }
  for (const key of keys) {
    const child: unknown = value[key as keyof typeof value]
    const childPath = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    if (!isWellFormed(key)) return `The name of argument ${JSON.stringify(childPath.slice(0, MAX_SHOWN))} is not text.`
    const problem = findProblem(child, childPath, inner, room)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** No argument of any tool comes near. */
const MAX_DEPTH = 32

/** The most values in the arguments of a call, those within others counted: more than the largest change has. */
const MAX_VALUES = 100_000

/** Of a name that is no text so much is shown. */
const MAX_SHOWN = 500

/** Whether every surrogate has its other half. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed()
}

/** Whether a value is an object of named things. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a value is, for an error. */
export function nameOfType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** The envelope of a call that the facade itself refused. */
export function refusal(kind: api.ErrorKind, message: string): Envelope {
  return {
    status: 'refused',
    answer: { success: false, data: null, error: message, errorInfo: { kind, message } },
  }
}

/** The option `state` of an object that is opened. */
export function parseState(opened: string, state: string | undefined): unknown {
  if (state === undefined) return undefined
  try {
    return JSON.parse(state)
  } catch (cause) {
    throw new ScenewrightError('invalid_input', `${opened}.open: state must be what exportState() gave.`, { cause })
  }
}
