import { accessSync, constants } from 'node:fs'

import type * as api from '../../index.js'
import { compareVersions, neededGlibc, newest } from '../elf.mjs'
import { fromNative, ScenewrightError } from '../errors.js'
import { locateBinaries, native, VERSION, type Location } from '../native.js'
import { currentGlibc, currentHost, platformName } from '../platform.js'
import type { DoctorReport } from '../wire-types.js'
import { Workspace } from '../workspace.js'
import { Progress } from './progress.js'
import type { Output } from './terminal.js'

/** The two binaries, their system requirements, and how to fix what is wrong. */
interface BinariesReport {
  readonly addon?: string
  readonly runner?: string
  /** On a system with glibc: its version, and the newest version that one of the binaries needs. */
  readonly glibc?: { readonly found: string; readonly needed: string }
  /** A sentence for each problem. */
  readonly mend: readonly string[]
}

/** Reports on this machine and returns the exit code. It also works without the native half. */
export async function doctor(asJson: boolean, files: Partial<api.WorkspaceOptions>, out: Output): Promise<number> {
  const binaries = binariesReport()
  const own = { version: VERSION, node: process.version }
  let found: DoctorReport
  try {
    const { binding, runnerPath } = native()
    const progress = new Progress('trying what protects this machine', process.stderr)
    try {
      found = JSON.parse(await binding.doctor(runnerPath))
    } finally {
      progress.end()
    }
  } catch (thrown) {
    const failure = thrown instanceof ScenewrightError ? thrown : fromNative(thrown)
    const mend = binaries.mend.length > 0 ? binaries.mend : [failure.message]
    show(
      { ...own, platform: platformName(currentHost()), binaries: rowsOf({ ...binaries, mend }, asJson) },
      asJson,
      out,
    )
    throw failure
  }
  const { version, ...rest } = found
  const [shown, rules] = [rowsOf(binaries, asJson), await fileRules(files)]
  const facts = { version, node: process.version, ...rest, binaries: shown, files: rules }
  show(asJson ? facts : { ...facts, isolation: isolationRows(found.isolation) }, asJson, out)
  return found.runner.ok ? 0 : 1
}

function show(facts: object, asJson: boolean, out: Output): void {
  if (asJson) {
    out.line(JSON.stringify(facts, null, 2))
    return
  }
  const { style } = out
  for (const [name, value] of Object.entries(facts)) {
    out.line(`${style.bold(name.padEnd(10))} ${style.plain(formatFact(value))}`)
  }
}

/** The report for a program, or for a person: both versions in one row, in plain words. */
function rowsOf(report: BinariesReport, asJson: boolean): object {
  const { glibc, mend, ...paths } = report
  if (asJson) return { ...paths, ...(glibc && { glibc }), mend }
  const versions = glibc && { glibc: `${glibc.found} here, ${glibc.needed} needed` }
  return { ...paths, ...versions, fix: mend }
}

function binariesReport(): BinariesReport {
  let located: Location
  try {
    located = locateBinaries()
  } catch (thrown) {
    return { mend: [thrown instanceof Error ? thrown.message : String(thrown)] }
  }
  const { addonPath, runnerPath } = located
  const found = currentGlibc()
  const needs = [addonPath, runnerPath].map((path) => [path, neededGlibc(path)] as const)
  const needed = newest(needs.flatMap(([, version]) => version ?? []))
  const mend: string[] = []
  for (const [path, version] of needs) {
    if (found === undefined || version === undefined || compareVersions(found, version) >= 0) continue
    mend.push(
      `${path} needs glibc ${version}, and this system has ${found}. Use a newer system or image, or build from a checkout: npm run build`,
    )
  }
  if (!mayBeRun(runnerPath)) mend.push(`${runnerPath} may not be executed. Run: chmod +x ${quoted(runnerPath)}`)
  return {
    addon: addonPath,
    runner: runnerPath,
    ...(found !== undefined && needed !== undefined && { glibc: { found, needed } }),
    mend,
  }
}

/** True if the file has the permission, and always on Windows. */
function mayBeRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A path quoted for a shell. */
function quoted(path: string): string {
  return /^[\w./:@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}

/** The rules that the file server would have with these options, each with the flag that sets it. */
async function fileRules(options: Partial<api.WorkspaceOptions>): Promise<object> {
  const { roots = [], deny = [], allowWrite = [], allowIgnored = [], ignore = [] } = options
  // Invalid rules are reported where they are used.
  const checked = roots.length > 0 ? roots : [process.cwd()]
  await (await Workspace.open({ ...options, roots: checked })).close()
  const allowed = allowWrite.length > 0 ? `, but for ${allowWrite.join(', ')} (--allow-write)` : ''
  const own = allowIgnored.length > 0 ? `, but for changes of ${allowIgnored.join(', ')} (--allow-ignored)` : ''
  const gitignore = options.gitignore === false ? 'does not count (--no-gitignore)' : 'counts'
  return {
    roots: roots.length > 0 ? roots : 'none (--root)',
    'never read or changed': deny.length > 0 ? `${deny.join(', ')} (--deny)` : 'nothing (--deny)',
    'not changed': (options.readOnly ? 'everything (--read-only)' : '.git, .scenewright') + allowed,
    'left alone': ignore.length > 0 ? `${ignore.join(', ')} (--ignore)` : 'nothing (--ignore)',
    '.gitignore':
      gitignore + own + (options.globalGitignore ? ", with the user's own excludes (--global-gitignore)" : ''),
  }
}

/** The layers of the sandbox, and what a script could do without them, one row each. */
function isolationRows({ layers = [], attempts = [], ...rest }: DoctorReport['isolation']): object {
  return {
    ...rest,
    ...Object.fromEntries(layers.map(({ name, active, detail }) => [name, `${active ? 'on' : 'OFF'}: ${detail}`])),
    ...Object.fromEntries(
      attempts.map(({ what, refused }) => [what, refused === null ? 'POSSIBLE' : `refused: ${refused}`]),
    ),
  }
}

/** One fact of the doctor: a value, a list, or a small table under its name. */
function formatFact(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatFact).join(', ') || 'none'
  if (typeof value !== 'object' || value === null) return String(value)
  const rows = Object.entries(value).map(([name, inner]) => `${name.padEnd(22)} ${formatFact(inner)}`)
  return rows.map((row, index) => (index === 0 ? row : `${' '.repeat(11)}${row}`)).join('\n')
}
