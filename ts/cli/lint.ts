import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import type * as api from '../../index.js'
import { ScenewrightError } from '../errors.js'
import { lintReport } from '../lint-report.js'
import { native } from '../native.js'
import type { LintCommand } from './lint-arguments.js'
import { MAIN_FILE } from './places.js'
import type { Output } from './terminal.js'

/** True for an argument that names a drawing, and not the folder of a project. */
export function isDrawing(path: string): boolean {
  if (basename(path) === MAIN_FILE) return false
  if (existsSync(path)) return statSync(path).isFile()
  return /\.(dxf|svg)$/i.test(path)
}

/** Checks a DXF or SVG file. */
export async function lintDrawing(path: string, command: LintCommand, out: Output): Promise<number> {
  const bytes = readDrawing(path)
  const settings = settingsBeside(path)
  const request = { ...command.args, name: basename(path), ...(settings !== undefined && { settings }) }
  const report = lintReport(await native().binding.lintFile(bytes, JSON.stringify(request)))
  return showReport(report, path, command.format, out)
}

/** Writes a report, and answers the exit code: 1 where there are errors. */
export function showReport(
  report: api.LintReport,
  name: string,
  format: LintCommand['format'],
  out: Output,
): number {
  if (format === 'json') out.line(JSON.stringify({ profile: report.profile, findings: report.findings }, null, 2))
  else out.file(native().binding.formatFindings(JSON.stringify(report), name, format))
  return report.findings.some(({ severity }) => severity === 'error') ? 1 : 0
}

function readDrawing(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ScenewrightError('invalid_input', `Could not read ${path}: ${reason}`, { cause })
  }
}

/** The settings of the folder that a file is in. */
function settingsBeside(path: string): string | undefined {
  const settings = join(dirname(path), 'lint.json')
  return existsSync(settings) ? readFileSync(settings, 'utf8') : undefined
}
