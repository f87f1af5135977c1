import { parseArgs, type ParseArgsConfig } from 'node:util'

import type * as api from '../../index.js'
import { FAMILIES, type FamilyName } from '../names/family.js'
import { quote } from '../text.js'
import { parametersOf } from './parameters.js'
import { projectsOf, SERVING_HELP, SERVING_OPTIONS, servingOf, type Serving } from './serving.js'
import { UsageError } from './usage-error.js'

export { UsageError } from './usage-error.js'

/** One understood command line. */
export type Command =
  | { readonly name: 'help'; readonly of?: string | undefined }
  | { readonly name: 'version' }
  | { readonly name: 'doctor'; readonly json: boolean; readonly files: Partial<api.WorkspaceOptions> }
  | {
      readonly name: 'mcp'
      readonly options: api.ProjectOptions
      /** The folders by the names of the projects; one that is alone needs none. */
      readonly projects: ReadonlyMap<string, string | undefined>
      readonly serving: Serving
    }
  | {
      readonly name: 'files'
      readonly options: api.WorkspaceOptions
      readonly names?: FamilyName
      readonly serving: Serving
    }
  | { readonly name: 'run'; readonly options: api.ProjectOptions; readonly args: api.RunArguments }
  | { readonly name: 'history'; readonly options: Place; readonly page: api.HistoryArguments }
  | { readonly name: 'purge'; readonly options: Place }
  | { readonly name: 'undo' | 'redo'; readonly options: Place; readonly which: api.UndoArguments }
  | {
      readonly name: 'apply' | 'check'
      readonly options: api.ProjectOptions
      /** The file with the changes. */
      readonly changes: string
      readonly message?: string | undefined
      readonly parameters?: api.ParameterValues | undefined
      /** Where the picture of a check goes. */
      readonly output?: string | undefined
    }
  | {
      readonly name: 'render'
      readonly options: api.ProjectOptions
      readonly output: string
      readonly picture: api.RenderArguments
    }
  | {
      readonly name: 'export'
      readonly options: api.ProjectOptions
      readonly output: string
      readonly file: api.ExportArguments
    }
  | {
      readonly name: 'view'
      readonly options: api.ProjectOptions
      readonly port?: number | undefined
      readonly readOnly?: boolean | undefined
      readonly open?: boolean | undefined
    }

/** Whose history: that of a project, or that of the file tools on some folders. */
export type Place = { readonly project: api.ProjectOptions } | { readonly roots: readonly string[] }

