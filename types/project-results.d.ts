// Results of the methods of a project. `ok` distinguishes success from failure, `status` the members of a union.
import type { SceneFileChange } from './changes.js'
import type { HistoryEntry, PurgedHistory, Refused, ResultPage, Warning } from './common.js'
import type { SceneBytes } from './environment.js'
import type { SceneFailure } from './errors.js'
import type { ExportFormat } from './project-arguments.js'
import type { Bounds, CheckedScene, CommittedScene, SceneSummary } from './scene-summary.js'

/** The notes in every result. */
export interface ResultNotes {
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
  /** Lines that the scripts wrote with `console`, cut at the limit of `outputBytes`. */
  readonly logs: readonly string[]
  /** The reason why the files on disk give no scene after an edit by hand: the result is about the scene before it. */
  readonly broken?: SceneFailure | undefined
}

/** A change that ran, failed, and left no trace: files and scene are byte for byte as they were. */
export interface Reverted {
  /** Always false: the call did not succeed. */
  readonly ok: false
  /** Always `reverted`: the change was tried, failed, and left no trace. */
  readonly status: 'reverted'
  /** Why it failed, and what to do next. */
  readonly error: SceneFailure
  /** The file that the change was for. Absent for changes that are not about a single file. */
  readonly file?: string | undefined
  /** The rules that the scene would break, the first 6, of an error with the code `invariant`. */
  readonly brokenRules?: readonly BrokenRule[] | undefined
}

/** A rule that a scene breaks, in figures. Measures are there where a ready check made them. */
export interface BrokenRule {
  /** The name of the rule. */
  readonly rule: string
  /** The file that declares the rule. */
  readonly file?: string | undefined
  /** The line of its declaration, from 1. */
  readonly line?: number | undefined
  /** The entities that break the rule, the first 6. */
  readonly entities?: readonly string[] | undefined
  /** The measure that misses the demanded one by most: a length in the unit of the scene, an area in its square, or a count. */
  readonly measured?: number | undefined
  /** The number that the rule demands. */
  readonly demanded?: number | undefined
  /** The first place in the scene where the rule is broken. */
  readonly at?: readonly [number, number] | undefined
  /** `warn` for a rule that only warns, so that the scene was accepted. Absent for a rule that refuses the change. */
  readonly severity?: 'warn' | undefined
}

/** A change that ran and was committed. */
export interface Committed {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `committed`: the change is on disk, and in the history. */
  readonly status: 'committed'
  /** Id of this commit in the history. */
  readonly commitId: string
  /** The committed scene. Absent if the project has no main. */
  readonly scene?: CommittedScene | undefined
  /** Durations of the steps. */
  readonly timings: ChangeTimings
}

/** Durations of the steps of a change, in milliseconds. */
export interface ChangeTimings {
  /** Duration of finding the text and computing the new contents. */
  readonly matchMs: number
  /** Duration of running the scripts. */
  readonly runMs: number
  /** Duration of writing the files and the cache of the scene. */
  readonly commitMs: number
}

/** A change that was committed, with its data, or one that was not. */
export type ChangeResult<Data> = ResultNotes & ((Committed & Readonly<Data>) | Reverted | Refused)

/** The result of an edit: committed, reverted or refused. */
export type EditResult = ChangeResult<{
  /** `main` or the name of a module. */
  file: string
  /** `created` if the file did not exist before. */
  change: 'created' | 'updated'
  /** Number of places where text was replaced. */
  replacements: number
}>

/** The result of several replacements: committed, reverted or refused. */
export type MultiEditResult = EditResult

/** The result of writing a file: committed, reverted or refused. */
export type WriteResult = ChangeResult<{
  /** `main` or the name of a module. */
  file: string
  /** `created` if the file did not exist before. */
  change: 'created' | 'updated'
}>

/** A successful run. It changes no file, and is in the history only if it changed a parameter; its scene has an id. */
export interface Ran {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `committed`: the scene of the run is the committed one. */
  readonly status: 'committed'
  /** Id of this state of the scene, for the argument `commit` of {@link Project.render} and others. */
  readonly sceneId: string
  /** Id of the commit in the history, if the run changed the values of parameters. */
  readonly commitId?: string | undefined
  /** The scene that the run drew. */
  readonly scene: CommittedScene
  /** Durations of the steps. */
  readonly timings: ChangeTimings
}

/** The result of a run: committed, reverted or refused. */
export type RunResult = ResultNotes & (Ran | Reverted | Refused)

/** The result of several changes: committed, reverted or refused. */
export type ApplyResult = ChangeResult<{
  /** The files that changed. */
  files: readonly SceneFileChange[]
}>

/** The result of an undo: committed, reverted or refused. */
export type UndoResult = ChangeResult<{
  /** The files that changed. */
  files: readonly SceneFileChange[]
  /** Id of the change that was undone. */
  undoneCommitId: string
}>

/** The result of a redo: committed, reverted or refused. */
export type RedoResult = ChangeResult<{
  /** The files that changed. */
  files: readonly SceneFileChange[]
  /** Id of the change that was redone. */
  redoneCommitId: string
}>

/** Changes that would succeed: nothing was saved, and the committed scene is unchanged. */
export interface Checked extends Answered {
  /** The files that would change. */
  readonly files: readonly SceneFileChange[]
  /** The scene that would result. Absent if the project would have no main. */
  readonly scene?: CheckedScene | undefined
  /** The size of the picture, and the part of the scene in it. Absent without a picture. */
  readonly picture?: Drawn | undefined
  /** A picture of the scene as a PNG. Absent without a scene, or if it could not be drawn, with a warning. */
  readonly png?: SceneBytes | undefined
}

