import { existsSync } from 'node:fs'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { ParseArgsConfig } from 'node:util'

import type * as api from '../../index.js'
import { flagOf, integerOf, textOf, withoutAbsent } from './flag-values.js'
import { guardCommand, type GuardCommand } from './guard-arguments.js'
import { FAMILIES, type FamilyName } from '../names/family.js'
import { quote } from '../text.js'
import { nearestName } from '../nearest.js'
import { COMMAND_NAMES } from './help.js'
import { isDrawing } from './lint.js'
import { LINT_OPTIONS, lintArguments, type LintCommand } from './lint-arguments.js'
import { parametersOf } from './parameters.js'
import { readFlags, type Parsed } from './read-flags.js'
import { REPORT_OPTIONS, reportArguments, type ReportCommand } from './report-arguments.js'
import { SWEEP_OPTIONS, sweepArguments, type SweepCommand } from './sweep-arguments.js'
import { projectsOf, SERVING_OPTIONS, servingOf, type Serving } from './serving.js'
import { UsageError } from './usage-error.js'
import type { FolderOptions } from './folder-options.js'

export { UsageError } from './usage-error.js'
export type { FolderOptions } from './folder-options.js'

/** Options of a workspace whose folders the command line names. */
export type FoldersOptions = Omit<api.WorkspaceOptions, 'root' | 'roots'> & { roots?: readonly string[] | undefined }

/** A parsed command line. */
export type Command =
  | { readonly name: 'help'; readonly of?: string | undefined }
  | { readonly name: 'version' }
  | { readonly name: 'doctor'; readonly json: boolean; readonly files: Partial<FoldersOptions> }
  | {
      readonly name: 'mcp'
      readonly options: FolderOptions
      /** The folders by the names of the projects; a single project needs no name. */
      readonly projects: ReadonlyMap<string, string | undefined>
      readonly serving: Serving
    }
  | {
      readonly name: 'files'
      readonly options: FoldersOptions
      readonly names?: FamilyName
      readonly serving: Serving
    }
  | { readonly name: 'run'; readonly options: FolderOptions; readonly args: api.RunArguments }
  | LintCommand
  | ReportCommand
  | SweepCommand
  | { readonly name: 'history'; readonly options: Place; readonly page: api.HistoryArguments }
  | { readonly name: 'purge'; readonly options: Place }
  | { readonly name: 'undo' | 'redo'; readonly options: Place; readonly which: api.WorkspaceUndoArguments }
  | GuardCommand
  | { readonly name: 'fork'; readonly root: string; readonly fork: string; readonly options: api.ForkOptions }
  | { readonly name: 'forks'; readonly root: string }
  | { readonly name: 'merge'; readonly root: string; readonly fork: string; readonly options: api.MergeOptions }
  | { readonly name: 'discard'; readonly root: string; readonly fork: string; readonly options: api.DiscardOptions }
  | {
      readonly name: 'apply' | 'check'
      readonly options: FolderOptions
      /** The file with the changes. */
      readonly changes: string
      readonly message?: string | undefined
      readonly parameters?: api.ParameterValues | undefined
      readonly setName?: string | undefined
      /** The path for the picture of a check. */
      readonly output?: string | undefined
    }
  | {
      readonly name: 'render'
      readonly options: FolderOptions
      readonly output: string
      readonly picture: api.RenderArguments
    }
  | {
      readonly name: 'export'
      readonly options: FolderOptions
      readonly output: string
      readonly file: api.ExportArguments
    }
  | {
      readonly name: 'view'
      readonly options: FolderOptions
      /** The folders of further projects, to switch to on the page. */
      readonly others: readonly string[]
      readonly port?: number | undefined
      readonly readOnly?: boolean | undefined
      /** True to open the page in the browser. */
      readonly open?: boolean | undefined
    }
  | { readonly name: 'init'; readonly dir?: string | undefined; readonly example?: string | undefined }
  | {
      readonly name: 'demo'
      readonly example?: string | undefined
      readonly port?: number | undefined
      readonly open: boolean
    }
  | {
      readonly name: 'setup'
      readonly client: string
      readonly dir?: string | undefined
      /** True to print the configuration and write no file. */
      readonly print: boolean
    }

