import type * as api from '../index.js'
import {
  isObject,
  misuse,
  nameOfType,
  reading,
  requireBase,
  requireFunction,
  requireSignal,
  formatValue,
} from './check.js'
import { nearestName } from './nearest.js'
import { MAX_VALUES } from './wire.js'

/** The wire names of the arguments of a method, or of the entries of a list among them. */
type Names<Arguments> = { readonly [Name in keyof Required<Arguments> & string]: string | List }

/** A list of objects with names of their own. */
interface List {
  readonly wire: string
  readonly entries: Table
}

export type Table = { readonly [name: string]: string | List }

/** An edit by its text and line, or by its anchor. */
const REPLACEMENT = {
  ...{ oldText: 'old_string', newText: 'new_string' },
  replaceAll: 'replace_all',
  expectedReplacements: 'expected_replacements',
  line: 'line',
  anchor: 'anchor',
} as const

type AllOf<Union> = Union extends unknown ? { [Name in keyof Union]: Union[Name] } : never
type KeysOf<Union> = Union extends unknown ? keyof Union : never
type Merged<Union> = { [Name in KeysOf<AllOf<Union>> & string]: unknown }

const COUNT = { replaceAll: 'replace_all', expectedReplacements: 'expected_replacements' } as const
const CODE = { oldText: 'old_code', newText: 'new_code', ...COUNT } as const
const STRING = { oldText: 'old_string', newText: 'new_string', ...COUNT } as const
const OF_HISTORY = { commitId: 'id', offset: 'offset', limit: 'limit' } as const satisfies Names<api.HistoryArguments>
const OF_UNDO = { commitId: 'id', force: 'force' } as const satisfies Names<api.UndoArguments>

const CHANGES = {
  wire: 'changes',
  entries: {
    type: 'type',
    file: 'file',
    ...CODE,
    text: 'code',
    from: 'file',
    to: 'to',
  } satisfies Names<Merged<api.ProposedChange>>,
}

const PICTURE = {
  fit: 'fit',
  before: 'before',
  highlight: 'highlight',
  layers: 'layers',
  parameters: 'parameters',
  setName: 'set_name',
}

/** The arguments of the methods of a project, by the names of the tools. */
export const SCENE_ARGUMENTS = {
  glob: { pattern: 'pattern' } satisfies Names<api.FilesArguments>,
  read: { file: 'file', offset: 'offset', limit: 'limit', numbered: 'numbered' } satisfies Names<api.ReadArguments>,
  edit: { file: 'file', ...CODE } satisfies Names<api.EditArguments>,
  multi_edit: { file: 'file', edits: { wire: 'edits', entries: CODE } } satisfies Names<api.MultiEditArguments>,
  write: { file: 'file', text: 'code' } satisfies Names<api.WriteArguments>,
  apply: { changes: CHANGES, message: 'message' } satisfies Names<api.ApplyArguments>,
  check: {
    changes: CHANGES,
    parameters: 'parameters',
    setName: 'set_name',
    size: 'size',
    fit: 'fit',
    before: 'before',
  } satisfies Names<api.CheckArguments>,
  history: OF_HISTORY,
  undo: OF_UNDO,
  redo: OF_UNDO,
  run: { parameters: 'parameters', setName: 'set_name' } satisfies Names<api.RunArguments>,
  grep: { pattern: 'pattern', file: 'file' } satisfies Names<api.GrepArguments>,
  describe: { domain: 'domain', name: 'name', file: 'file' } satisfies Names<api.ReferenceArguments>,
  inspect: {
    view: 'view',
    name: 'name',
    other: 'other',
    points: 'points',
    x: 'x',
    y: 'y',
    tolerance: 'tolerance',
    depth: 'depth',
    from: 'from',
    to: 'to',
    offset: 'offset',
    limit: 'limit',
    limits: 'set',
    profile: 'profile',
    commit: 'at',
  } satisfies Names<Merged<api.InspectArguments>>,
  render: {
    ...PICTURE,
    width: 'width',
    height: 'height',
    grid: 'grid',
    rulers: 'rulers',
    labels: 'labels',
    hairlines: 'hairlines',
    sheet: 'sheet',
    theme: 'theme',
    background: 'background',
    commit: 'at',
  } satisfies Names<api.RenderArguments>,
  export: {
    format: 'format',
    toFile: 'to',
    toExports: 'path',
    text: 'text',
    fills: 'fills',
    dedupe: 'dedupe',
    sheet: 'sheet',
    highlight: 'highlight',
    commit: 'at',
    parameters: 'parameters',
    setName: 'set_name',
  } satisfies Names<api.ExportArguments>,
} as const satisfies { readonly [Tool in api.SceneToolName]: Table }

/** The arguments of calls of a project that are no tools. */
export const PROJECT_CALL_ARGUMENTS = {
  report: {
    parameters: 'parameters',
    setName: 'set_name',
    rates: 'rates',
    material: 'material',
    thickness: 'thickness',
    format: 'format',
  } satisfies Names<api.ReportArguments>,
  saveParameterSet: { name: 'name', values: 'values' } satisfies Names<api.SaveParameterSetArguments>,
  removeParameterSet: { name: 'name' },
} as const

const SEARCH = { path: 'path', hidden: 'hidden', noIgnore: 'no_ignore' } as const
const EDIT = { path: 'file_path', match: 'match', dryRun: 'dry_run' } as const

