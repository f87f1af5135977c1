/// <reference types="node" />

/**
 * scenewright: file and CAD-scene tools for AI agents. Every change runs before it counts.
 *
 * Conventions of this file:
 *
 * - A refusal that is to be expected (text not found, a script that throws, a limit) is a *result*. It is told
 *   from success by `status`. Only misuse, a closed project and faults of our own throw, always a
 *   {@link ScenewrightError} with a `code`.
 * - Lines and columns count from 1; columns count UTF-16 code units. Units are in the names (`timeMs`).
 * - Optional means absent: give `undefined` or leave it out, never `null`.
 */

// ---------------------------------------------------------------------------------------------------------
// Errors

/** The stable name of a failure: what a program may branch on. */
export type ErrorKind =
  // The script's own doing.
  | 'syntax'
  | 'reference'
  | 'type'
  | 'range'
  | 'thrown'
  | 'scene'
  | 'module'
  | 'promise'
  | 'invariant'
  // A limit was reached.
  | 'timeout'
  | 'memory'
  | 'stack'
  | 'entities'
  | 'modules'
  | 'source_size'
  // The caller changed its mind.
  | 'cancelled'
  // Ours: the child process failed in a way that is to be reported.
  | 'runner'
  // A tool refused before anything ran.
  | 'invalid_input'
  | 'invalid_name'
  | 'not_found'
  | 'no_match'
  | 'no_change'
  | 'count_mismatch'
  | 'ambiguous_match'
  | 'not_read'
  | 'stale_read'
  | 'already_exists'
  | 'ignored_path'
  | 'notebook'
  | 'parent_missing'
  | 'create_needs_empty'
  | 'unreadable'
  | 'not_permitted'
  | 'hook_failed'
  | 'builtin_module'
  | 'outside_workspace'
  | 'binary_file'
  | 'unsupported_encoding'
  | 'too_large'
  | 'not_ready'
  | 'conflict'
  | 'verify_failed'
  | 'io'
  | 'closed'
  | 'internal'

/** What went wrong, where, and what to do about it. */
export interface ErrorDetails {
  readonly kind: ErrorKind
  /** One or more sentences for a person or a model. */
  readonly message: string
  /** The project file that the failure is in: `main` or the name of a module. */
  readonly file?: string
  /** From 1. */
  readonly line?: number
  /** From 1, in UTF-16 code units. */
  readonly column?: number
  /** The source line with a caret under the place. */
  readonly frame?: string
  /** The script's own call stack, innermost first, one call a line. */
  readonly stack?: string
  /** What to do about it. */
  readonly hint?: string
}

/**
 * Why a {@link ScenewrightError} was thrown:
 *
 * - `closed`: the project was closed before the call.
 * - `invalid_input`: options or arguments that no call can be made of.
 * - `internal`: a fault of ours that a guard caught; please report it.
 * - `unsupported_platform`, `native_missing`, `native_load_failed`, `runner_missing`: the native half cannot be
 *   used. The message says which platform, which file was looked for where, and which command to run.
 */
export type ErrorCode =
  | 'closed'
  | 'invalid_input'
  | 'internal'
  | 'unsupported_platform'
  | 'native_missing'
  | 'native_load_failed'
  | 'runner_missing'

/** Misuse, a closed project, or a fault of our own. Expected refusals are results and never thrown. */
export class ScenewrightError extends Error {
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown })
  readonly name: 'ScenewrightError'
  readonly code: ErrorCode
}

// ---------------------------------------------------------------------------------------------------------
// Results

/** What every result carries besides its own data. */
export interface ResultNotes {
  /** What went through all the same, but deserves a look. Empty when there is nothing to say. */
  readonly warnings: readonly string[]
  /** What the scripts wrote with `console`, a line each, cut at the limit of `outputBytes`. */
  readonly logs: readonly string[]
}

/** The call was refused before anything ran or was written. Files and scene are what they were. */
export interface Refused extends ResultNotes {
  readonly status: 'refused'
  readonly error: ErrorDetails
  /** The same object as `error`, under the name that the tools' answers use. */
  readonly errorInfo: ErrorDetails
}

/** A change ran, failed, and left no trace: files and scene are byte for byte what they were. */
export interface Reverted extends ResultNotes {
  readonly status: 'reverted'
  readonly error: ErrorDetails
  /** The same object as `error`, under the name that the tools' answers use. */
  readonly errorInfo: ErrorDetails
  /** The file that the change was for. Absent for changes that are not about a single file. */
  readonly file?: string
  readonly rolledBack?: true
  readonly timings?: ChangeTimings
}

/** Where the time of a change went, in milliseconds. */
export interface ChangeTimings {
  /** Finding the text and computing the new contents. */
  readonly matchMs: number
  /** Running the scripts. */
  readonly runMs: number
  /** Writing the files and the cache of the scene. */
  readonly commitMs: number
}

/** A box in the scene's unit, y up. */
export interface Bounds {
  readonly min: readonly [x: number, y: number]
  readonly max: readonly [x: number, y: number]
}

/** Length units of a scene. 1 px is 1/96 in. */
export type Units = 'mm' | 'cm' | 'm' | 'in' | 'ft' | 'px'

/** A committed scene in under 2 kB, however large it is. Ask {@link Project.inspect} for names and details. */
export interface SceneSummary {
  /** Shapes and groups. */
  readonly entities: number
  readonly groups: number
  /** Exact, without stroke width; `null` for an empty scene. */
  readonly bounds: Bounds | null
  readonly units: Units
  readonly layers: readonly string[]
  /** What the commit changed. Absent where a scene is told of without a change. */
  readonly changes?: SceneChanges
  /** The commit that this scene came from. */
  readonly transactionId: string
}

/** Names, against the scene before. Long lists are cut, and their last entry counts the rest. */
export interface SceneChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** The summary of a scene that was committed just now. */
export interface CommittedScene extends SceneSummary {
  readonly changes: SceneChanges
}

/** A change that ran and was committed. */
export interface Committed extends ResultNotes {
  readonly status: 'committed'
  readonly scene: CommittedScene
  readonly timings?: ChangeTimings
}

export type EditResult = (Committed & { readonly file: string; readonly replaced: true }) | Reverted | Refused
export type MultiEditResult = EditResult
export type WriteResult = (Committed & { readonly file: string }) | Reverted | Refused
export type RunResult = Committed | Reverted | Refused

/** What became of a source file of a project. */
export interface ChangedSource {
  /** `main` or the name of a module. The name before, for one that was renamed. */
  readonly file: string
  readonly change: 'created' | 'updated' | 'deleted' | 'renamed'
  /** The new name. Only for `renamed`. */
  readonly to?: string
  /** In how many places edits put new text. */
  readonly replaced?: number
}

/** Changes of any number of files that ran together and were committed as one. */
export interface CommittedFiles extends ResultNotes {
  readonly status: 'committed'
  readonly files: readonly ChangedSource[]
  /** Absent when the project has no main. */
  readonly scene?: CommittedScene
  /** The name of this commit in the history. */
  readonly transactionId: string
  readonly timings?: ChangeTimings
}

export type ApplyResult = CommittedFiles | Reverted | Refused

