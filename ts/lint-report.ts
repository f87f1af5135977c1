import type * as api from '../index.js'
import { ScenewrightError } from './errors.js'

/** The report of a file, which may have been repaired. */
interface FileReport extends api.LintReport {
  /** The repaired file in base64; absent where nothing was repaired. */
  readonly fixed?: string | undefined
  /** The number of repaired findings. */
  readonly fixedCount?: number | undefined
}

/** The report that the native half makes of a file. Throws for a file that cannot be read. */
export function lintReport(json: string): FileReport {
  const answer = JSON.parse(json) as
    | FileReport
    | { readonly error: { kind: api.ScenewrightErrorCode; message: string } }
  if ('error' in answer) throw new ScenewrightError(answer.error.kind, answer.error.message)
  return answer
}