export const HELP = `scenewright: tools for agents that change files and CAD scenes without leaving a mess

Usage:
  scenewright mcp [DIR] [--dir NAME=DIR ...] [--read-only] [--http]
                                           serve the scene tools as an MCP server on stdin and stdout, or by HTTP; with
                                           --dir NAME=DIR those of several projects
  scenewright files [--root DIR ...] [--names FAMILY] [--policy require|warn|off] [--http]
                                           serve the file tools as an MCP server on stdin and stdout, or by HTTP;
                                           without --root in the client's roots, else in the current folder
  scenewright run [DIR]                    run the project and commit its scene
  scenewright render [DIR] -o FILE.png     draw the scene as a PNG picture
  scenewright export [DIR] --format FORMAT [--text text] [--no-fills] -o FILE
                                           write the scene as svg, png, dxf, pdf or json; a dxf has its text as
                                           outlines, or with --text text as text that can be edited, and with
                                           --no-fills outlines alone, e.g. for a laser
  scenewright view [DIR] [--open] [--port N] [--read-only]
                                           serve a page that shows the scene while it is made, to this machine alone;
                                           --open opens it in a browser; where it runs already, say its address
  scenewright apply [DIR] --changes FILE.json [--message TEXT]
                                           make changes to any number of files as one
  scenewright check [DIR] --changes FILE.json [-o FILE.png]
                                           the same without the commit, with a picture of what would be
  scenewright history [DIR] [--limit N]    list the newest changes (default 20)
  scenewright history [DIR] --id ID        show one change as a diff
  scenewright history [DIR] --purge        remove the history for good, with the old contents that it keeps
  scenewright undo [DIR] [--id ID] [--force]
                                           take a change back: the last one, or the one of that id
  scenewright redo [DIR] [--id ID] [--force]
                                           make a change again that was undone
                                           these three with --root DIR [--root DIR ...] for the file tools on the folders
  scenewright doctor [--json]              what is installed, what protects this machine from scripts, and the rules
                                           that the flags of files would set
  scenewright --help | --version

DIR is the project folder: the argument or --dir DIR, else SCENEWRIGHT_DIR, else ~/.ai-native-cad. FILE may be - for
stdin and stdout. FILE.json holds an array of changes as the tool apply takes them, or an object with changes and message.

History:
  --limit N                                rows (1 to 1000)
  --id ID                                  a change, by its id in the history
  --force                                  replace what was changed since; the history keeps it

Picture:
  --width PX, --height PX                  16 to 4096 (default 1600 x 1000)
  --fit NAME                               the entity that fills the picture, or a pattern; may be repeated; last_change
                                           for what the last commit changed
  --box=X,Y,X,Y                            the part of the scene that does: least and greatest x and y
  --theme light|dark                       default light
  --background COLOR                       a CSS colour, or transparent (default the theme's)
  --highlight last_change                  colour what the last commit changed
  --before                                 the scene before the last commit beside it
  --grid, --grid-step LENGTH               grid lines, as far apart as suits or as given
  --rulers                                 rulers along the edges
  --labels, --label NAME                   names beside the outermost entities, or beside these (may be repeated)
  --layer NAME                             only this layer (may be repeated)
  --hairlines                              all lines one pixel wide

Parameters (run, check, render, export):
  --param NAME=VALUE                       a value in place of that in the code, for param(NAME, ...) (may be repeated);
                                           those of run stay until the next run

Scripts (mcp, run, view, apply, check, render, export, undo, redo):
  --time-ms MS                             wall time of one run (default 5000)
  --memory-mb MB                           memory of the child process (default 512)
  --entities N                             entities in a scene (default 200000)
  --modules N                              modules of one run (default 256)
  --output-bytes N                         console output of one run (default 65536)
  --source-bytes N                         source of one file (default 1048576)
  --seed N                                 seed of Math.random
  --clock frozen|real                      what Date says (default frozen)
  --fonts DIR                              a folder of fonts besides the machine's; fontPath reads from it (may be repeated)
  --policy require|warn|off                edits of files that were not read first (default warn)
  --durability fsync|fast                  whether a commit waits for the disk (default fsync)

Files:
  --root DIR                               a folder to work in; relative paths are beneath the first (may be repeated)
  --names gemini|kode|mcp-filesystem       the same tools under the names and with the arguments of Gemini CLI, of
                                           Kode, or of @modelcontextprotocol/server-filesystem (folders may be
                                           given without --root)
  --policy require|warn|off                files that were not read first, or changed since (default require; off
                                           with --names gemini and mcp-filesystem, whose tools ask for no reading)
  --ignore PATTERN                         leave alone what fits, as in .gitignore (may be repeated)
  --deny PATTERN                           neither read, list, search nor change what fits (may be repeated)
  --read-only                              change nothing, but for what --allow-write names
  --allow-write PATTERN                    write what fits also in .git and .scenewright (may be repeated)
  --no-gitignore                           the .gitignore files of the folders do not count
  --global-gitignore                       the excludes of the user's git configuration count as well
  --durability fsync|fast                  whether a commit waits for the disk (default fsync)

${SERVING_HELP}

Each limit has a variable as well, which counts where its flag is absent: SCENEWRIGHT_TIME_MS, _MEMORY_BYTES,
_ENTITIES, _MODULES, _OUTPUT_BYTES, _SOURCE_BYTES.

Exit codes: 0 done, 1 the project or the machine refused, 2 the command line was not understood.
`

/** The sections of the help that are about a command, besides its usage. */
const SECTIONS: { readonly [name: string]: readonly string[] } = {
  mcp: ['Scripts', 'Serving'],
  files: ['Files', 'Serving'],
  run: ['Parameters', 'Scripts'],
  apply: ['Scripts'],
  check: ['Parameters', 'Scripts'],
  render: ['Picture', 'Parameters', 'Scripts'],
  export: ['Parameters', 'Scripts'],
  history: ['History'],
  undo: ['History', 'Scripts'],
  view: ['Scripts'],
  redo: ['History', 'Scripts'],
}

/** The help, or the part of it that is about a command. */
export function helpOf(name: string | undefined): string {
  // A line that goes on is indented further.
  const usage = HELP.match(/^ {2}scenewright .*\n(?: {4,}.*\n)*/gm) ?? []
  const own = usage.filter((line) => line.split(/\s+/)[2] === name)
  if (name === undefined || own.length === 0) return HELP
  const paragraphs = HELP.trimEnd().split('\n\n')
  const isOwn = (paragraph: string): boolean =>
    paragraph.startsWith('Exit codes') ||
    (paragraph.startsWith('DIR is') && own.some((line) => line.includes('[DIR]'))) ||
    (SECTIONS[name] ?? []).some((section) => paragraph.startsWith(section))
  return [`Usage:\n${own.join('').trimEnd()}`, ...paragraphs.filter(isOwn)].join('\n\n')
}

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