/** The owner of the history: a project, or the file tools on some folders. */
export type Place = { readonly project: FolderOptions } | { readonly roots: readonly string[] }

const PROJECT_OPTIONS = {
  dir: { type: 'string' },
  'time-ms': { type: 'string' },
  'memory-mb': { type: 'string' },
  entities: { type: 'string' },
  modules: { type: 'string' },
  'output-bytes': { type: 'string' },
  'source-bytes': { type: 'string' },
  seed: { type: 'string' },
  clock: { type: 'string' },
  fonts: { type: 'string', multiple: true },
  policy: { type: 'string' },
  durability: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

const MCP_OPTIONS = {
  dir: { type: 'string', multiple: true },
  'read-only': { type: 'boolean' },
  structured: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

const PARAMETER_OPTIONS = {
  param: { type: 'string', multiple: true },
} as const satisfies ParseArgsConfig['options']

/** Values of parameters: one by one, or a named set. */
const VALUES_OPTIONS = {
  ...PARAMETER_OPTIONS,
  'set-name': { type: 'string' },
} as const satisfies ParseArgsConfig['options']

const FILES_OPTIONS = {
  names: { type: 'string' },
  root: { type: 'string', multiple: true },
  ignore: { type: 'string', multiple: true },
  anchors: { type: 'boolean' },
  'allow-ignored': { type: 'string', multiple: true },
  'allow-write': { type: 'string', multiple: true },
  deny: { type: 'string', multiple: true },
  'read-only': { type: 'boolean' },
  structured: { type: 'boolean' },
  'no-gitignore': { type: 'boolean' },
  'global-gitignore': { type: 'boolean' },
  policy: { type: 'string' },
  durability: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

const PICTURE_OPTIONS = {
  output: { type: 'string', short: 'o' },
  width: { type: 'string' },
  height: { type: 'string' },
  fit: { type: 'string', multiple: true },
  box: { type: 'string' },
  theme: { type: 'string' },
  background: { type: 'string' },
  highlight: { type: 'string' },
  before: { type: 'boolean' },
  grid: { type: 'boolean' },
  'grid-step': { type: 'string' },
  rulers: { type: 'boolean' },
  labels: { type: 'boolean' },
  label: { type: 'string', multiple: true },
  layer: { type: 'string', multiple: true },
  hairlines: { type: 'boolean' },
  sheet: { type: 'string' },
  ...VALUES_OPTIONS,
} as const satisfies ParseArgsConfig['options']

const CHANGE_OPTIONS = {
  apply: { changes: { type: 'string' }, message: { type: 'string' } },
  check: { changes: { type: 'string' }, output: { type: 'string', short: 'o' }, ...VALUES_OPTIONS },
} as const satisfies { readonly [name: string]: ParseArgsConfig['options'] }

/** The most projects of one page: as many as a person switches between, since each keeps a child process ready. */
const MAX_VIEWED = 16

const VIEW_OPTIONS = {
  port: { type: 'string' },
  'read-only': { type: 'boolean' },
  open: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

const HISTORY_OPTIONS = {
  limit: { type: 'string' },
  id: { type: 'string' },
  purge: { type: 'boolean' },
  root: { type: 'string', multiple: true },
} as const satisfies ParseArgsConfig['options']

const FORK_OPTIONS = {
  fork: {
    dir: { type: 'string' },
    message: { type: 'string' },
    'include-ignored': { type: 'boolean' },
    'max-file-bytes': { type: 'string' },
  },
  forks: {},
  merge: {
    strategy: { type: 'string' },
    message: { type: 'string' },
    check: { type: 'string' },
    'dry-run': { type: 'boolean' },
    discard: { type: 'boolean' },
    'discard-all': { type: 'boolean' },
  },
  discard: { force: { type: 'boolean' } },
} as const satisfies { readonly [name: string]: ParseArgsConfig['options'] }

const UNDO_OPTIONS = {
  id: { type: 'string' },
  to: { type: 'string' },
  file: { type: 'string' },
  force: { type: 'boolean' },
  root: { type: 'string', multiple: true },
} as const satisfies ParseArgsConfig['options']

const EXPORT_OPTIONS = {
  output: { type: 'string', short: 'o' },
  format: { type: 'string', short: 'f' },
  text: { type: 'string' },
  'no-fills': { type: 'boolean' },
  dedupe: { type: 'boolean' },
  sheet: { type: 'string' },
  ...VALUES_OPTIONS,
} as const satisfies ParseArgsConfig['options']

/** Parses a command line, without the program's name. Throws {@link UsageError}. */
export function parseCommand(argv: readonly string[]): Command {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    return { name: 'help', of: name === undefined ? undefined : rest[0] }
  }
  // Everything after -- belongs to the guarded command.
  const own = name === 'guard' && rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest
  if (own.includes('--help') || own.includes('-h')) return { name: 'help', of: name }
  switch (name) {
    case '--version':
    case '-v':
      return { name: 'version' }
    case 'doctor': {
      const parsed = readFlags(name, rest, { ...FILES_OPTIONS, json: { type: 'boolean' } }, 0)
      return { name, json: parsed.values['json'] === true, files: workspaceOptions(parsed) }
    }
    case 'mcp':
      return mcpCommand(readFlags(name, rest, { ...PROJECT_OPTIONS, ...MCP_OPTIONS, ...SERVING_OPTIONS }, 1))
    case 'files':
      return filesCommand(readFlags(name, rest, { ...FILES_OPTIONS, ...SERVING_OPTIONS }, Infinity))
    case 'run': {
      const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...VALUES_OPTIONS }, 1)
      return { name, options: projectOptions(parsed), args: values(parsed) }
    }
    case 'apply':
    case 'check':
      return changeCommand(name, rest)
    case 'history':
      return historyCommand(name, rest)
    case 'undo':
    case 'redo':
      return undoCommand(name, rest)
    case 'guard':
    case 'snapshot':
    case 'adopt':
      return guardCommand(name, rest)
    case 'forks': {
      const parsed = readFlags(name, rest, { root: { type: 'string' } }, 1)
      return { name, root: parsed.positionals[0] ?? textOf(parsed, 'root') ?? '.' }
    }
    case 'fork':
    case 'merge':
    case 'discard':
      return forkCommand(name, readFlags(name, rest, { ...FORK_OPTIONS[name], root: { type: 'string' } }, 1))
    case 'view':
      return viewCommand(name, rest)
    case 'render': {
      const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...PICTURE_OPTIONS }, 1)
      return { name, options: projectOptions(parsed), output: requireOutput(parsed, name), picture: pictureOf(parsed) }
    }
    case 'export':
      return exportCommand(name, rest)
    case 'lint':
      return lintCommand(name, rest)
    case 'report': {
      const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...VALUES_OPTIONS, ...REPORT_OPTIONS }, 1)
      return { name, options: projectOptions(parsed), ...reportArguments(parsed, values(parsed)) }
    }
    case 'sweep': {
      const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...VALUES_OPTIONS, ...SWEEP_OPTIONS }, 1)
      return { name, options: projectOptions(parsed), ...sweepArguments(parsed, values(parsed)) }
    }
    case 'init': {
      const parsed = readFlags(name, rest, { example: { type: 'string' } }, 1)
      return { name, ...withoutAbsent({ dir: parsed.positionals[0], example: textOf(parsed, 'example') }) }
    }
    case 'demo':
      return demoCommand(name, rest)
    case 'setup':
      return setupCommand(name, rest)
    default:
      throw unknownCommand(name)
  }
}

