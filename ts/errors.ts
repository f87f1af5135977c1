import type * as api from '../index.js'
import { brand } from './brand.js'

const CODES: ReadonlySet<string> = new Set<api.ErrorCode>([
  'closed',
  'invalid_input',
  'internal',
  'unsupported_platform',
  'native_missing',
  'native_load_failed',
  'runner_missing',
])

/** Misuse, a closed project, or a fault of our own. Expected refusals are results and never thrown. */
export class ScenewrightError extends Error implements api.ScenewrightError {
  override readonly name = 'ScenewrightError'
  readonly code: api.ErrorCode

  constructor(code: api.ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

brand(ScenewrightError, 'ScenewrightError')

/** A refusal as an error, for those who prefer exceptions to results. */
export class RefusedError extends Error implements api.RefusedError {
  override readonly name = 'RefusedError'
  readonly code: api.ErrorKind
  readonly details: api.ErrorDetails

  constructor(details: api.ErrorDetails) {
    super(details.frame === undefined ? details.message : `${details.message}\n${details.frame}`)
    this.code = details.kind
    this.details = details
  }
}

brand(RefusedError, 'RefusedError')

/** The result itself where the call succeeded; a {@link RefusedError} is thrown where it was refused or reverted. */
export function unwrap<Result extends { readonly status: string }>(
  result: Result,
): Exclude<Result, { readonly status: 'refused' | 'reverted' }> {
  if (result.status === 'refused' || result.status === 'reverted') {
    throw new RefusedError((result as unknown as { error: api.ErrorDetails }).error)
  }
  return result as Exclude<Result, { readonly status: 'refused' | 'reverted' }>
}

/** What the native half threw, as an error with a code of ours. What has no code of ours is a fault of ours. */
export function fromNative(thrown: unknown): ScenewrightError {
  if (thrown instanceof ScenewrightError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  if (CODES.has(code)) return new ScenewrightError(code as api.ErrorCode, message, { cause: thrown })
  return new ScenewrightError('internal', `Internal fault: ${message}`, { cause: thrown })
}
