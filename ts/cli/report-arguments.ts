import type { ParseArgsConfig } from 'node:util'

import type * as api from '../../index.js'
import { quote } from '../text.js'
import { choiceOf, readNamed, textOf } from './flag-values.js'
import type { FolderOptions } from './folder-options.js'
import type { Parsed } from './read-flags.js'
import { UsageError } from './usage-error.js'

/** A report of a project. */
export interface ReportCommand {
  readonly name: 'report'
  readonly options: FolderOptions
  readonly args: api.ReportArguments
  readonly format: 'json' | 'csv' | 'table' | 'html'
  /** A file, or - for standard output. */
  readonly output: string
}

export const REPORT_OPTIONS = {
  format: { type: 'string', short: 'f' },
  output: { type: 'string', short: 'o' },
  rates: { type: 'string' },
  material: { type: 'string' },
  thickness: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

/** The flags of `report`. */
export function reportArguments(
  parsed: Parsed,
  values: { readonly parameters?: api.ParameterValues; readonly setName?: string },
): Pick<ReportCommand, 'args' | 'format' | 'output'> {
  const format = choiceOf(parsed, 'format', ['json', 'csv', 'table', 'html'] as const, 'report') ?? 'table'
  const rates = textOf(parsed, 'rates')
  const material = textOf(parsed, 'material')
  const thickness = thicknessOf(textOf(parsed, 'thickness'))
  const args = {
    ...values,
    format,
    ...(rates !== undefined && { rates: readNamed(rates, 'rates') }),
    ...(material !== undefined && { material }),
    ...(thickness !== undefined && { thickness }),
  }
  return { args, format, output: textOf(parsed, 'output') ?? '-' }
}

function thicknessOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const thickness = text.trim() === '' ? NaN : Number(text)
  if (thickness > 0 && Number.isFinite(thickness)) return thickness
  throw new UsageError(`--thickness must be a number greater than 0, got '${quote(text)}'.`, 'report')
}