function changeCommand(name: 'apply' | 'check', rest: readonly string[]): Command {
  const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...CHANGE_OPTIONS[name] }, 1)
  const changes = textOf(parsed, 'changes')
  if (!changes) throw new UsageError(`${name} needs --changes FILE.json.`)
  const others = withoutAbsent({
    message: textOf(parsed, 'message'),
    output: textOf(parsed, 'output'),
  })
  return { name, options: projectOptions(parsed), changes, ...others, ...values(parsed) }
}

function historyCommand(name: 'history', rest: readonly string[]): Command {
  const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...HISTORY_OPTIONS }, 1)
  const options = placeOf(parsed)
  const page = withoutAbsent<api.HistoryArguments>({
    limit: integerOf(parsed, 'limit', 1),
    commitId: textOf(parsed, 'id'),
  })
  if (parsed.values['purge'] !== true) return { name, options, page }
  if (Object.keys(page).length === 0) return { name: 'purge', options }
  throw new UsageError('--purge removes the whole history: leave --limit and --id out.')
}

function undoCommand(name: 'undo' | 'redo', rest: readonly string[]): Command {
  const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...UNDO_OPTIONS }, 1)
  const force = parsed.values['force'] === true ? true : undefined
  const [id, to, file] = [textOf(parsed, 'id'), textOf(parsed, 'to'), textOf(parsed, 'file')]
  const options = placeOf(parsed)
  if ('project' in options && (to !== undefined || file !== undefined)) {
    throw new UsageError('--to and --file are for the history of the file tools: give --root DIR.', name)
  }
  const at = file === undefined || 'project' in options ? undefined : fileOfHistory(file, options.roots)
  return { name, options, which: withoutAbsent<api.WorkspaceUndoArguments>({ commitId: id, to, path: at, force }) }
}