const FILES_OPTIONS = {
  names: { type: 'string' },
  root: { type: 'string', multiple: true },
  ignore: { type: 'string', multiple: true },
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
  ...PARAMETER_OPTIONS,
} as const satisfies ParseArgsConfig['options']

const CHANGE_OPTIONS = {
  apply: { changes: { type: 'string' }, message: { type: 'string' } },
  check: { changes: { type: 'string' }, output: { type: 'string', short: 'o' }, ...PARAMETER_OPTIONS },
} as const satisfies { readonly [name: string]: ParseArgsConfig['options'] }

const HISTORY_OPTIONS = {
  limit: { type: 'string' },
  id: { type: 'string' },
  purge: { type: 'boolean' },
  root: { type: 'string', multiple: true },
} as const satisfies ParseArgsConfig['options']

const UNDO_OPTIONS = {
  id: { type: 'string' },
  force: { type: 'boolean' },
  root: { type: 'string', multiple: true },
} as const satisfies ParseArgsConfig['options']

const EXPORT_OPTIONS = {
  output: { type: 'string', short: 'o' },
  format: { type: 'string', short: 'f' },
  text: { type: 'string' },
  'no-fills': { type: 'boolean' },
  ...PARAMETER_OPTIONS,
} as const satisfies ParseArgsConfig['options']

/** Understands a command line, without the program's own name. Throws {@link UsageError}. */
export function parseCommand(argv: readonly string[]): Command {
  const [name, ...rest] = argv
  if (name === undefined) throw new UsageError('No command was given.')
  if (name === '--help' || name === '-h' || name === 'help') return { name: 'help', of: rest[0] }
  if (rest.includes('--help') || rest.includes('-h')) return { name: 'help', of: name }
  switch (name) {
    case '--version':
    case '-v':
      return { name: 'version' }
    case 'doctor': {
      const parsed = parse(rest, { ...FILES_OPTIONS, json: { type: 'boolean' } }, 0)
      return { name, json: parsed.values['json'] === true, files: workspaceOptions(parsed) }
    }
    case 'mcp':
      return mcpCommand(parse(rest, { ...PROJECT_OPTIONS, ...MCP_OPTIONS, ...SERVING_OPTIONS }, 1))
    case 'files':
      return filesCommand(parse(rest, { ...FILES_OPTIONS, ...SERVING_OPTIONS }, Infinity))
    case 'run': {
      const parsed = parse(rest, { ...PROJECT_OPTIONS, ...PARAMETER_OPTIONS }, 1)
      return { name, options: projectOptions(parsed), args: withoutAbsent({ parameters: parameters(parsed) }) }
    }
    case 'apply':
    case 'check': {
      const parsed = parse(rest, { ...PROJECT_OPTIONS, ...CHANGE_OPTIONS[name] }, 1)
      const changes = text(parsed, 'changes')
      if (!changes) throw new UsageError(`${name} needs --changes FILE.json.`)
      const others = withoutAbsent({
        message: text(parsed, 'message'),
        output: text(parsed, 'output'),
        parameters: parameters(parsed),
      })
      return { name, options: projectOptions(parsed), changes, ...others }
    }
    case 'history': {
      const parsed = parse(rest, { ...PROJECT_OPTIONS, ...HISTORY_OPTIONS }, 1)
      const options = placeOf(parsed)
      const page = withoutAbsent<api.HistoryArguments>({ limit: integer(parsed, 'limit', 1), id: text(parsed, 'id') })
      if (parsed.values['purge'] !== true) return { name, options, page }
      if (Object.keys(page).length === 0) return { name: 'purge', options }
      throw new UsageError('--purge removes the whole history: leave --limit and --id out.')
    }
    case 'undo':
    case 'redo': {
      const parsed = parse(rest, { ...PROJECT_OPTIONS, ...UNDO_OPTIONS }, 1)
      const force = parsed.values['force'] === true ? true : undefined
      const which = withoutAbsent<api.UndoArguments>({ id: text(parsed, 'id'), force })
      return { name, options: placeOf(parsed), which }
    }
    case 'view': {
      const own = { port: { type: 'string' }, 'read-only': { type: 'boolean' }, open: { type: 'boolean' } } as const
      const parsed = parse(rest, { ...PROJECT_OPTIONS, ...own }, 1)
      const readOnly = parsed.values['read-only'] === true ? true : undefined
      const open = parsed.values['open'] === true ? true : undefined
      return { name, options: projectOptions(parsed), ...withoutAbsent({ port: portOf(parsed), readOnly, open }) }
    }
    case 'render': {
      const parsed = parse(rest, { ...PROJECT_OPTIONS, ...PICTURE_OPTIONS }, 1)
      return { name, options: projectOptions(parsed), output: requireOutput(parsed), picture: pictureOf(parsed) }
    }
    case 'export': {
      const parsed = parse(rest, { ...PROJECT_OPTIONS, ...EXPORT_OPTIONS }, 1)
      const format = oneOf(parsed, 'format', ['svg', 'png', 'dxf', 'pdf', 'json'])
      if (format === undefined) throw new UsageError('export needs --format svg, png, dxf, pdf or json.')
      const texts = oneOf(parsed, 'text', ['outlines', 'text'])
      const fills = parsed.values['no-fills'] === true ? false : undefined
      const file: api.ExportArguments = {
        format,
        ...(texts !== undefined && { text: texts }),
        ...(fills !== undefined && { fills }),
        ...withoutAbsent({ parameters: parameters(parsed) }),
      }
      return { name, options: projectOptions(parsed), output: requireOutput(parsed), file }
    }
    default:
      throw new UsageError(`There is no command '${quote(name)}'.`)
  }
}