/** Changes that would run: nothing was saved, and the committed scene is what it was. */
export interface Checked extends ResultNotes {
  readonly status: 'ok'
  readonly files: readonly ChangedSource[]
  /** The scene that would be. Absent when the project would have no main. */
  readonly scene?: Omit<CommittedScene, 'transactionId'>
  /** Its picture. Absent without a scene, and when it could not be made, which a warning then explains. */
  readonly png?: Buffer
}

export type CheckResult = Checked | Reverted | Refused

/** A commit, as the history keeps it. */
export interface HistoryEntry {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly time: string
  /** The wire name of the tool that made it. */
  readonly tool: string
  readonly message: string
  /** A file that was renamed is listed as deleted and, under its new name, as created. */
  readonly files: readonly { readonly file: string; readonly change: 'created' | 'updated' | 'deleted' }[]
  /** How many more files there are. Ask for the entry by its id to see them. */
  readonly moreFiles?: number
  /** Absent where there was no main to draw one. */
  readonly scene?: SceneChanges
  /** It was taken back and does not count at the moment. */
  readonly undone: boolean
  /** The commit that this one takes back: that of a change for an undo, that of an undo for a redo. */
  readonly undoes?: string
}

/** A part of a history. */
export interface HistoryPage<Entry> {
  /** Newest first. */
  readonly rows: readonly Entry[]
  /** All there are. */
  readonly total: number
  /** How to go on, when there are more. */
  readonly next?: { readonly offset: number; readonly left: number }
}

export type HistoryResult = Answer<HistoryPage<HistoryEntry>>

/** What was removed for good. */
export interface PurgedHistory {
  /** How many transactions the history had. */
  readonly transactions: number
  /** Of the journal, and of damaged journals that were kept beside it. */
  readonly bytes: number
}

export type PurgeResult = Answer<PurgedHistory>

export type UndoResult =
  | (CommittedFiles & {
      /** The change that was taken back. */
      readonly undone: string
    })
  | Reverted
  | Refused
export type RedoResult =
  | (CommittedFiles & {
      /** The change that was made again. */
      readonly redone: string
    })
  | Reverted
  | Refused

/** The answer to a question, or a refusal. */
export type Answer<Data> = (ResultNotes & { readonly status: 'ok' } & Readonly<Data>) | Refused

export interface FileEntry {
  /** `main`, or the name of a module, without `.js`. */
  readonly name: string
  /** `builtin` files are shipped with the package: they can be read and imported, and not changed. */
  readonly source: 'user' | 'builtin'
  readonly sizeBytes: number
  /** Milliseconds since 1970 UTC. Absent for builtin files. */
  readonly modifiedMs?: number
}

export type GlobResult = Answer<{ files: readonly FileEntry[] }>

export type ReadResult = Answer<{
  file: string
  /** The code, as it is in the file. An empty file is an empty string. */
  code: string
  /** The same as the tools show it: numbered when asked for, cut when long. */
  text: string
}>

export type GrepResult = Answer<{
  matches: readonly { readonly file: string; readonly line: number; readonly text: string }[]
  /** The list was cut. */
  truncated: boolean
  /** The same as the tools show it. */
  text: string
}>

export type DescribeResult = Answer<{
  /** What was asked about, as a page of text. */
  text: string
}>

export type SceneResult = Answer<SceneSummary>

/** What {@link Project.inspect} answers depends on the view; see {@link InspectArguments}. */
export type InspectResult = Answer<{ readonly [field: string]: unknown }>

export type RenderResult = Answer<{
  /** The picture. */
  png: Buffer
  /** Pixels. */
  width: number
  /** Pixels. */
  height: number
}>

export type ExportResult = Answer<{
  format: ExportFormat
  /** Where the file was written, relative to the project folder. Absent when the answer is inline. */
  path?: string
  /** The file itself, when no path was given and it is small. */
  content?: string
  /** How `content` is spelled: text, or base64 for PNG and PDF. */
  encoding?: 'utf8' | 'base64'
}>

// ---------------------------------------------------------------------------------------------------------
// Arguments

export interface CallOptions {
  /**
   * Cancels the call, before it starts or while it runs. A call that was cancelled is refused with kind
   * `cancelled`, within 50 ms, and leaves no trace. A commit that was already being written is finished and
   * reported as committed.
   */
  signal?: AbortSignal
}

export interface GlobArguments {
  /** Full glob syntax (`*`, `**`, `?`, `[a-z]`, `[!x]`, `{a,b}`), matched against names. Default: all. */
  pattern?: string
}

export interface ReadArguments {
  /** `main` or the name of a module. */
  file: string
  /** First line, from 1. */
  offset?: number
  /** Number of lines. */
  limit?: number
  /** Put line numbers in front of the lines of `text`. Default `false`. */
  numbered?: boolean
}

export interface Replacement {
  /**
   * The text to replace, exactly as it is in the file. When it occurs more than once the first place is taken,
   * with a warning that names the others. An empty string creates a file that is missing or empty.
   */
  oldCode: string
  /** What to put there, taken literally. An empty string deletes. */
  newCode: string
  /** Replace every occurrence. Default `false`. */
  replaceAll?: boolean
  /** Refuse unless the text occurs exactly this many times, and replace them all. */
  expectedReplacements?: number
}

export interface EditArguments extends Replacement {
  /** `main` or the name of a module. */
  file: string
}

export interface MultiEditArguments {
  /** `main` or the name of a module. */
  file: string
  /** At least one; each sees the result of the ones before it. All or nothing, and one run. */
  edits: readonly Replacement[]
}

export interface WriteArguments {
  /** `main` or the name of a module. */
  file: string
  /** The whole new contents. */
  code: string
}

/** One of the changes of {@link ApplyArguments}. `type` may be left out where the other fields tell it. */
export type FileChange =
  | ({ type?: 'edit' } & EditArguments)
  | ({ type?: 'write' } & WriteArguments)
  | {
      type: 'delete'
      /** `main` or the name of a module. */
      file: string
    }
  | {
      type?: 'rename'
      /** The name of a module. */
      file: string
      /** The new name, which must be free. */
      to: string
    }

export interface CheckArguments {
  /** At least one; each sees the result of the ones before it. */
  changes: readonly FileChange[]
}

export interface ApplyArguments extends CheckArguments {
  /** What the history says of it, at most 1,000 characters. Default: the names of the files. */
  message?: string
}

export interface HistoryArguments {
  /** Only this commit, with all of its names. */
  id?: string
  /** How many to skip, from the newest. */
  offset?: number
  /** How many rows, 1 to 1,000. Default 20. */
  limit?: number
}

export interface UndoArguments {
  /**
   * A commit of the history. Default: for undo the last change that counts, for redo the change that was undone last,
   * unless something was changed since.
   */
  id?: string
  /** Replace what was changed since. The history keeps what was there. Default `false`. */
  force?: boolean
}

export interface GrepArguments {
  /** A regular expression. Case is ignored unless the pattern has a capital letter. */
  pattern: string
  /** Only this file. Default: main and all modules. */
  file?: string
}

/** At most one of them. None: an overview of the vocabulary. */
export interface DescribeArguments {
  /** A part of the vocabulary, such as `shapes`. */
  domain?: string
  /** One function of the vocabulary, such as `drawCircle`. */
  name?: string
  /** The functions, classes and imports of a file of the project. */
  file?: string
}