function viewCommand(name: 'view', rest: readonly string[]): Command {
  const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...VIEW_OPTIONS }, MAX_VIEWED)
  const readOnly = parsed.values['read-only'] === true ? true : undefined
  const [, ...others] = parsed.positionals
  return {
    name,
    options: projectOptions(parsed),
    others: others.map((dir) => folderOf(dir) ?? dir),
    ...withoutAbsent({ port: portOf(parsed), readOnly, open: flagOf(parsed, 'open') }),
  }
}

function exportCommand(name: 'export', rest: readonly string[]): Command {
  const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...EXPORT_OPTIONS }, 1)
  const output = requireOutput(parsed, name)
  const format = oneOf(parsed, 'format', FORMATS) ?? FORMATS.find((it) => extname(output).toLowerCase() === `.${it}`)
  if (format === undefined) throw new UsageError(unknownFormat(output), name)
  const texts = oneOf(parsed, 'text', ['outlines', 'text'])
  const fills = parsed.values['no-fills'] === true ? false : undefined
  const file: api.ExportArguments = {
    format,
    ...(texts !== undefined && { text: texts }),
    ...(fills !== undefined && { fills }),
    ...(parsed.values.dedupe === true && { dedupe: true }),
    ...withoutAbsent({ sheet: textOf(parsed, 'sheet') }),
    ...values(parsed),
  }
  return { name, options: projectOptions(parsed), output, file }
}

function lintCommand(name: 'lint', rest: readonly string[]): Command {
  const parsed = readFlags(name, rest, { ...PROJECT_OPTIONS, ...LINT_OPTIONS }, 1)
  const [path] = parsed.positionals
  const given = lintArguments(parsed)
  if (path === undefined || !isDrawing(path)) return { name, options: projectOptions(parsed), ...given }
  return { name, path, options: projectOptions({ ...parsed, positionals: [] }), ...given }
}

function demoCommand(name: 'demo', rest: readonly string[]): Command {
  const options = { example: { type: 'string' }, port: { type: 'string' }, 'no-open': { type: 'boolean' } } as const
  const parsed = readFlags(name, rest, options, 0)
  const open = parsed.values['no-open'] !== true
  return { name, open, ...withoutAbsent({ example: textOf(parsed, 'example'), port: portOf(parsed) }) }
}

