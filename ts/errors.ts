import type * as api from '../index.js'
import { brand } from './brand.js'

const CODES: ReadonlySet<string> = new Set<api.ScenewrightErrorCode>([
  'closed',
  'invalid_input',
  'internal',
  'unsupported_platform',
  'native_missing',
  'native_load_failed',
  'runner_missing',
])

/** Misuse, a closed project, or a bug of this package. Expected refusals are results and never thrown. */
export class ScenewrightError extends Error implements api.ScenewrightError {
  override readonly name = 'ScenewrightError'
  readonly code: api.ScenewrightErrorCode

  constructor(code: api.ScenewrightErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

brand(ScenewrightError, 'ScenewrightError')

/** A refusal as an error, for those who prefer exceptions to results. */
export class RefusedError extends Error implements api.RefusedError {
  override readonly name = 'RefusedError'
  readonly code: api.SceneErrorCode | api.FileErrorCode
  readonly frame: string | undefined
  readonly hint: string | undefined
  readonly failure: api.SceneFailure | api.FileFailure

  constructor(failure: api.SceneFailure | api.FileFailure) {
    super(failure.frame === undefined ? failure.message : `${failure.message}\n${failure.frame}`)
    this.code = failure.code
    this.frame = failure.frame
    this.hint = failure.hint
    this.failure = failure
  }
}

brand(RefusedError, 'RefusedError')

/** Returns the result of a call that succeeded; throws a {@link RefusedError} if it was refused or reverted. */
export function unwrap<Result extends { readonly ok: boolean }>(
  result: Result,
): Extract<Result, { readonly ok: true }> {
  if (!result.ok) throw new RefusedError((result as unknown as { readonly error: api.SceneFailure }).error)
  return result as Extract<Result, { readonly ok: true }>
}

/** Converts an error of the native half to one with a code of this package. An error without such a code is a bug. */
export function fromNative(thrown: unknown, inWords = (message: string): string => message): ScenewrightError {
  if (thrown instanceof ScenewrightError) return thrown
  const message = inWords(thrown instanceof Error ? thrown.message : String(thrown))
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  if (CODES.has(code)) return new ScenewrightError(code as api.ScenewrightErrorCode, message, { cause: thrown })
  return new ScenewrightError('internal', `Internal fault: ${message}`, { cause: thrown })
}
