import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'

import type * as api from '../../index.js'
import { misuse, readOptions, requireSignal, formatValue } from '../check.js'
import { ScenewrightError } from '../errors.js'
import { errorOf } from '../results.js'
import type { Session } from '../session.js'
import { sceneFailure, toWarnings } from '../vocabulary.js'
import { isAnswered, type Failed } from '../wire.js'
import type { ErrorInfo } from '../wire-types.js'
import type { Value } from './axis.js'
import { planOf, type Plan, type PlannedVariant } from './plan.js'
import { ratesOf } from './question.js'
import { SweepError } from './sweep-error.js'

const ARGUMENTS = [
  'set',
  'csv',
  'variants',
  'parameters',
  'setName',
  'share',
  'jobs',
  'profile',
  'rates',
  'picture',
  'signal',
] as const satisfies readonly (keyof api.SweepArguments)[]

/** The settings that all variants of a sweep share. */
export interface Sweep {
  readonly plan: Plan
  /** The part of each question that is the same. */
  readonly question: object
  readonly jobs: number
}

/** The variants of a sweep, each when it is done. */
export async function* sweepOf(session: Session, args: api.SweepArguments): AsyncGenerator<api.SweepVariant, void> {
  let sweep: Sweep
  try {
    sweep = await prepare(session, args)
  } catch (thrown) {
    if (thrown instanceof SweepError) throw new ScenewrightError('invalid_input', `sweep: ${thrown.message}`)
    throw thrown
  }
  const signal = requireSignal('sweep', args.signal)
  const { code, parameters } = await probe(session, sweep, signal)
  const unknown = await unknownParameter(session, sweep, parameters, signal)
  if (unknown !== undefined) throw new ScenewrightError('invalid_input', `sweep: ${unknown}`)
  yield* runVariants(session, sweep, code, sweep.plan.variants, args.signal)
}

/** Checks the arguments and plans the variants. */
export async function prepare(session: Session, args: api.SweepArguments): Promise<Sweep> {
  const given: api.SweepArguments = readOptions('sweep', "{ set: { width: '100..200/10' } }", args, ARGUMENTS)
  const { jobs = availableParallelism(), picture, profile, signal } = given
  if (!Number.isSafeInteger(jobs) || jobs < 1)
    throw misuse(`sweep: jobs must be a whole number from 1, got ${formatValue(jobs)}.`)
  const common = { ...(await namedSet(session, given.setName, signal)), ...given.parameters }
  const size = picture === true ? [1600, 1000] : picture === false ? undefined : picture
  if (size !== undefined && !isSize(size))
    throw misuse(`sweep: picture must be true or [width, height], got ${formatValue(size)}.`)
  const question = {
    ...(profile !== undefined && { profile }),
    ...ratesOf('sweep', given.rates),
    ...(size !== undefined && { picture: size }),
  }
  return { plan: planOf(given, common), question, jobs }
}

async function namedSet(
  session: Session,
  name: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ readonly [parameter: string]: Value }> {
  if (name === undefined) return {}
  const envelope = await session.parameterSets(signal)
  if (!isAnswered(envelope)) throw refused(envelope)
  const sets = envelope.answer.data.sets as { readonly [name: string]: { readonly [parameter: string]: Value } }
  const found = Object.hasOwn(sets, name) ? sets[name] : undefined
  if (found) return found
  const names = Object.keys(sets)
  const known = names.length === 0 ? 'the project has none' : `the project has ${names.slice(0, 12).join(', ')}`
  throw new SweepError(`There is no parameter set ${formatValue(name)}; ${known}.`)
}

/** Runs the drawing as it is: what its code is called, and the parameters that it has. */
export async function probe(
  session: Session,
  sweep: Sweep,
  signal: AbortSignal | undefined,
): Promise<{ readonly code: string; readonly parameters: readonly string[] | undefined }> {
  const envelope = await session.variant({ ...sweep.question, picture: undefined, parameters: {} }, signal)
  if (!isAnswered(envelope)) throw refused(envelope)
  const { code, error, parameters } = envelope.answer.data
  return { code, parameters: error ? undefined : Object.keys(parameters) }
}