function setupCommand(name: 'setup', rest: readonly string[]): Command {
  const parsed = readFlags(name, rest, { print: { type: 'boolean' }, dir: { type: 'string' } }, 2)
  const [client, positional] = parsed.positionals
  if (client === undefined) throw new UsageError('setup needs the name of a client, as in setup claude-code.', 'setup')
  const dir = positional ?? textOf(parsed, 'dir')
  return { name, client, print: parsed.values['print'] === true, ...withoutAbsent({ dir }) }
}

function projectOptions(parsed: Parsed): FolderOptions {
  const positional = parsed.positionals[0]
  const flag = textOf(parsed, 'dir')
  if (positional !== undefined && flag !== undefined) throw new UsageError('Give the folder once: DIR or --dir.')
  const fontFolders = texts(parsed, 'fonts')
  const memoryMb = integerOf(parsed, 'memory-mb', 1)
  return withoutAbsent<FolderOptions>({
    root: folderOf(positional ?? flag),
    readFirst: oneOf(parsed, 'policy', ['require', 'warn', 'off']),
    durability: oneOf(parsed, 'durability', ['fsync', 'fast']),
    clock: oneOf(parsed, 'clock', ['frozen', 'real']),
    seed: integerOf(parsed, 'seed', 0),
    fonts: fontFolders.length === 0 ? undefined : { dirs: fontFolders },
    limits: withoutAbsent<api.SceneLimits>({
      timeMs: integerOf(parsed, 'time-ms', 1),
      memoryBytes: memoryMb === undefined ? undefined : memoryMb * 1024 * 1024,
      entities: integerOf(parsed, 'entities', 1),
      modules: integerOf(parsed, 'modules', 0),
      outputBytes: integerOf(parsed, 'output-bytes', 0),
      sourceBytes: integerOf(parsed, 'source-bytes', 1),
    }),
  })
}

function forkCommand(name: 'fork' | 'merge' | 'discard', parsed: Parsed): Command {
  const fork = parsed.positionals[0]
  if (fork === undefined) throw new UsageError(`${name} needs the name of a fork, as in ${name} variant-a.`, name)
  const place = { root: textOf(parsed, 'root') ?? '.', fork }
  if (name === 'discard') return { name, ...place, options: withoutAbsent({ force: flagOf(parsed, 'force') }) }
  const message = textOf(parsed, 'message')
  if (name === 'fork') {
    const dir = textOf(parsed, 'dir')
    const options = withoutAbsent<api.ForkOptions>({
      message,
      forkDir: dir === undefined ? undefined : resolve(dir),
      includeIgnored: flagOf(parsed, 'include-ignored'),
      maxFileBytes: integerOf(parsed, 'max-file-bytes', 1),
    })
    return { name, ...place, options }
  }
  const isAll = parsed.values['discard-all'] === true
  const options = withoutAbsent<api.MergeOptions>({
    message,
    strategy: oneOf(parsed, 'strategy', ['hunks', 'first', 'fork', 'workspace']),
    check: textOf(parsed, 'check'),
    dryRun: flagOf(parsed, 'dry-run'),
    discard: isAll ? 'all' : parsed.values['discard'] === true ? 'fork' : undefined,
  })
  return { name, ...place, options }
}

/** A file as it is named here, or as the history lists it: beneath the root. */
function fileOfHistory(file: string, roots: readonly string[]): string {
  const here = resolve(file)
  const isWithin = (root: string): boolean => {
    const below = relative(resolve(root), here)
    return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
  }
  return roots.some(isWithin) ? here : file
}

/** The folder of a project that is named by its main file, as a shell completes it. */
function folderOf(path: string | undefined): string | undefined {
  return path !== undefined && basename(path) === 'scene.code.js' ? dirname(path) : path
}

