// The checks behind the matchers of Vitest and the functions for other runners: each returns a verdict with a message.
import type * as api from '../../index.js'
import type * as testing from '../../testing.js'
import { isObject, misuse, nameOfType, readOptions, formatValue } from '../check.js'
import { formatError, styleOf } from '../cli/terminal.js'
import { Project } from '../index.js'

/** The result of a check, and a message for either outcome. */
export interface Verdict {
  readonly pass: boolean
  readonly message: string
}

/** The part of a call's result that is compared. */
interface AnyResult {
  readonly status: string
  readonly error?: api.SceneFailure | undefined
  readonly commitId?: unknown
  readonly scene?: { readonly changes?: unknown } | undefined
}

/** The statuses of a change that was written to disk. */
const COMMITTED: ReadonlySet<string> = new Set(['committed', 'staged'])

/** The result of a call, a promise of one, or the result of running a project. */
export async function resultOf(who: string, received: unknown): Promise<AnyResult> {
  const settled: unknown = await received
  if (settled instanceof Project) return settled.run()
  return requireResult(who, settled)
}

/** Accepts only the result of a call. */
export function requireResult(who: string, received: unknown): AnyResult {
  if (isObject(received) && 'status' in received && typeof received.status === 'string') return received as AnyResult
  const isPromise = isObject(received) && 'then' in received
  const got = isPromise ? 'a promise: await the call first' : nameOfType(received)
  throw misuse(`${who}: expected the result of a call, got ${got}.`)
}

/** Checks that a change was committed. */
export function committed(result: AnyResult): Verdict {
  const pass = COMMITTED.has(result.status)
  const message = pass
    ? `expected the change not to be committed, but it was${linesOf(drawingOf(result))}`
    : `expected the change to be committed, but ${whatHappened(result)}`
  return { pass, message }
}

/** Checks that a change ran, failed as expected, and was reverted. */
export function reverted(who: string, result: AnyResult, expected: testing.ExpectedFailure = {}): Verdict {
  return failed(who, result, 'reverted', expected)
}

/** Checks that a call was refused as expected, before anything ran. */
export function refused(who: string, result: AnyResult, expected: testing.ExpectedFailure = {}): Verdict {
  return failed(who, result, 'refused', expected)
}

function failed(
  who: string,
  result: AnyResult,
  status: 'reverted' | 'refused',
  expected: testing.ExpectedFailure,
): Verdict {
  const { code, line, file, message } = readOptions(who, "{ code: 'reference', line: 3 }", expected, EXPECTED)
  const { error } = result
  if (result.status !== status || !error) {
    return { pass: false, message: `expected the call to be ${status}, but ${whatHappened(result)}` }
  }
  const differences = [
    differs('code', code, error.code),
    differs('file', file, error.file),
    differs('line', line, error.line),
    messageDiffers(who, message, error.message),
  ].filter((difference) => difference !== undefined)
  const pass = differences.length === 0
  const headline = pass
    ? `expected the call not to be ${status}${describeExpected({ code, file, line })}, but it was`
    : `the call was ${status}, but ${differences.join(', and ')}`
  return { pass, message: `${headline}\n\n${formatFailure(error)}` }
}

const EXPECTED = ['code', 'line', 'file', 'message'] as const

function differs(name: string, expected: unknown, actual: unknown): string | undefined {
  if (expected === undefined || expected === actual) return undefined
  return `its ${name} is ${quoted(actual)} and not ${quoted(expected)}`
}

function messageDiffers(who: string, expected: string | RegExp | undefined, actual: string): string | undefined {
  if (expected === undefined) return undefined
  const isPattern = Object.prototype.toString.call(expected) === '[object RegExp]'
  if (!isPattern && typeof expected !== 'string') {
    throw misuse(`${who}: message must be a text or a regular expression, got ${nameOfType(expected)}.`)
  }
  const fits = isPattern ? new RegExp(expected).test(actual) : actual.includes(String(expected))
  if (fits) return undefined
  return `its message does not ${isPattern ? 'match' : 'contain'} ${isPattern ? String(expected) : formatValue(expected)}`
}

function describeExpected(expected: { readonly [name: string]: unknown }): string {
  const given = Object.entries(expected).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : ` with ${given.map(([name, value]) => `${name} ${quoted(value)}`).join(', ')}`
}

function quoted(value: unknown): string {
  if (value === undefined) return 'missing'
  return typeof value === 'number' ? String(value) : formatValue(value)
}

/** Checks that a project runs, declares rules, and satisfies them: with each set of values, if there are any. */
export async function satisfiesRules(
  who: string,
  received: unknown,
  parameters?: api.ParameterValues | readonly api.ParameterValues[],
): Promise<Verdict> {
  const project = await projectOf(who, received)
  const rules = await project.inspect({ view: 'rules', limit: 1 })
  const declared = rules.status === 'ok' ? rules : undefined
  if (!declared || rules.broken !== undefined) {
    const error = rules.status === 'ok' ? rules.broken : rules.error
    return { pass: false, message: `expected the rules to hold, but ${failure(error)}` }
  }
  if (declared.total === 0) {
    return { pass: false, message: 'expected the rules to hold, but the scene declares none (invariant, check.…)' }
  }
  const count = declared.total === 1 ? 'its 1 rule' : `its ${declared.total} rules`
  const sets = parameters === undefined ? [] : Array.isArray(parameters) ? parameters : [parameters]
  const broken: string[] = []
  for (const values of sets as readonly api.ParameterValues[]) {
    const checked = await project.check({ parameters: values, size: 'off' })
    if (checked.status !== 'ok') broken.push(`with ${JSON.stringify(values)}, ${failure(checked.error)}`)
  }
  if (broken.length === 0) return { pass: true, message: `expected the scene to break a rule, but it keeps ${count}` }
  return { pass: false, message: `expected the rules to hold, but ${broken.join('\n\n')}` }
}

/** Accepts only a project or a promise of one. */
export async function projectOf(who: string, received: unknown): Promise<Project> {
  const settled: unknown = await received
  if (settled instanceof Project) return settled
  throw misuse(`${who}: expected a project, got ${nameOfType(settled)}.`)
}

/** A failure as text that follows "but". */
export function failure(error: api.SceneFailure | undefined): string {
  if (!error) return 'the project does not run'
  return `the project does not run\n\n${formatFailure(error)}`
}

function whatHappened(result: AnyResult): string {
  if (result.error) return `it was ${result.status}\n\n${formatFailure(result.error)}`
  if (result.status === 'ok') return "its status is 'ok': a question, or a check, which saves nothing"
  return COMMITTED.has(result.status)
    ? `it was committed${linesOf(drawingOf(result))}`
    : `its status is ${formatValue(result.status)}`
}

/** An error as a shell shows it, without colours: a test's output goes to logs as often as to a terminal. */
function formatFailure(error: api.SceneFailure): string {
  return formatError(error, styleOf({ isTTY: false }))
}

/** The lines about the drawing, if the result has any. */
function drawingOf({ scene }: AnyResult): readonly string[] {
  const changes = scene?.changes
  if (!isObject(changes) || !('drawing' in changes) || !Array.isArray(changes.drawing)) return []
  return changes.drawing.map(String)
}

/** Lines below a sentence that ends with a colon; empty if there are none. */
export function linesOf(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `:\n\n${lines.map((line) => `  ${line}`).join('\n')}`
}