/** The most variants that fail, and are tried for the names of their parameters: each may take as long as a run may. */
const MAX_TRIED = 4

/**
 * The reason why the drawing cannot take one of the names that are varied; undefined where it can take all. A name that the drawing as
 * it is does not have is tried with the values of its variants: one parameter may be there only where another says so.
 */
export async function unknownParameter(
  session: Session,
  { plan, question }: Sweep,
  parameters: readonly string[] | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const known = new Set(parameters)
  if (parameters === undefined) return undefined
  let left = MAX_TRIED
  for (const { values } of plan.variants) {
    const names = Object.keys(values).filter((name) => !known.has(name))
    if (names.length === 0) continue
    const envelope = await session.variant({ ...question, picture: undefined, parameters: values }, signal)
    if (!isAnswered(envelope)) throw refused(envelope)
    const { error } = envelope.answer.data
    const isUnknown = error?.kind === 'invalid_input' && error.message.startsWith('There is no parameter')
    if (error && isUnknown) return [`${error.message}.`, error.hint].filter((it) => it !== undefined).join(' ')
    if (!error) for (const name of names) known.add(name)
    // A variant that fails for another reason, such as a value out of its range, does not say which parameters there are.
    else if (--left === 0) return undefined
  }
  return undefined
}

/** Runs variants, so many at once, and yields each when it is done. A consumer that stops early cancels those that are running. */
export async function* runVariants(
  session: Session,
  sweep: Sweep,
  code: string,
  variants: readonly PlannedVariant[],
  signal?: AbortSignal,
): AsyncGenerator<api.SweepVariant, void> {
  const stop = new AbortController()
  // Each variant that runs listens for the end.
  setMaxListeners(0, stop.signal)
  const cancel = (): void => stop.abort()
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted) cancel()
  const pending = variants[Symbol.iterator]()
  const running = new Map<number, Promise<api.SweepVariant>>()
  const startNext = (): void => {
    const next = pending.next()
    if (next.done) return
    const variant = next.value
    running.set(variant.index, runOne(session, sweep, code, variant, stop.signal))
  }
  try {
    for (let index = 0; index < sweep.jobs; index += 1) startNext()
    while (running.size > 0) {
      const done = await Promise.race(running.values())
      running.delete(done.index)
      startNext()
      yield done
    }
  } finally {
    stop.abort()
    signal?.removeEventListener('abort', cancel)
    await Promise.allSettled(running.values())
  }
}

async function runOne(
  session: Session,
  { question }: Sweep,
  code: string,
  { index, values }: PlannedVariant,
  signal: AbortSignal,
): Promise<api.SweepVariant> {
  const startedAt = performance.now()
  const envelope = await session.variant({ ...question, code, parameters: values }, signal)
  if (!isAnswered(envelope)) throw refused(envelope)
  const { parameters, error, measures, violations, lint, warnings, warningCodes } = envelope.answer.data
  const durationMs = Math.round((performance.now() - startedAt) * 10) / 10
  return {
    index,
    parameters,
    ok: error === undefined,
    ...(measures && { measures }),
    violations,
    ...(lint && { lint }),
    warnings: toWarnings(warnings, warningCodes),
    ...(error && { error: inLine(error) }),
    codeHash: code,
    durationMs,
    ...(envelope.picture && { png: envelope.picture }),
  }
}

/** A failure as a line of results has it: without the picture of its code, which a thousand lines would repeat. */
function inLine(error: ErrorInfo): api.SceneFailure {
  const { frame: _, stack: __, ...failure } = sceneFailure(error)
  return failure
}

function refused(envelope: Failed): ScenewrightError {
  const { kind, message } = errorOf(envelope)
  return new ScenewrightError(kind as api.ScenewrightErrorCode, message)
}

function isSize(size: unknown): boolean {
  const isSide = (side: unknown): boolean => Number.isSafeInteger(side) && Number(side) >= 16 && Number(side) <= 4096
  return Array.isArray(size) && size.length === 2 && size.every(isSide)
}