/** A question to the committed scene. Long answers come in pages of `limit` rows, 100 by default. */
export type InspectArguments =
  /** Counts, bounds, units, layers, files. */
  | { view: 'info' }
  /** Groups and what is in them, back to front. `name` starts at one group; `depth` levels, 2 by default. */
  | { view: 'tree'; name?: string; depth?: number; offset?: number; limit?: number }
  /** All about one entity. */
  | { view: 'entity'; name: string }
  /** Exact bounds of one entity, or of the whole scene. */
  | { view: 'bounds'; name?: string }
  /** The draw order among siblings, back to front. `name` is the group; the root by default. */
  | { view: 'order'; name?: string; offset?: number; limit?: number }
  /**
   * Area and length of one entity, exact for arcs and curves; the area of what is open is null. `angle` is the direction
   * of a line or the turn of an arc, in radians.
   */
  | { view: 'measure'; name: string }
  /** The smallest distance of two entities with a point of each, and the angle from one line to another. */
  | { view: 'measure'; name: string; other: string }
  /** Distance and direction between two points, or the angle at the second of three. */
  | { view: 'measure'; points: readonly (readonly [x: number, y: number])[] }
  /** The shapes at a point, the front one first: closed ones that hold it, and lines within the tolerance (0.01). */
  | { view: 'at'; x: number; y: number; tolerance?: number; offset?: number; limit?: number }
  /**
   * What was added, removed and changed between two commits, and what of each. `from` and `to` are transaction ids from
   * {@link Project.history}, as they left the scene. By default `to` is the scene as it is, and `from` the one before
   * the last commit, or before `to`.
   */
  | { view: 'difference'; from?: string; to?: string; name?: string; offset?: number; limit?: number }

export interface RenderArguments {
  /** Pixels, 16 to 4096. Default 1600. */
  width?: number
  /** Pixels, 16 to 4096. Default 1000. */
  height?: number
  /** The name of the entity, or the box of the scene, that fills the picture. Default: the whole scene. */
  fit?: string | readonly [minX: number, minY: number, maxX: number, maxY: number]
  /** Colour what the last commit added, changed and removed. */
  highlight?: 'last_change'
  /** Default `light`. */
  theme?: 'light' | 'dark'
  /** A CSS colour; `transparent` and others that are not opaque give a picture with alpha. Default: the theme's. */
  background?: string
}

/** DXF is R2010; PDF is one page at true scale. */
export type ExportFormat = 'svg' | 'png' | 'dxf' | 'pdf' | 'json'

export interface ExportArguments {
  format: ExportFormat
  /** A relative path inside the project's `exports/`. Default: inline when small. */
  path?: string
  /** Of a DXF: text as outlines, or as text that can be edited. Default `outlines`. */
  text?: 'outlines' | 'text'
}

// ---------------------------------------------------------------------------------------------------------
// Tools by their wire names

/** The tools of the scene profile, by the names that agents call. */
export type SceneToolName =
  | 'glob'
  | 'read'
  | 'edit'
  | 'multi_edit'
  | 'write'
  | 'apply'
  | 'check'
  | 'history'
  | 'undo'
  | 'redo'
  | 'run'
  | 'grep'
  | 'describe'
  | 'inspect'
  | 'render'
  | 'export'

/** The object that a tool answers to an agent. */
export interface ToolAnswer {
  readonly success: boolean
  readonly data: unknown
  readonly warnings?: readonly string[]
  readonly logs?: readonly string[]
  /** A sentence, beginning with the place where there is one: `main:3:7: x is not defined`. */
  readonly error?: string
  readonly errorInfo?: ErrorDetails
  /** The picture of `render` and `check`. */
  readonly image?: { readonly data: string; readonly mimeType: 'image/png' }
}

export interface ToolDefinition {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly annotations: {
    readonly readOnlyHint?: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
    readonly openWorldHint?: boolean
  }
}

/**
 * The tools as a host registers them with a model.
 *
 * @example
 * ```ts
 * for (const tool of toolDefinitions('scene')) host.register(tool, (args) => project.callTool(tool.name, args))
 * ```
 */
export function toolDefinitions(profile: 'files' | 'scene'): ToolDefinition[]

// ---------------------------------------------------------------------------------------------------------
// Events

/** A change was committed by this project object. */
export interface CommitEvent {
  readonly type: 'commit'
  readonly scene: CommittedScene
  readonly [field: string]: unknown
}

/** A change ran, failed and was reverted. */
export interface RevertEvent {
  readonly type: 'revert'
  readonly error: ErrorDetails
  readonly [field: string]: unknown
}

/** The product has something to say that belongs to no answer, such as a protection that is not available. */
export interface LogEvent {
  readonly type: 'log'
  readonly message: string
  readonly [field: string]: unknown
}

export interface ProjectEvents {
  commit: CommitEvent
  revert: RevertEvent
  log: LogEvent
}

// ---------------------------------------------------------------------------------------------------------
// The project

/**
 * What one run may use. A run that reaches a limit is stopped, and its change reverted.
 *
 * Where a limit is not given, its environment variable counts: `SCENEWRIGHT_TIME_MS`, `SCENEWRIGHT_MEMORY_BYTES`,
 * `SCENEWRIGHT_ENTITIES`, `SCENEWRIGHT_OUTPUT_BYTES`, `SCENEWRIGHT_SOURCE_BYTES`, `SCENEWRIGHT_MODULES`.
 */
export interface Limits {
  /** Wall time of one run in milliseconds; the answer comes at most 100 ms later. Default 5,000. */
  timeMs?: number
  /** Memory of the child process, at least 32 MiB. Default 512 MiB. */
  memoryBytes?: number
  /** Entities in a scene, groups counted. Default 200,000. */
  entities?: number
  /** Console output; what is over it is cut, and the run goes on. Default 64 KiB. */
  outputBytes?: number
  /** Source of one file. Default 1 MiB. */
  sourceBytes?: number
  /** Modules of one run. Default 256. */
  modules?: number
}

/** Fonts for scripts. They are read by this process, never by the script. */
export interface FontOptions {
  /** Whether the fonts that are installed on the machine are found by name and by their characters. Default `true`. */
  system?: boolean
  /**
   * Folders whose fonts are found as well, with those in folders beneath. Only from these does
   * `drawText(…, { fontPath })` read; without them it throws. Relative ones are beneath the working folder.
   */
  dirs?: readonly string[]
}

export interface ProjectOptions {
  /**
   * The project folder. It need not exist: the first commit makes it.
   *
   * 1. this option
   * 2. the environment variable `SCENEWRIGHT_DIR`
   * 3. `.ai-native-cad` in the home folder
   */
  dir?: string
  /** What an edit of a file that was not read first gets: refusal, a warning, or nothing. Default `warn`. */
  policy?: 'require' | 'warn' | 'off'
  /**
   * Where scripts run.
   *
   * - `process` (default): in a child process that every limit is enforced on; the only mode for code from a model.
   * - `thread`: on a thread of this process, for scripts that the host itself wrote. A loop that does not end is
   *   answered at `timeMs`, but its thread goes on; `memoryBytes` is not enforced; a stack that overflows or memory that
   *   runs out ends this process; a fault of the engine can read what this process holds.
   */
  isolation?: 'process' | 'thread'
  limits?: Limits
  /** `fsync` (default) survives a power cut; `fast` does not wait for the disk. */
  durability?: 'fsync' | 'fast'
  /**
   * How large the journal with the history may become, in bytes; the oldest commits are forgotten first. 64 KiB to
   * 16 GiB, default 64 MiB. Of several objects on one folder in a process, the first decides.
   */
  historyBytes?: number
  /** Seed of `Math.random`: same files and same seed give the same scene. A whole number. Default 0. */
  seed?: number
  /** What `Date` says to scripts. `frozen` (default) is one instant for ever; `real` is the clock. */
  clock?: 'frozen' | 'real'
  /** Whether scripts can import the modules that are shipped with the package. Default `true`. */
  builtins?: boolean
  /** Which fonts texts can be set in, besides the built-in one. Default: those of the machine. */
  fonts?: FontOptions
  /** What {@link Project.exportState} gave, to go on after a restart as the same session. */
  state?: string
}

