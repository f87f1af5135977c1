import type * as api from '../../index.js'
import type { ReportCommand } from './report-arguments.js'

/** Writes a report in the format that was asked for, and answers the exit code. */
export function writeReport(
  { ok: _, status: __, warnings: ___, logs: ____, stale: _____, text, ...report }: Answered,
  { format }: ReportCommand,
  deliver: (bytes: Buffer) => void,
): number {
  deliver(Buffer.from(format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : (text ?? '')))
  return 0
}

type Answered = Extract<api.ReportResult, { readonly ok: true }> & {
  readonly logs?: unknown
  readonly stale?: unknown
}
