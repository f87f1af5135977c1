// The matchers as plain functions, for node:test and every other runner.
import { AssertionError } from 'node:assert'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import type * as api from '../../index.js'
import type * as testing from '../../testing.js'
import { isObject, misuse, nameOfType, readOptions, formatValue } from '../check.js'
import { matchesScene, type Updates } from './saved-scene.js'
import { committed, refused, requireResult, resultOf, reverted, satisfiesRules, type Verdict } from './verdicts.js'

/** Throws unless the call committed, and returns its result. */
export async function assertCommits(subject: unknown): Promise<never> {
  const result = await resultOf('assertCommits', subject)
  enforce(committed(result), assertCommits)
  return result as never
}

/** Throws unless the result is a committed change. */
export function assertCommitted(result: unknown): void {
  enforce(committed(requireResult('assertCommitted', result)), assertCommitted)
}

/** Throws unless the change was reverted as expected, and returns its error. */
export async function assertReverts(
  subject: unknown,
  expected?: testing.ExpectedFailure,
): Promise<api.SceneFailure | api.FileFailure> {
  const result = await resultOf('assertReverts', subject)
  enforce(reverted('assertReverts', result, expected), assertReverts)
  return result.error as api.SceneFailure | api.FileFailure
}

/** Throws unless the call was refused as expected, and returns its error. */
export async function assertRefuses(
  subject: unknown,
  expected?: testing.ExpectedFailure,
): Promise<api.SceneFailure | api.FileFailure> {
  const result = await resultOf('assertRefuses', subject)
  enforce(refused('assertRefuses', result, expected), assertRefuses)
  return result.error as api.SceneFailure | api.FileFailure
}

/** Throws unless the scene of the project is the one that the file has. */
export async function assertMatchesScene(
  project: unknown,
  file: string | { readonly href: string },
  options?: testing.MatchesSceneOptions,
): Promise<void> {
  const { update } = readOptions('assertMatchesScene', '{ update: true }', options, ['update'])
  if (update !== undefined && typeof update !== 'boolean') {
    throw misuse(`assertMatchesScene: update must be true or false, got ${formatValue(update)}.`)
  }
  const path = pathOf(file)
  const verdict = await matchesScene('assertMatchesScene', project, path, updatesOf(update), {
    howToUpdate: `${UPDATE_VARIABLE}=1, or --test-update-snapshots of Node,`,
  })
  enforce(verdict, assertMatchesScene)
}

/** Throws unless the project keeps the rules that it declares. */
export async function assertSatisfiesRules(
  project: unknown,
  parameters?: api.ParameterValues | readonly api.ParameterValues[],
): Promise<void> {
  enforce(await satisfiesRules('assertSatisfiesRules', project, parameters), assertSatisfiesRules)
}

/** Set to anything, saved scenes that differ are replaced. */
const UPDATE_VARIABLE = 'SCENEWRIGHT_UPDATE'

/** As in Vitest: a missing file is written, except on CI, where it would never be committed. */
function updatesOf(update: boolean | undefined): Updates {
  const isAsked = process.execArgv.includes('--test-update-snapshots') || Boolean(process.env[UPDATE_VARIABLE])
  if (update ?? isAsked) return 'all'
  return process.env['CI'] ? 'none' : 'new'
}

function pathOf(file: unknown): string {
  const text = isObject(file) && 'href' in file ? file.href : file
  if (typeof text === 'string' && text.startsWith('file:')) return fileURLToPath(text)
  if (typeof text === 'string' && text !== '') return resolve(text)
  throw misuse(
    `assertMatchesScene: the file must be a path or a file: URL, got ${file === '' ? "''" : nameOfType(file)}.`,
  )
}

/** `from` is the function that the stack of a failure begins after. */
function enforce({ pass, message }: Verdict, from: (...args: never[]) => unknown): void {
  if (!pass) throw new AssertionError({ message, stackStartFn: from })
}