/** Other words that people use for commands. */
const OTHER_WORDS: { readonly [word: string]: string } = {
  new: 'init',
  create: 'init',
  install: 'setup',
  connect: 'setup',
  draw: 'render',
  show: 'view',
  open: 'view',
  watch: 'view',
  log: 'history',
  diff: 'history --id ID',
  branch: 'fork',
  branches: 'forks',
  try: 'fork',
  pick: 'merge',
  revert: 'undo',
  serve: 'mcp',
  server: 'mcp',
  save: 'export',
}

function unknownCommand(name: string): UsageError {
  const near = OTHER_WORDS[name] ?? nearestName(name, COMMAND_NAMES)
  const isProject = existsSync(join(name, 'scene.code.js'))
  const suggestion = isProject ? `view ${quote(name)}` : near
  const end = suggestion === undefined ? '' : ` Did you mean scenewright ${suggestion}?`
  return new UsageError(`There is no command '${quote(name)}'.${end}`)
}

/** The workspace options of `files`; `doctor` reports their rules. */
function workspaceOptions(parsed: Parsed, roots: readonly string[] = texts(parsed, 'root')): FoldersOptions {
  return withoutAbsent<FoldersOptions>({
    roots: roots.length === 0 ? undefined : roots,
    readFirst: oneOf(parsed, 'policy', ['require', 'warn', 'off']),
    durability: oneOf(parsed, 'durability', ['fsync', 'fast']),
    ignore: texts(parsed, 'ignore'),
    anchors: parsed.values['anchors'] === true ? true : undefined,
    allowIgnored: texts(parsed, 'allow-ignored'),
    allowWrite: texts(parsed, 'allow-write'),
    deny: texts(parsed, 'deny'),
    readOnly: parsed.values['read-only'] === true ? true : undefined,
    gitignore: parsed.values['no-gitignore'] === true ? false : undefined,
    globalGitignore: parsed.values['global-gitignore'] === true ? true : undefined,
  })
}

function mcpCommand(parsed: Parsed): Extract<Command, { name: 'mcp' }> {
  const projects = projectsOf(parsed.positionals[0], texts(parsed, 'dir'))
  const { root: _, ...options } = projectOptions({ ...parsed, positionals: [] })
  const given = withoutAbsent<FolderOptions>({ ...options, root: projects.get('') })
  return { name: 'mcp', options: given, projects, serving: servingOf(parsed.values) }
}

function filesCommand(parsed: Parsed): Extract<Command, { name: 'files' }> {
  const names = oneOf(parsed, 'names', FAMILIES)
  const first = parsed.positionals[0]
  if (first !== undefined && names !== 'mcp-filesystem') {
    throw new UsageError(`Unexpected argument '${quote(first)}'. Give a folder with --root.`, 'files')
  }
  const given = workspaceOptions(parsed, [...texts(parsed, 'root'), ...parsed.positionals])
  const options = withoutAbsent<FoldersOptions>({ ...given, readFirst: given.readFirst ?? readFirstOf(names) })
  const serving = servingOf(parsed.values)
  return { name: 'files', options, ...(names !== undefined && { names }), serving }
}

/** The treatment of unread files in a family whose tools do not require a read. */
function readFirstOf(names: FamilyName | undefined): 'off' | undefined {
  return names !== undefined && names !== 'kode' ? 'off' : undefined
}

function placeOf(parsed: Parsed): Place {
  const roots = texts(parsed, 'root')
  const project = projectOptions(parsed)
  if (roots.length === 0) return { project }
  if (project.root !== undefined) throw new UsageError('Give the project DIR or --root DIR, not both.')
  return { roots }
}