/** The arguments of the methods of a workspace, by the names of the tools and of the calls that are not tools. */
export const FILE_ARGUMENTS = {
  Read: { path: 'file_path', offset: 'offset', limit: 'limit', pages: 'pages' } satisfies Names<api.FileReadArguments>,
  Edit: { ...EDIT, ...REPLACEMENT } satisfies Names<Merged<api.FileEditArguments>>,
  MultiEdit: { ...EDIT, edits: { wire: 'edits', entries: REPLACEMENT } } satisfies Names<api.FileMultiEditArguments>,
  Write: {
    path: 'file_path',
    text: 'content',
    allowPlaceholders: 'allow_placeholders',
  } satisfies Names<api.FileWriteArguments>,
  NotebookEdit: {
    path: 'notebook_path',
    cellId: 'cell_id',
    cellNumber: 'cell_number',
    newSource: 'new_source',
    cellType: 'cell_type',
    editMode: 'edit_mode',
  } satisfies Names<api.NotebookEditArguments>,
  Glob: { ...SEARCH, pattern: 'pattern' } satisfies Names<api.FileGlobArguments>,
  Grep: {
    ...SEARCH,
    pattern: 'pattern',
    include: 'include',
    type: 'type',
    outputMode: 'output_mode',
    after: '-A',
    before: '-B',
    context: '-C',
    lineNumbers: '-n',
    ignoreCase: '-i',
    multiline: 'multiline',
    onlyMatching: '-o',
    sort: 'sort',
    limit: 'head_limit',
    offset: 'offset',
  } satisfies Names<api.FileGrepArguments>,
  LS: { path: 'path', ignore: 'ignore' } satisfies Names<api.FileTreeArguments>,
} as const

/** The arguments of the steps of a transaction. */
export const STEP_ARGUMENTS = {
  read: { path: 'file_path' } satisfies Names<api.TransactionReadArguments>,
  edit: { path: 'file_path', ...STRING } satisfies Names<api.TransactionEditArguments>,
  write: {
    path: 'file_path',
    text: 'content',
    lineEnds: 'line_ends',
  } satisfies Names<api.TransactionWriteArguments>,
  delete: { path: 'file_path' } satisfies Names<api.TransactionDeleteArguments>,
  rename: { from: 'from', to: 'to', overwrite: 'overwrite' } satisfies Names<api.TransactionRenameArguments>,
} as const

const OF_FILE_UNDO = { ...OF_UNDO, path: 'file', to: 'to' } as const satisfies Names<api.WorkspaceUndoArguments>

/** The arguments of the calls of a workspace that are not tools. */
export const HISTORY_ARGUMENTS = { history: OF_HISTORY, undo: OF_FILE_UNDO, redo: OF_FILE_UNDO } as const

/** A method's arguments under their wire names, and its options. */
export interface Given {
  readonly args: unknown
  readonly signal: AbortSignal | undefined
  readonly onEvent: ((event: never) => unknown) | undefined
  /** The commit that a change must be based on. */
  readonly base: string | undefined
}

/** The options that may stand beside the arguments of a method. */
type OptionName = 'signal' | 'onEvent' | 'base'

/**
 * Splits the one object that a method is called with. Each value is read once. An unknown name is misuse: a misspelt
 * `signal` would leave a call that nothing cancels.
 */
export function takeArguments(
  who: string,
  table: Table,
  given: readonly unknown[],
  options: readonly OptionName[],
): Given {
  const [first, ...more] = given
  if (more.some((value) => value !== undefined)) {
    throw misuse(
      `${who}: arguments and options are one object, such as { ${options.join(', ')} } beside the arguments.`,
    )
  }
  if (first === undefined) return { args: {}, signal: undefined, onEvent: undefined, base: undefined }
  if (!isObject(first)) throw misuse(`${who}: the arguments must be an object, got ${nameOfType(first)}.`)
  const read = reading(`${who}: the arguments`, () => ({ ...first })) as { readonly [name: string]: unknown }
  const { signal, onEvent, base, ...own } = read
  const known = [...Object.keys(table), ...options]
  for (const [name, value] of Object.entries({ onEvent, base })) {
    if (value !== undefined && !options.includes(name as OptionName)) throw unknownName(who, table, name, known)
  }
  if (onEvent !== undefined) requireFunction(who, 'onEvent', onEvent)
  return {
    args: toWire(who, table, own, known),
    signal: requireSignal(who, signal),
    onEvent: onEvent as Given['onEvent'],
    base: requireBase(who, base),
  }
}

function toWire(who: string, table: Table, given: object, known: readonly string[]): object {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    entries.map(([name, value]): [string, unknown] => {
      const place = Object.hasOwn(table, name) ? table[name] : undefined
      if (place === undefined) throw unknownName(who, table, name, known)
      if (typeof place === 'string') return [place, value]
      // A list that is too long for a call is passed on and refused there.
      if (!Array.isArray(value) || value.length > MAX_VALUES) return [place.wire, value]
      const names = Object.keys(place.entries)
      return [
        place.wire,
        reading(`${who}: ${name}`, () => [...value] as unknown[]).map((entry, index) =>
          isObject(entry)
            ? toWire(
                `${who}: ${name}[${index}]`,
                place.entries,
                reading(who, () => ({ ...entry })),
                names,
              )
            : entry,
        ),
      ]
    }),
  )
}

function unknownName(who: string, table: Table, name: string, known: readonly string[]): Error {
  // An author who knows the tools writes their names: `old_code`, `at`.
  const ofTool = Object.entries(table).find(([, wire]) => (typeof wire === 'string' ? wire : wire.wire) === name)
  const near = ofTool?.[0] ?? nearestName(name, known)
  const guess = near === undefined ? '' : ` Did you mean ${near}?`
  return misuse(`${who}: there is no argument ${formatValue(name)}.${guess} Arguments: ${known.join(', ')}.`)
}
