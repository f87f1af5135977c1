import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, parse } from 'node:path'

import type * as api from '../../index.js'
import { ScenewrightError } from '../errors.js'
import { writing } from '../export-file.js'
import { lintReport } from '../lint-report.js'
import { native } from '../native.js'
import type { LintCommand } from './lint-arguments.js'
import { MAIN_FILE } from './places.js'
import type { Project } from '../project.js'
import type { Output } from './terminal.js'

/** True for an argument that names a drawing rather than a project's folder. */
export function isDrawing(path: string): boolean {
  if (basename(path) === MAIN_FILE) return false
  if (existsSync(path)) return statSync(path).isFile()
  return /\.(dxf|svg)$/i.test(path)
}

/** Checks a DXF or SVG file. */
export async function lintDrawing(path: string, command: LintCommand, out: Output, notes: Output): Promise<number> {
  const bytes = readDrawing(path)
  const settings = settingsBeside(path)
  const { limits, ...args } = command.args
  const request = {
    ...args,
    ...(limits && { set: limits }),
    name: basename(path),
    fix: command.fix,
    ...(settings !== undefined && { settings }),
  }
  const report = lintReport(await native().binding.lintFile(bytes, JSON.stringify(request)))
  if (!command.fix) return showReport(report, path, command.format, out)
  if (report.fixed === undefined) {
    notes.line(`${path}: nothing can be repaired without a decision`)
    return showReport(report, path, command.format, out)
  }
  const repaired = freePath(path)
  const bytesFixed = Buffer.from(report.fixed, 'base64')
  writing(repaired, () => writeFileSync(repaired, bytesFixed, { flag: 'wx' }))
  const count = report.fixedCount === 1 ? '1 finding' : `${report.fixedCount} findings`
  notes.line(`${count} repaired: ${repaired}`)
  return showReport(report, repaired, command.format, out)
}

/** An unused name in the folder of a file: its stem, and `fixed`. */
function freePath(path: string): string {
  const { dir, name, ext } = parse(path)
  for (let number = 1; ; number += 1) {
    const free = join(dir, `${name}-fixed${number === 1 ? '' : `-${number}`}${ext}`)
    if (!existsSync(free)) return free
  }
}

/** The length of the units of a scene. */
const MILLIMETRES: { readonly [unit in api.Units]: number } = {
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  ft: 304.8,
  px: 25.4 / 96,
}

/** Repairs a project by calls at the end of main, in one change. Returns undefined if nothing can be repaired. */
export async function fixProject(
  project: Project,
  command: LintCommand,
  options: api.ProjectCallOptions,
): Promise<api.ApplyResult | undefined> {
  const result = await project.lint({ ...command.args, ...options })
  if (result.status !== 'ok') return undefined
  const bounds = await project.inspect({ view: 'bounds', ...options })
  if (bounds.status !== 'ok') return undefined
  const calls = repairs(result.findings, MILLIMETRES[bounds.units])
  if (calls.length === 0) return undefined
  const main = await project.read({ file: 'main', ...options })
  if (main.status !== 'ok') return undefined
  const changesOf = (those: readonly string[]): api.ApplyArguments['changes'] => {
    const text = `${main.text.replace(/\n*$/, '\n')}\n// Repairs of scenewright lint\n${those.join('\n')}\n`
    return [{ type: 'write', file: 'main', text }]
  }
  const runs = async (those: readonly string[]): Promise<boolean> =>
    (await project.check({ changes: changesOf(those), ...options })).status === 'ok'
  let made = calls
  if (!(await runs(calls)) && calls.length <= MAX_TRIED) {
    // Code that depends on an entity may fail without it: such a repair is left out, and the others are made.
    const kept: string[] = []
    for (const call of calls) if (await runs([...kept, call])) kept.push(call)
    if (kept.length > 0) made = kept
  }
  return project.apply({ changes: changesOf(made), message: `lint: ${made.length} repaired`, ...options })
}

/** The most repairs that are tried one by one where they do not go together. */
const MAX_TRIED = 60

/** The calls that repair findings: each gap of an outline in one call with the other gaps of it. */
function repairs(findings: readonly api.LintFinding[], unit: number): string[] {
  const calls: string[] = []
  const touched = new Set<string>()
  for (const { fix, entities, rule } of findings) {
    const [first, , ...more] = entities
    if (fix !== 'drop' || first === undefined || more.length > 0 || entities.some((name) => touched.has(name))) continue
    calls.push(`deleteEntity(${JSON.stringify(first)}) // ${rule}`)
    touched.add(first)
  }
  const outlines: { names: string[]; gap: number; rules: Set<string> }[] = []
  for (const { fix, entities, measured = 0, rule } of findings) {
    if (fix !== 'join' || entities.length === 0 || entities.length > 2) continue
    if (entities.some((name) => touched.has(name))) continue
    const joined = { names: [...entities], gap: measured, rules: new Set([rule]) }
    for (const other of outlines.filter(({ names }) => names.some((name) => joined.names.includes(name)))) {
      outlines.splice(outlines.indexOf(other), 1)
      joined.names = [...new Set([...other.names, ...joined.names])]
      joined.gap = Math.max(joined.gap, other.gap)
      for (const own of other.rules) joined.rules.add(own)
    }
    outlines.push(joined)
  }
  for (const { names, gap, rules } of outlines) {
    const list = JSON.stringify(names.length === 1 ? names[0] : names).replaceAll('","', '", "')
    // A little more than the gap, which is rounded.
    const tolerance = Number(((gap * 1.01) / unit).toPrecision(6))
    calls.push(`join(${list}, ${JSON.stringify(names[0])}, { tolerance: ${tolerance} }) // ${[...rules].join(', ')}`)
  }
  return calls
}

/** Prints a report, and returns the exit code: 1 if there are errors. */
export function showReport(report: api.LintReport, name: string, format: LintCommand['format'], out: Output): number {
  const { profile, findings, notes } = report
  if (format === 'json') out.line(JSON.stringify({ profile, findings, ...(notes && { notes }) }, null, 2))
  else out.file(native().binding.formatFindings(JSON.stringify(report), name, format))
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0
}

function readDrawing(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ScenewrightError('invalid_input', `Could not read ${path}: ${reason}`, { cause })
  }
}

/** The settings in the folder of a file. */
function settingsBeside(path: string): string | undefined {
  const settings = join(dirname(path), 'lint.json')
  return existsSync(settings) ? readFileSync(settings, 'utf8') : undefined
}
