import type * as api from '../index.js'
import { ScenewrightError } from './errors.js'

/** The report that the native half makes of a file. Throws for a file that cannot be read. */
export function lintReport(json: string): api.LintReport {
  const answer = JSON.parse(json) as api.LintReport | { readonly error: { kind: api.ErrorKind; message: string } }
  if ('error' in answer) throw new ScenewrightError(answer.error.kind, answer.error.message)
  return answer
}