/** Changes that would be reverted. */
export interface CheckedReverted extends Reverted {
  /** A picture of the scene that broke a rule, with the places marked. Absent for other failures. */
  readonly png?: SceneBytes | undefined
}

/** The result of a check: what the changes would draw, or why they would be reverted. */
export type CheckResult = ResultNotes & (Checked | CheckedReverted | Refused)

/** The answer to a question, or a refusal. */
export type SceneAnswer<Data> = ResultNotes & ((Answered & Readonly<Data>) | Refused)

/** The members that every answer to a question has. */
export interface Answered {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `ok`: the question is answered, and nothing was changed. */
  readonly status: 'ok'
  /**
   * Id of the latest commit when the call began, for {@link BaseOption.base} of a change: what was returned is not older. `'0'`
   * before the first commit.
   */
  readonly commitId: string
}

/** A commit in the history of a project. */
export type SceneHistoryEntry = HistoryEntry<SceneFileChange>

/** A page of the history, or the refusal. */
export type HistoryResult = SceneAnswer<ResultPage<SceneHistoryEntry>>

/** The changes that can be undone and made again, the next step first. */
export interface UndoStack {
  /** The changes that are not undone, the latest first: `undo` reverses the first of them. */
  readonly undo: readonly SceneHistoryEntry[]
  /** The changes that `redo` makes again, in its order. Empty where something was changed since the last undo. */
  readonly redo: readonly SceneHistoryEntry[]
}

/** The size of the removed history, or the refusal. */
export type PurgeResult = SceneAnswer<PurgedHistory>

/** A file of a project. */
export interface FileEntry {
  /** `main`, or the name of a module, without `.js`. */
  readonly name: string
  /** `builtin` files are shipped with the package: they can be read and imported, but not changed. */
  readonly source: 'user' | 'builtin'
  /** Size of the file in bytes. */
  readonly byteLength: number
  /** The file's time of modification in milliseconds since 1970 UTC. Absent for builtin files. */
  readonly modifiedAt?: number | undefined
}

/** The files of the project, or the refusal. */
export type FilesResult = SceneAnswer<{
  /** The files of the project, `main` first. */
  files: readonly FileEntry[]
  /** Number of files in `files`. */
  count: number
  /** The files of `assets/`, by their paths for scripts. Absent if there are none. */
  assets?: readonly { readonly path: string; readonly byteLength: number }[] | undefined
}>

/** The contents of a file, or the refusal. */
export type ReadResult = SceneAnswer<{
  /** `main` or the name of a module. */
  file: string
  /** The code in the file. An empty file gives an empty string. */
  text: string
  /** `builtin` files are shipped with the package. */
  source: 'user' | 'builtin'
  /** Number of the first line, counted from 1. */
  startLine: number
  /** Number of lines in `text`. */
  lineCount: number
  /** Number of lines of the file. */
  totalLines: number
  /** The text as the tools show it: with line numbers on request, cut if it is long. */
  modelText: string
}>

/** The lines that were found, or the refusal. */
export type GrepResult = SceneAnswer<{
  /** The lines that match, in the order of the files. */
  matches: readonly { readonly file: string; readonly line: number; readonly text: string }[]
  /** Number of matches in `matches`. */
  count: number
  /** True if the list was cut. */
  truncated: boolean
  /** The matches as the tools show them. */
  modelText: string
}>

/** A page about the vocabulary, or the refusal. */
export type ReferenceResult = SceneAnswer<{
  /** The answer, as a page of text. */
  text: string
}>

/** The committed scene in a few lines, or the refusal. */
export type SummaryResult = SceneAnswer<SceneSummary>

/** The size of a picture, and the part of the scene in it. */
export interface Drawn {
  /** Width of the picture in pixels. */
  readonly width: number
  /** Height of the picture in pixels. */
  readonly height: number
  /** Pixels per unit of the scene. */
  readonly scale?: number | undefined
  /** The unit of the scene. */
  readonly units?: string | undefined
  /** The visible part of the scene, from edge to edge. For two scenes side by side, the part that each half shows. */
  readonly shown?: Bounds | undefined
  /** Number of marked entities, if the picture marks a change. */
  readonly marked?: { readonly added: number; readonly changed: number; readonly removed: number } | undefined
}

/** A picture of the scene, or the refusal. */
export type RenderResult = SceneAnswer<
  Drawn & {
    /** The picture as a PNG. */
    png: SceneBytes
    /** Size of the picture in bytes. */
    byteLength: number
    /** Id of the drawn state of the scene. */
    sceneId: string
  }
>

/** A file of the scene, or the refusal. */
export type ExportResult = SceneAnswer<
  {
    /** The format of the file. */
    format: ExportFormat
    /** Size of the file in bytes. */
    byteLength: number
    /** Id of the exported state of the scene. */
    sceneId: string
  } & (WrittenExport | InlineExport)
>

/** An export to a file, because a path was given. */
export interface WrittenExport {
  /** The path of the written file, relative to the project folder; absolute with `toFile`. */
  readonly path: string
  /** Never set: the bytes are in the file. */
  readonly data?: undefined
  /** Never set: the text is in the file. */
  readonly text?: undefined
  /** Never set: the text is in the file. */
  readonly encoding?: undefined
}

/** An export in the result itself, of any size. */
export interface InlineExport {
  /** Never set: no path was given. */
  readonly path?: undefined
  /** The bytes of the file. */
  readonly data: SceneBytes
  /** `data` as a text. It is computed when it is first read. */
  readonly text: string
  /** The encoding of `text`: plain text, or base64 for PNG and PDF. */
  readonly encoding: 'utf8' | 'base64'
}