/**
 * A CAD project: a folder of JavaScript that draws a scene.
 *
 * Every change is run before it counts. One that fails is reverted: nothing was written, and the scene is what
 * it was. Calls on one object may overlap; they are queued and each is judged alone. Any number of objects, in
 * one process or several, may work on one folder.
 *
 * @example
 * ```ts
 * const project = await Project.open({ dir: 'town' })
 * await project.read({ file: 'main' })
 * const result = await project.edit({ file: 'main', oldCode: 'radius = 4', newCode: 'radius = 5' })
 * if (result.status === 'committed') console.log(result.scene.entities)
 * else console.log(result.error.kind, result.error.message, result.error.frame)
 * await project.close()
 * ```
 */
export class Project {
  private constructor(...internal: never[])

  /**
   * Opens a project. Cheap: nothing is read, written or run before the first call.
   *
   * @throws {ScenewrightError} `invalid_input` for options that make no sense, or one of the `native_…` codes
   *   when the native half cannot be used.
   */
  static open(options?: ProjectOptions): Promise<Project>

  /** The project folder, absolute. */
  readonly dir: string

  /** Lists `main` and the modules. */
  glob(args?: GlobArguments, options?: CallOptions): Promise<GlobResult>

  /** Reads a file, and remembers that this session has read it. */
  read(args: ReadArguments, options?: CallOptions): Promise<ReadResult>

  /** Replaces text in one file, runs the project, and commits or reverts. */
  edit(args: EditArguments, options?: CallOptions): Promise<EditResult>

  /** Several replacements in one file, one run. */
  multiEdit(args: MultiEditArguments, options?: CallOptions): Promise<MultiEditResult>

  /** Creates or replaces a whole file, runs the project, and commits or reverts. */
  write(args: WriteArguments, options?: CallOptions): Promise<WriteResult>

  /**
   * Changes any number of files as one, runs the project once, and commits all or nothing.
   *
   * @example
   * ```ts
   * await project.apply({
   *   message: 'rename drawHouse to drawHome',
   *   changes: [
   *     { file: 'houses', oldCode: 'function drawHouse', newCode: 'function drawHome' },
   *     { file: 'main', oldCode: 'drawHouse(', newCode: 'drawHome(', replaceAll: true },
   *   ],
   * })
   * ```
   */
  apply(args: ApplyArguments, options?: CallOptions): Promise<ApplyResult>

  /** Everything that {@link Project.apply} does but the commit: the error, or the scene that would be. */
  check(args: CheckArguments, options?: CallOptions): Promise<CheckResult>

  /**
   * The commits, newest first, also those of other objects and processes on the folder. A run is not one. `warnings` tell
   * of a journal that is damaged, and of what is lost.
   */
  history(args?: HistoryArguments, options?: CallOptions): Promise<HistoryResult>

  /**
   * Removes the history and all old contents of files that it keeps, for good: nothing before can be undone then. For a
   * secret that was in a file once. The files themselves are not touched. No tool: only a host or a person can ask for it.
   */
  purgeHistory(options?: CallOptions): Promise<PurgeResult>

  /**
   * Brings back files and scene from before a commit, after a run of them; the undo is a commit itself. Refused with
   * kind `conflict` when one of the files was changed since, unless forced.
   */
  undo(args?: UndoArguments, options?: CallOptions): Promise<UndoResult>

  /** Makes a change again that was undone. */
  redo(args?: UndoArguments, options?: CallOptions): Promise<RedoResult>

  /** Runs `main` as it is on disk and commits the scene. */
  run(options?: CallOptions): Promise<RunResult>

  /** Searches `main` and the modules, line by line. */
  grep(args: GrepArguments, options?: CallOptions): Promise<GrepResult>

  /** Explains the vocabulary that scripts draw with, or lists what a file declares. */
  describe(args?: DescribeArguments, options?: CallOptions): Promise<DescribeResult>

  /** Asks the committed scene. */
  inspect(args: InspectArguments, options?: CallOptions): Promise<InspectResult>

  /** Draws the committed scene. */
  render(args?: RenderArguments, options?: CallOptions): Promise<RenderResult>

  /** Writes the committed scene in a file format. */
  export(args: ExportArguments, options?: CallOptions): Promise<ExportResult>

  /** The summary of the committed scene. */
  scene(options?: CallOptions): Promise<SceneResult>

  /**
   * Calls a tool by its wire name, with wire arguments, and answers what an agent would see. Never throws for
   * a refusal.
   *
   * @example
   * ```ts
   * await project.callTool('edit', { file: 'main', old_code: 'a', new_code: 'b' })
   * ```
   */
  callTool(name: SceneToolName, args?: object, options?: CallOptions): Promise<ToolAnswer>
  callTool(name: string, args?: object, options?: CallOptions): Promise<ToolAnswer>

  /**
   * Adds a listener. Listeners do not keep the process alive. One that throws breaks nothing: what it threw is
   * reported as a process warning.
   */
  on<Name extends keyof ProjectEvents>(event: Name, listener: (event: ProjectEvents[Name]) => void): this

  /** Removes a listener that {@link Project.on} added. */
  off<Name extends keyof ProjectEvents>(event: Name, listener: (event: ProjectEvents[Name]) => void): this

  /** What this session has read, as JSON for the option `state`. No file contents are in it. */
  exportState(): string

  /** Waits until everything is on disk, the cache of a large scene included. */
  flush(): Promise<void>

  /**
   * Waits for calls in flight, flushes, and ends the child processes with the last project. Later calls throw `closed`.
   * When it resolves, the threads and descriptors of the session are gone. A worker thread that ends cancels the calls of
   * the projects that it opened, and closes them.
   */
  close(): Promise<void>

  /** {@link Project.close}, for `await using` where the runtime has it. */
  [Symbol.asyncDispose](): Promise<void>
}

/** The version of this package. */
export const version: string

// ---------------------------------------------------------------------------------------------------------
// The workspace: file tools

/** What every answer of a file tool carries besides its own data. */
export interface Shown {
  /** The text for the model, within the caps of the tool. */
  readonly assistant: string
  /** For a person's terminal: a headline and a few lines, plain text without escape codes. */
  readonly display: string
}

/** Why a file tool refused. `docs/errors.md` lists every kind and code, and what to do. */
export interface FileError extends ErrorDetails {
  /** The number that clients of these tools know, where there is one. */
  readonly errorCode?: number
  /** What else is known, under the names of the tool's wire. */
  readonly meta?: { readonly [name: string]: unknown }
}

/** The call was refused, and nothing was changed. The message says what to do next. */
export interface FileRefused extends Shown {
  readonly status: 'refused'
  readonly error: FileError
}