interface Parsed {
  readonly values: { readonly [name: string]: string | boolean | readonly string[] | undefined }
  readonly positionals: readonly string[]
}

function parse(argv: readonly string[], options: ParseArgsConfig['options'], maxPositionals: number): Parsed {
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
  } catch (cause) {
    throw new UsageError(quote(cause instanceof Error ? cause.message : String(cause)), { cause })
  }
  const extra = parsed.positionals[maxPositionals]
  if (extra !== undefined) throw new UsageError(`Unexpected argument '${quote(extra)}'.`)
  return parsed as Parsed
}

function projectOptions(parsed: Parsed): api.ProjectOptions {
  const positional = parsed.positionals[0]
  const flag = text(parsed, 'dir')
  if (positional !== undefined && flag !== undefined) throw new UsageError('Give the folder once: DIR or --dir.')
  const fontFolders = texts(parsed, 'fonts')
  const memoryMb = integer(parsed, 'memory-mb', 1)
  return withoutAbsent<api.ProjectOptions>({
    dir: positional ?? flag,
    policy: oneOf(parsed, 'policy', ['require', 'warn', 'off']),
    durability: oneOf(parsed, 'durability', ['fsync', 'fast']),
    clock: oneOf(parsed, 'clock', ['frozen', 'real']),
    seed: integer(parsed, 'seed', 0),
    fonts: fontFolders.length === 0 ? undefined : { dirs: fontFolders },
    limits: withoutAbsent<api.Limits>({
      timeMs: integer(parsed, 'time-ms', 1),
      memoryBytes: memoryMb === undefined ? undefined : memoryMb * 1024 * 1024,
      entities: integer(parsed, 'entities', 1),
      modules: integer(parsed, 'modules', 0),
      outputBytes: integer(parsed, 'output-bytes', 0),
      sourceBytes: integer(parsed, 'source-bytes', 1),
    }),
  })
}

/** The options of the workspace of `files`, which `doctor` tells the rules of. */
function workspaceOptions(parsed: Parsed, roots: readonly string[] = texts(parsed, 'root')): api.WorkspaceOptions {
  return withoutAbsent<api.WorkspaceOptions>({
    roots: roots.length === 0 ? undefined : roots,
    policy: oneOf(parsed, 'policy', ['require', 'warn', 'off']),
    durability: oneOf(parsed, 'durability', ['fsync', 'fast']),
    ignore: texts(parsed, 'ignore'),
    allowWrite: texts(parsed, 'allow-write'),
    deny: texts(parsed, 'deny'),
    readOnly: parsed.values['read-only'] === true ? true : undefined,
    gitignore: parsed.values['no-gitignore'] === true ? false : undefined,
    globalGitignore: parsed.values['global-gitignore'] === true ? true : undefined,
  })
}

function mcpCommand(parsed: Parsed): Extract<Command, { name: 'mcp' }> {
  const projects = projectsOf(parsed.positionals[0], texts(parsed, 'dir'))
  const { dir: _, ...options } = projectOptions({ ...parsed, positionals: [] })
  const given = withoutAbsent<api.ProjectOptions>({ ...options, dir: projects.get('') })
  return { name: 'mcp', options: given, projects, serving: servingOf(parsed.values) }
}