function pictureOf(parsed: Parsed): api.RenderArguments {
  return withoutAbsent<api.RenderArguments>({
    width: integerOf(parsed, 'width', 1),
    height: integerOf(parsed, 'height', 1),
    fit: boxOf(parsed) ?? fitOf(parsed),
    theme: oneOf(parsed, 'theme', ['light', 'dark']),
    background: textOf(parsed, 'background'),
    highlight: oneOf(parsed, 'highlight', ['last_change']),
    before: flagOf(parsed, 'before'),
    grid: lengthOf(parsed, 'grid-step') ?? flagOf(parsed, 'grid'),
    rulers: flagOf(parsed, 'rulers'),
    labels: listed(parsed, 'label') ?? flagOf(parsed, 'labels'),
    layers: listed(parsed, 'layer'),
    hairlines: flagOf(parsed, 'hairlines'),
    sheet: textOf(parsed, 'sheet'),
    ...values(parsed),
  })
}

function fitOf(parsed: Parsed): string | readonly string[] | undefined {
  const names = listed(parsed, 'fit')
  return names?.length === 1 ? names[0] : names
}

function listed(parsed: Parsed, name: string): readonly string[] | undefined {
  const names = texts(parsed, name)
  return names.length === 0 ? undefined : names
}

function lengthOf(parsed: Parsed, name: string): number | undefined {
  const given = textOf(parsed, name)
  if (given === undefined) return undefined
  const length = given.trim() === '' ? NaN : Number(given)
  if (!(length > 0 && Number.isFinite(length))) {
    throw new UsageError(`--${name} must be a number greater than 0, got '${quote(given)}'.`)
  }
  return length
}

/** The values of parameters; undefined if there are none. */
function parameters(parsed: Parsed): api.ParameterValues | undefined {
  if (texts(parsed, 'param').length === 0) return undefined
  const read = parametersOf(texts(parsed, 'param'))
  if ('problem' in read) throw new UsageError(read.problem)
  return read.values
}

/** Values of parameters and the name of a set; nothing where there are none. */
function values(parsed: Parsed): { parameters?: api.ParameterValues; setName?: string } {
  const setName = textOf(parsed, 'set-name')
  if (setName === '') throw new UsageError('--set-name needs the name of a set of parameter-sets.json.')
  const own = parameters(parsed)
  return { ...(own !== undefined && { parameters: own }), ...(setName !== undefined && { setName }) }
}

function boxOf(parsed: Parsed): [number, number, number, number] | undefined {
  const given = textOf(parsed, 'box')
  if (given === undefined) return undefined
  if (listed(parsed, 'fit') !== undefined) throw new UsageError('Give --fit or --box, not both.')
  const [minX, minY, maxX, maxY, ...more] = given.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  if (more.length > 0 || !(Number(minX) < Number(maxX) && Number(minY) < Number(maxY))) {
    throw new UsageError(
      `--box must be the least x and y and the greatest, as in --box=-10,-5,10,5, got '${quote(given)}'.`,
    )
  }
  return [Number(minX), Number(minY), Number(maxX), Number(maxY)]
}

function portOf(parsed: Parsed): number | undefined {
  const port = integerOf(parsed, 'port', 0)
  if (port !== undefined && port > 65_535) throw new UsageError(`--port must be a port of at most 65535, got ${port}.`)
  return port
}

/** The formats of exports. */
const FORMATS = ['svg', 'png', 'dxf', 'pdf', 'json'] as const

/** The reason why the format of an export file is unknown. */
function unknownFormat(output: string): string {
  const formats = FORMATS.join(', ')
  if (output === '-') return `Standard output has no file ending: give the format with --format (${formats}).`
  return `The ending of ${quote(basename(output))} is not a drawing format: use ${formats}, or --format.`
}

function requireOutput(parsed: Parsed, command: string): string {
  const output = textOf(parsed, 'output')
  if (output === undefined || output === '')
    throw new UsageError('Give the output: -o FILE, or -o - for standard output.', command)
  return output
}

function texts({ values }: Parsed, name: string): readonly string[] {
  const value = values[name]
  return Array.isArray(value) ? value : []
}

function oneOf<const Choice extends string>(
  parsed: Parsed,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = textOf(parsed, name)
  if (value === undefined) return undefined
  const choice = choices.find((candidate) => candidate === value)
  if (choice !== undefined) return choice
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}, got '${quote(value)}'.`)
}