/** A group of changed lines, as in a unified diff. */
export interface PatchHunk {
  /** From 1; 0 where there are no lines. */
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** Each begins with a space, `+` or `-`; `\ No newline at end of file` follows a line that has none. */
  readonly lines: readonly string[]
}

/** What every change of a file answers. */
export interface FileChanged extends Shown {
  /** As it was given. */
  readonly filePath: string
  /** At most 5,000 lines and 256 KiB. */
  readonly structuredPatch: readonly PatchHunk[]
  /**
   * `structuredPatch` and `diff` do not hold all that changed: they hold the first of the changes, as a patch that makes
   * those and no others. `added` and `removed` count all. Absent when they are whole.
   */
  readonly truncated?: true
  /** The changed places with line numbers and 4 lines of context around each: at most 400 lines. */
  readonly snippet: string
  /** A unified diff; a last line in words says when it is truncated. */
  readonly diff: string
  /** Lines, those that a truncated patch leaves out counted. */
  readonly added: number
  /** Lines, as with `added`. */
  readonly removed: number
  /** For {@link Workspace.undo}. Absent in a dry run. */
  readonly transactionId?: string
  /** The host's `confirm` put another text in place of the proposed one. */
  readonly modifiedByUser?: true
  readonly warnings: readonly string[]
}

/** Where a flexible match was found, and what it tolerated. */
export interface FlexibleMatch {
  readonly tier: 'trailing_whitespace' | 'indentation' | 'whitespace_runs' | 'punctuation'
  readonly firstLine: number
  readonly lastLine: number
}

/** How one edit went. */
export interface EditOutcome {
  /** In how many places. */
  readonly replacements: number
  /** Only where the exact text was not found, and `match` is `flexible`. */
  readonly flexible?: FlexibleMatch
  /** The host's `correct` repaired the edit. */
  readonly corrected?: true
  readonly correction?: {
    readonly given: { readonly oldString: string; readonly newString: string }
    readonly used: { readonly oldString: string; readonly newString: string }
  }
}

export type FileEditResult = (FileChanged & EditOutcome & { readonly status: 'applied' | 'dry_run' }) | FileRefused

export type FileMultiEditResult =
  | (FileChanged & {
      readonly status: 'applied' | 'dry_run'
      /** Over all edits. */
      readonly replacements: number
      /**
       * In the order of the edits. The lines are those of the text as the edits before had left it, at most 1,000 for each
       * edit; `truncated` where there are more.
       */
      readonly edits: readonly (EditOutcome & { readonly lines: readonly number[]; readonly truncated?: true })[]
    })
  | FileRefused

export type FileWriteResult =
  | (FileChanged & { readonly status: 'created' | 'updated'; readonly type: 'create' | 'update'; readonly content: string })
  | FileRefused

export type NotebookEditResult =
  | (FileChanged & {
      readonly status: 'applied'
      readonly editMode: 'replace' | 'insert' | 'delete'
      /** From 0. */
      readonly cellNumber: number
      readonly cellId?: string
      readonly cellType: string
      readonly language?: string
      readonly oldSource?: string
      readonly newSource: string
    })
  | FileRefused

/** Text of a file, without line numbers; they are in `assistant`. */
export interface FileText {
  readonly type: 'text'
  readonly filePath: string
  /** The lines that were asked for, with LF line ends; lines over 2,000 characters are cut, with a marker. */
  readonly content: string
  readonly startLine: number
  readonly numLines: number
  readonly totalLines: number
  /** There is more behind the last line given. */
  readonly truncated: boolean
  readonly encoding: string
  /** The file changed outside of this session since it was last read. */
  readonly reminder?: string
}

export interface FileImage {
  readonly type: 'image'
  readonly filePath: string
  readonly base64: string
  readonly mediaType: string
  readonly width: number
  readonly height: number
  readonly originalWidth: number
  readonly originalHeight: number
}

export interface NotebookCell {
  /** From 0. */
  readonly index: number
  readonly id?: string
  readonly cellType: string
  readonly source: string
  readonly executionCount?: number
  readonly outputs?: readonly {
    readonly outputType: string
    readonly text?: string
    readonly images?: readonly { readonly mediaType: string; readonly base64: string }[]
  }[]
}

export interface FileNotebook {
  readonly type: 'notebook'
  readonly filePath: string
  readonly language?: string
  readonly cells: readonly NotebookCell[]
}

export type FileReadResult =
  | (FileText & Shown & { readonly status: 'ok'; readonly warnings: readonly string[] })
  | (FileImage & Shown & { readonly status: 'ok'; readonly warnings: readonly string[] })
  | (FileNotebook & Shown & { readonly status: 'ok'; readonly warnings: readonly string[] })
  | FileRefused

/** What a search left out, counted, and why it is not whole if it is not. */
export interface SearchNotes extends Shown {
  readonly status: 'ok'
  readonly durationMs: number
  /** The list was cut. */
  readonly truncated: boolean
  /** What was not looked at. */
  readonly skipped: { readonly [reason: string]: number }
  /** Why the answer is not whole: folders or files that could not be read, lines too long, time. Absent when it is. */
  readonly partial?: readonly string[]
  readonly warnings: readonly string[]
}

export type FileGlobResult =
  | (SearchNotes & {
      /** Newest modified first. Relative to the first root, or absolute: as the other tools take them. */
      readonly filenames: readonly string[]
      readonly numFiles: number
      readonly totalFiles: number
    })
  | FileRefused

export interface GrepLine {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly text: string
  /** A line of context, not a match. */
  readonly isContext?: true
}

export type FileGrepResult =
  | (SearchNotes & {
      readonly mode: 'files_with_matches' | 'content' | 'count'
      readonly filenames: readonly string[]
      readonly numFiles: number
      readonly totalFiles: number
      /** For `content`. */
      readonly lines?: readonly GrepLine[]
      /** For `count`: matches of each file, in the order of `filenames`. */
      readonly counts?: readonly number[]
      readonly numMatches?: number
    })
  | FileRefused

export type FileListResult =
  | (SearchNotes & {
      /** The tree, as the model sees it. */
      readonly tree: string
      readonly numEntries: number
    })
  | FileRefused

export interface FileReadArguments {
  /** Relative to the first root, or absolute inside any. Links are followed where they stay inside their root. */
  filePath: string
  /** First line, from 1; 0 means 1. */
  offset?: number
  /** Number of lines. Default 2,000. */
  limit?: number
}

export interface FileReplacement {
  /** The text to replace; line ends of any kind match line ends of any kind. Empty creates a file. */
  oldString: string
  /** What to put there, taken literally. An empty string deletes. */
  newString: string
  /** Replace every occurrence. Default `false`. */
  replaceAll?: boolean
  /** Refuse unless the text occurs exactly this many times, and replace them all. */
  expectedReplacements?: number
}

interface EditWays {
  /** See {@link FileReadArguments}. */
  filePath: string
  /**
   * `flexible` tolerates, where the exact text is not found and only one place fits: trailing white space, then
   * indentation (the new text is indented alike), then runs of white space, then typographic punctuation. Default `exact`.
   */
  match?: 'exact' | 'flexible'
  /** Check everything and answer the patch, and write nothing. */
  dryRun?: boolean
}

export interface FileEditArguments extends FileReplacement, EditWays {}

export interface FileMultiEditArguments extends EditWays {
  /** At least one; each sees the result of the ones before it. All or nothing. */
  edits: readonly FileReplacement[]
}