function filesCommand(parsed: Parsed): Extract<Command, { name: 'files' }> {
  const names = oneOf(parsed, 'names', FAMILIES)
  const first = parsed.positionals[0]
  if (first !== undefined && names !== 'mcp-filesystem') throw new UsageError(`Unexpected argument '${quote(first)}'.`)
  const given = workspaceOptions(parsed, [...texts(parsed, 'root'), ...parsed.positionals])
  const options = withoutAbsent<api.WorkspaceOptions>({ ...given, policy: given.policy ?? policyOf(names) })
  const serving = servingOf(parsed.values)
  return { name: 'files', options, ...(names !== undefined && { names }), serving }
}

/** The policy of a family whose tools ask for no reading. */
function policyOf(names: FamilyName | undefined): 'off' | undefined {
  return names === 'gemini' || names === 'mcp-filesystem' ? 'off' : undefined
}

function placeOf(parsed: Parsed): Place {
  const roots = texts(parsed, 'root')
  const project = projectOptions(parsed)
  if (roots.length === 0) return { project }
  if (project.dir !== undefined) throw new UsageError('Give the project DIR or --root DIR, not both.')
  return { roots }
}

function pictureOf(parsed: Parsed): api.RenderArguments {
  return withoutAbsent<api.RenderArguments>({
    width: integer(parsed, 'width', 1),
    height: integer(parsed, 'height', 1),
    fit: boxOf(parsed) ?? fitOf(parsed),
    theme: oneOf(parsed, 'theme', ['light', 'dark']),
    background: text(parsed, 'background'),
    highlight: oneOf(parsed, 'highlight', ['last_change']),
    before: flag(parsed, 'before'),
    grid: lengthOf(parsed, 'grid-step') ?? flag(parsed, 'grid'),
    rulers: flag(parsed, 'rulers'),
    labels: listed(parsed, 'label') ?? flag(parsed, 'labels'),
    layers: listed(parsed, 'layer'),
    hairlines: flag(parsed, 'hairlines'),
    parameters: parameters(parsed),
  })
}

function fitOf(parsed: Parsed): string | readonly string[] | undefined {
  const names = listed(parsed, 'fit')
  return names?.length === 1 ? names[0] : names
}

function flag({ values }: Parsed, name: string): true | undefined {
  return values[name] === true ? true : undefined
}

function listed(parsed: Parsed, name: string): readonly string[] | undefined {
  const names = texts(parsed, name)
  return names.length === 0 ? undefined : names
}

function lengthOf(parsed: Parsed, name: string): number | undefined {
  const given = text(parsed, name)
  if (given === undefined) return undefined
  const length = given.trim() === '' ? NaN : Number(given)
  if (!(length > 0 && Number.isFinite(length))) {
    throw new UsageError(`--${name} must be a number greater than 0, got '${quote(given)}'.`)
  }
  return length
}

/** The values of parameters; nothing where there are none. */
function parameters(parsed: Parsed): api.ParameterValues | undefined {
  if (texts(parsed, 'param').length === 0) return undefined
  const read = parametersOf(texts(parsed, 'param'))
  if ('problem' in read) throw new UsageError(read.problem)
  return read.values
}

function boxOf(parsed: Parsed): [number, number, number, number] | undefined {
  const given = text(parsed, 'box')
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
  const port = integer(parsed, 'port', 0)
  if (port !== undefined && port > 65_535) throw new UsageError(`--port must be a port of at most 65535, got ${port}.`)
  return port
}

function requireOutput(parsed: Parsed): string {
  const output = text(parsed, 'output')
  if (output === undefined || output === '') throw new UsageError('Say where to write it: -o FILE.')
  return output
}

function text({ values }: Parsed, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

function texts({ values }: Parsed, name: string): readonly string[] {
  const value = values[name]
  return Array.isArray(value) ? value : []
}

function integer(parsed: Parsed, name: string, min: number): number | undefined {
  const value = text(parsed, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= min) return number
  throw new UsageError(`--${name} must be a whole number from ${min}, got '${quote(value)}'.`)
}

function oneOf<const Choice extends string>(
  parsed: Parsed,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = text(parsed, name)
  if (value === undefined) return undefined
  const choice = choices.find((candidate) => candidate === value)
  if (choice !== undefined) return choice
  throw new UsageError(`--${name} must be one of ${choices.join(', ')}, got '${quote(value)}'.`)
}

function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T
}