export interface FileWriteArguments {
  /** See {@link FileReadArguments}. Folders on the way are made. */
  filePath: string
  /** The whole content. Encoding and line end of an old file are kept. */
  content: string
}

export interface NotebookEditArguments {
  notebookPath: string
  cellId?: string
  /** From 0. */
  cellNumber?: number
  newSource: string
  cellType?: 'code' | 'markdown' | 'raw'
  /** Default `replace`. */
  editMode?: 'replace' | 'insert' | 'delete'
}

interface SearchWays {
  /** The folder to search in. Default: the first root. */
  path?: string
  /** Also hidden files. Default `false`. */
  hidden?: boolean
  /** Also what `.gitignore` leaves out. Default `false`. */
  noIgnore?: boolean
}

export interface FileGlobArguments extends SearchWays {
  /** `*`, `**`, `?`, `[a-z]`, `[!x]`, `{a,b}`. Without `/`: at any depth. */
  pattern: string
}

export interface FileGrepArguments extends SearchWays {
  /** A regular expression in the syntax of Rust's regex. Without capitals it ignores case, unless `ignoreCase` is given. */
  pattern: string
  /** Only files that fit this glob. */
  include?: string
  /** Only files of a type of ripgrep's: `js`, `py`, `rust`. */
  type?: string
  /** Default `files_with_matches`. */
  outputMode?: 'files_with_matches' | 'content' | 'count'
  /** Lines after each match. */
  after?: number
  /** Lines before each match. */
  before?: number
  /** Lines before and after each match. */
  context?: number
  lineNumbers?: boolean
  ignoreCase?: boolean
  multiline?: boolean
  headLimit?: number
  offset?: number
}

export interface FileListArguments {
  path: string
  /** Globs to leave out. */
  ignore?: readonly string[]
}

/** The wire names of the file tools. */
export type FileToolName = 'Read' | 'Write' | 'Edit' | 'MultiEdit' | 'Glob' | 'Grep' | 'LS' | 'NotebookEdit'

/** What {@link Workspace.callTool} answers: the object of the tool under its fixed wire names. */
export interface FileToolAnswer extends Shown {
  /** Whether it went well. */
  readonly result: boolean
  /** Of a refusal. */
  readonly message?: string
  readonly errorCode?: number
  readonly kind?: ErrorKind
  readonly [field: string]: unknown
}

/** What {@link WorkspaceOptions.confirm} is shown. */
export interface ConfirmRequest {
  readonly tool: FileToolName
  /** Absolute. */
  readonly filePath: string
  /** `null` for a new file. */
  readonly originalContent: string | null
  readonly newContent: string
  readonly diff: string
  /** The diff does not hold all that changed, as in {@link FileChanged}. */
  readonly truncated?: true
  readonly added: number
  readonly removed: number
}

export type ConfirmAnswer = 'proceed' | 'cancel' | boolean | { readonly newContent: string }

/** What {@link WorkspaceOptions.correct} is shown. */
export interface CorrectRequest {
  readonly tool: FileToolName
  /** Absolute. */
  readonly filePath: string
  readonly oldString: string
  readonly newString: string
  /** The text as the edits before have left it. */
  readonly content: string
  /** The nearest place and why it is not the same. */
  readonly diagnosis: string | null
  /** Which edit of a MultiEdit, from 1. */
  readonly edit: number | null
}

export interface PermissionRequest {
  readonly tool: FileToolName
  /** Absolute, links followed. */
  readonly path: string
  readonly access: 'read' | 'write'
}

/** What {@link WorkspaceOptions.onCall} is told of every call. */
export interface CallRecord {
  readonly tool: FileToolName
  readonly outcome: 'ok' | 'applied' | 'dry_run' | 'created' | 'updated' | 'refused'
  /** Of a refusal. */
  readonly kind?: ErrorKind
  readonly durationMs: number
  /** Read or written. */
  readonly bytes: number
  /** Lines. */
  readonly added: number
  /** Lines. */
  readonly removed: number
}

/** Whether a file still is what the session read or wrote last. */
export interface FreshnessCheck {
  /** The bytes are those that the session knows. False for a file that it never read. */
  readonly isFresh: boolean
  /** The file was read, and its bytes differ or it is gone. */
  readonly conflict: boolean
  /** Milliseconds since 1970 UTC. */
  readonly lastRead?: number
  /** Milliseconds since 1970 UTC. Absent when there is no file. */
  readonly currentModified?: number
  /** Why the file could not be examined. It is not fresh then. */
  readonly error?: ErrorDetails
}

interface FileEvent<Type extends string> {
  readonly type: Type
  /** Relative to the first root, or absolute. */
  readonly path: string
  /** Milliseconds since 1970 UTC. */
  readonly timestamp: number
}

/** The events of a workspace session. Times of files are milliseconds since 1970 UTC, as `mtimeMs` of `fs.Stats`. */
export interface WorkspaceEvents {
  'file:read': FileEvent<'file:read'> & { readonly size: number; readonly modified: number }
  'file:edited': FileEvent<'file:edited'> & {
    readonly operation: 'create' | 'update'
    readonly source: 'agent'
    /** Bytes. */
    readonly contentLength: number
    /** Only for listeners that asked for contents. */
    readonly content?: string
    readonly oldContent?: string
  }
  'file:conflict': FileEvent<'file:conflict'> & {
    readonly lastRead: number
    readonly lastModified: number
    /** `null` when the file is gone. */
    readonly currentModified: number | null
    readonly sizeDiff: number
  }
  'file:modified': FileEvent<'file:modified'> & { readonly reminder: string }
  'file:changed': FileEvent<'file:changed'> & {
    /** Whose watches saw it. */
    readonly ids: readonly string[]
    /** `null` where there is no file. */
    readonly current: { readonly mtimeMs: number; readonly size: number } | null
    readonly previous: { readonly mtimeMs: number; readonly size: number } | null
  }
}

// ---------------------------------------------------------------------------------------------------------
// The workspace: transactions on the files of any folder

/** Nothing was changed. */
export interface WorkspaceRefused {
  readonly status: 'refused'
  readonly error: ErrorDetails
}

/** A file that a transaction changed. Relative to the first root, with `/`; absolute in another root. */
export interface ChangedFile {
  readonly path: string
  readonly change: 'created' | 'updated' | 'deleted' | 'renamed'
  /** Where a renamed file was. */
  readonly from?: string
}

/** What {@link TransactionOptions.verify} is told. */
export interface VerifyRequest {
  readonly transactionId: string
  readonly files: readonly ChangedFile[]
}

export interface TransactionOptions {
  /**
   * Looks at the files when all of them are in place and none of them counts yet, so that a type checker or a test can
   * read them. When it answers `false` or throws, every file is put back.
   *
   * Other transactions on the folders wait meanwhile, and so do `undo` and `redo`; in another process for at most ten
   * minutes (`conflict`). One that `verify` itself makes on the same folders is refused.
   */
  verify?: (request: VerifyRequest) => boolean | void | Promise<boolean | void>
  /** What the history says of the transaction. Default: the first file and the number of the others. */
  message?: string
  /**
   * Cancels the transaction: before its files are in place it is `refused`, while it is verified it is `reverted`, both
   * with kind `cancelled`. A commit that is already being written is finished.
   */
  signal?: AbortSignal
}

/** All files are as the body left them. */
export interface TransactionCommitted<Value> {
  readonly status: 'committed'
  /** For {@link Workspace.undo}. A transaction that changed nothing has no entry in the history. */
  readonly transactionId: string
  readonly files: readonly ChangedFile[]
  /** What the body answered. */
  readonly value: Value
  readonly warnings: readonly string[]
}

/**
 * The files were put back: bytes, modes, links, files and folders that were not there. The kind is `verify_failed` when
 * `verify` answered false or threw, or the body answered false, `cancelled` when the signal aborted meanwhile, `closed`
 * when the workspace was closed.
 */
export interface TransactionReverted {
  readonly status: 'reverted'
  readonly error: ErrorDetails
  /** What `verify` threw. */
  readonly cause?: unknown
}

/** `refused` with kind `conflict` when somebody else changed a file that the body had looked at. */
export type TransactionResult<Value> = TransactionCommitted<Value> | TransactionReverted | WorkspaceRefused

export interface TransactionReadArguments {
  /** Relative to the first root, or absolute inside any. Links are followed where they stay inside their root. */
  filePath: string
}

export interface TransactionEditArguments {
  /** See {@link TransactionReadArguments}. */
  filePath: string
  /**
   * The text to replace, exactly as it is in the file; line ends of any kind match line ends of any kind. It must occur
   * once. An empty string creates a file that is missing, empty or white space.
   */
  oldString: string
  /** What to put there, taken literally. An empty string deletes. */
  newString: string
  /** Replace every occurrence. Default `false`. */
  replaceAll?: boolean
  /** Refuse unless the text occurs exactly this many times, and replace them all. */
  expectedReplacements?: number
}

export interface TransactionWriteArguments {
  /** See {@link TransactionReadArguments}. Folders on the way are made. */
  filePath: string
  /** The whole text. A file that is there keeps its encoding and line ends; a new one is UTF-8 with LF. */
  content: string
}

export interface TransactionDeleteArguments {
  /** A file, or a link, which is removed itself. */
  filePath: string
}

export interface TransactionRenameArguments {
  /** A file of any kind, which keeps its bytes and mode, or a link, which is moved itself. */
  from: string
  to: string
  /** Replace a file that is there, whose mode stays. Default `false`. */
  overwrite?: boolean
}

export type TransactionReadResult =
  | {
      readonly status: 'ok'
      /** The text as this transaction would leave it, with LF line ends and without a byte order mark. */
      readonly content: string
    }
  | (WorkspaceRefused & { readonly content?: undefined })

export type TransactionEditResult =
  | {
      readonly status: 'applied'
      readonly replacements: number
      /** Where the first 1,000 occurrences began, from 1. */
      readonly lines: readonly number[]
      /** There were more occurrences. */
      readonly truncated?: true
    }
  | WorkspaceRefused

export type TransactionWriteResult =
  | { readonly status: 'applied'; readonly type: 'create' | 'update' }
  | WorkspaceRefused

export type TransactionChangeResult = { readonly status: 'applied' } | WorkspaceRefused

/**
 * What the body of a transaction works with. Nothing of it is on disk until the body has returned. A call that is
 * refused leaves the draft as it was; the body decides what to make of that. After the end of the body every call
 * throws `closed`.
 */
export interface WorkspaceTransaction {
  read(args: TransactionReadArguments, options?: CallOptions): Promise<TransactionReadResult>
  edit(args: TransactionEditArguments, options?: CallOptions): Promise<TransactionEditResult>
  write(args: TransactionWriteArguments, options?: CallOptions): Promise<TransactionWriteResult>
  delete(args: TransactionDeleteArguments, options?: CallOptions): Promise<TransactionChangeResult>
  rename(args: TransactionRenameArguments, options?: CallOptions): Promise<TransactionChangeResult>
}

/** An undo or redo is a transaction of its own, with an entry in the history. */
export interface TakenBack {
  readonly status: 'committed'
  readonly transactionId: string
  readonly files: readonly ChangedFile[]
  /** Files that somebody had changed since; only with `force`. */
  readonly overwritten: readonly string[]
  readonly warnings: readonly string[]
}

export type WorkspaceUndoResult = (TakenBack & { readonly undone: string }) | WorkspaceRefused
export type WorkspaceRedoResult = (TakenBack & { readonly redone: string }) | WorkspaceRefused

export interface WorkspaceHistoryEntry {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly time: string
  /** `transaction`, `undo` or `redo`. */
  readonly tool: string
  readonly message: string
  /** A file that was renamed is listed as deleted and, under its new name, as created. */
  readonly files: readonly ChangedFile[]
  /** How many more files there are. Ask for the entry by its id to see them. */
  readonly moreFiles?: number
  /** Another transaction took it back. */
  readonly undone: boolean
  /** The transaction that it takes back. */
  readonly undoes?: string
}

export type WorkspaceHistoryResult =
  | ({
      readonly status: 'ok'
      /** Of a journal that is damaged, and of what is lost. */
      readonly warnings: readonly string[]
    } & HistoryPage<WorkspaceHistoryEntry>)
  | WorkspaceRefused

export type WorkspacePurgeResult =
  | ({ readonly status: 'ok'; readonly warnings: readonly string[] } & PurgedHistory)
  | WorkspaceRefused

export interface WorkspaceOptions {
  /** The folder, which must exist. Give this or `roots`. */
  root?: string
  /** Several folders, none inside another. Relative paths are beneath the first. */
  roots?: readonly string[]
  /**
   * Where the journal and the history are kept, in a folder named by the roots; made when the first transaction is.
   *
   * 1. this option
   * 2. the environment variable `SCENEWRIGHT_STATE_DIR`
   * 3. `$XDG_STATE_HOME/scenewright` or `~/.local/state/scenewright`; `~/Library/Application Support/scenewright` on
   *    macOS; `%LOCALAPPDATA%\scenewright` on Windows
   */
  stateDir?: string
  /** `fsync` (default) survives a power cut; `fast` does not wait for the disk. */
  durability?: 'fsync' | 'fast'
  /** How large the journal with the old contents may be; the oldest go first. At least 64 KiB. Default 64 MiB. */
  historyBytes?: number
  limits?: {
    /** Larger files are refused (`too_large`). At most 1 GiB. Default 64 MiB. */
    fileBytes?: number
    /** A search that takes longer answers what it has, and says so. Default 30,000. */
    searchMs?: number
  }
  /** What happens to a file that was not read in this session, or changed since. Default `require`: it is refused. */
  policy?: 'require' | 'warn' | 'off'
  /** Folders and files that the tools leave alone, in the syntax of `.gitignore`, beneath every root. */
  ignore?: readonly string[]
  /**
   * Protected files that may be written all the same, in the syntax of `.gitignore`, beneath every root. Without it
   * nothing in a folder called `.git` or `.scenewright` is written, nor a file of these names. Default none.
   */
  allowWrite?: readonly string[]
  /** Whether the `.gitignore` files of the folders count. Default `true`. */
  gitignore?: boolean
  /** What {@link Workspace.exportState} gave. */
  state?: string
  /**
   * Sees every change of a single file before anything is written: `proceed`, `cancel`, or another content in its
   * place. One that throws, or answers something else, refuses the change.
   */
  confirm?: (request: ConfirmRequest) => ConfirmAnswer | Promise<ConfirmAnswer>
  /** May repair an edit whose text has no place. The repaired edit must match exactly and once. */
  correct?: (
    request: CorrectRequest,
  ) => FileReplacementTexts | null | undefined | void | Promise<FileReplacementTexts | null | undefined | void>
  /** Whether a tool may touch a path. One that throws refuses. */
  permission?: (
    request: PermissionRequest,
  ) => boolean | { readonly reason: string } | Promise<boolean | { readonly reason: string }>
  /** Is told of every call of a tool when it is over. What it throws is a process warning. */
  onCall?: (record: CallRecord) => void | Promise<void>
}

/** The texts of a repaired edit. */
export interface FileReplacementTexts {
  readonly oldString: string
  readonly newString: string
}

/**
 * The file tools of an agent on some folders, and transactions over them.
 *
 * A tool changes one file and refuses rather than guess: a file that was not read, or changed since, a text that is not
 * there or there twice. Files are judged by their contents, never by a clock. Every change can be undone.
 *
 * A transaction changes any number of files, all or nothing, also when the process dies. What a dead process left is put
 * back by the first call of the next one.
 *
 * A body sees the files as they are on disk with its own changes over them. What it looked at, changed or not, must
 * still be so when it has returned; else the transaction is refused with kind `conflict`. Any number of objects, in
 * one process or several, may work on the same folders: their transactions wait for each other.
 *
 * @example
 * ```ts
 * const workspace = await Workspace.open({ root })
 * const result = await workspace.transaction(
 *   async (tx) => {
 *     await tx.rename({ from: 'src/old.ts', to: 'src/new.ts' })
 *     return tx.edit({ filePath: 'src/index.ts', oldString: "'./old.js'", newString: "'./new.js'" })
 *   },
 *   { verify: () => typeCheck(root) },
 * )
 * if (result.status === 'committed') await workspace.undo({ id: result.transactionId })
 * else console.log(result.error.kind, result.error.message)
 * ```
 */
export class Workspace {
  private constructor(...internal: never[])

  /**
   * Opens a session. Nothing is made on disk.
   *
   * @throws {ScenewrightError} `invalid_input` for options that make no sense and folders that do not exist, or one of
   *   the `native_…` codes when the native half cannot be used.
   */
  static open(options: WorkspaceOptions): Promise<Workspace>

  /** The roots, absolute, as they were given. */
  readonly roots: readonly string[]

  /**
   * Reads text by lines, a picture, or a notebook, and remembers that the session has read the file. A file of more than
   * 256 KiB is read in parts.
   */
  read(args: FileReadArguments, options?: CallOptions): Promise<FileReadResult>

  /** Creates a file with its folders, or replaces all of one that was read. */
  write(args: FileWriteArguments, options?: CallOptions): Promise<FileWriteResult>

  /** Replaces a text that occurs once in a file that was read. All other bytes stay as they are. */
  edit(args: FileEditArguments, options?: CallOptions): Promise<FileEditResult>

  /** Several edits of one file, in order, each on the result of those before: all or nothing. */
  multiEdit(args: FileMultiEditArguments, options?: CallOptions): Promise<FileMultiEditResult>

  /** Finds files by name, newest modified first, at most 100. */
  glob(args: FileGlobArguments, options?: CallOptions): Promise<FileGlobResult>

  /** Searches the contents of files by regular expression, the newest file first. */
  grep(args: FileGrepArguments, options?: CallOptions): Promise<FileGrepResult>

  /** Lists a folder as a tree, at most 1,000 entries. */
  ls(args: FileListArguments, options?: CallOptions): Promise<FileListResult>

  /** Replaces, inserts or deletes a cell of a Jupyter notebook that was read. */
  notebookEdit(args: NotebookEditArguments, options?: CallOptions): Promise<NotebookEditResult>

  /**
   * Calls a tool by its wire name, with the arguments and the answer under the fixed wire names. Refusals are answers;
   * the only errors thrown are those of {@link ScenewrightError}.
   */
  callTool(name: FileToolName, args?: object, options?: CallOptions): Promise<FileToolAnswer>
  callTool(name: string, args?: object, options?: CallOptions): Promise<FileToolAnswer>

  /** Counts a file as read by this session as it is now. Rejects when there is none. */
  recordRead(path: string): Promise<void>

  /** Counts a file as changed by this session: what it holds now is known to it. Rejects when there is none. */
  recordEdit(path: string): Promise<void>

  /** Compares a file with what the session knows of it, by its contents. */
  checkFreshness(path: string): Promise<FreshnessCheck>

  /**
   * What a model is to be told when somebody else changed or deleted a file since the session read it; `null` when nobody
   * did, or the session did so itself.
   */
  modificationReminder(path: string): Promise<string | null>

  /**
   * The files that the session used last, newest first, as absolute paths; without those in `node_modules`, `.git`,
   * `.cache`, `dist`, `build` and the system's temporary folder. Default 5.
   */
  importantFiles(max?: number): Promise<string[]>

  /**
   * Watches a file, which need not exist: a change from outside is told by `file:changed` within a second. Several agents
   * may watch under ids of their own.
   */
  watch(path: string, options?: { readonly id?: string }): Promise<void>

  /** Ends the watch of one id, or of all. */
  unwatch(path: string, options?: { readonly id?: string }): Promise<void>

  /** Begins a new session: what was read, conflicts and watches are forgotten. Listeners stay. */
  reset(): Promise<void>

  /** What this session has read, as JSON for the option `state`. No file contents are in it. */
  exportState(): string

  /**
   * Adds a listener. Listeners do not keep the process alive. One that throws breaks nothing: what it threw is reported
   * as a process warning. With `contents`, `file:edited` brings the texts before and after.
   */
  on<Name extends keyof WorkspaceEvents>(
    event: Name,
    listener: (event: WorkspaceEvents[Name]) => void,
    options?: { readonly contents?: boolean },
  ): this

  /** Removes a listener that {@link Workspace.on} added. */
  off<Name extends keyof WorkspaceEvents>(event: Name, listener: (event: WorkspaceEvents[Name]) => void): this

  /**
   * Changes files together. When the body throws, nothing was written and the promise rejects with the very same error;
   * when it answers exactly `false`, the transaction is `reverted`.
   */
  transaction<Value>(
    body: (tx: WorkspaceTransaction) => Value | Promise<Value>,
    options?: TransactionOptions,
  ): Promise<TransactionResult<Value>>

  /** Puts the files of a transaction back: bytes, existence, and modes of files that are made again. */
  undo(args?: UndoArguments, options?: CallOptions): Promise<WorkspaceUndoResult>

  /** Makes a transaction again that was undone. */
  redo(args?: UndoArguments, options?: CallOptions): Promise<WorkspaceRedoResult>

  /** The transactions that were committed, the newest first. */
  history(args?: HistoryArguments, options?: CallOptions): Promise<WorkspaceHistoryResult>

  /** As {@link Project.purgeHistory}. */
  purgeHistory(options?: CallOptions): Promise<WorkspacePurgeResult>

  /**
   * Puts back what is being verified, finishes what is being committed, and refuses the rest. Later calls throw
   * `closed`. When it resolves, the threads and descriptors of the session are gone. A worker thread that ends closes the
   * workspaces that it opened in the same way.
   */
  close(): Promise<void>

  /** {@link Workspace.close}, for `await using` where the runtime has it. */
  [Symbol.asyncDispose](): Promise<void>
}
