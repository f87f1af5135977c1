// Results of the methods of a project. `ok` distinguishes success from failure, `status` the members of a union.
import type { SceneFileChange } from './changes.js'
import type { HistoryEntry, Page, PurgedHistory, Refused, Warning } from './common.js'
import type { SceneBytes } from './environment.js'
import type { SceneFailure } from './errors.js'
import type { ExportFormat } from './project-arguments.js'
import type { Bounds, CheckedScene, CommittedScene, SceneSummary } from './scene-summary.js'

/** Notes that every result carries besides its own data. */
export interface ResultNotes {
  /** Notes on what succeeded but deserves a look. */
  readonly warnings: readonly Warning[]
  /** Lines that the scripts wrote with `console`, cut at the limit of `outputBytes`. */
  readonly logs: readonly string[]
  /** Why the files as they are on disk give no scene, after an edit by hand: the result is about the scene from before. */
  readonly broken?: SceneFailure | undefined
}

/** A change that ran, failed, and left no trace: files and scene are byte for byte as they were. */
export interface Reverted {
  readonly ok: false
  readonly status: 'reverted'
  readonly error: SceneFailure
  /** The file that the change was for. Absent for changes that are not about a single file. */
  readonly file?: string | undefined
}

/** A change that ran and was committed. */
export interface Committed {
  readonly ok: true
  readonly status: 'committed'
  /** Id of this commit, as the history has it. */
  readonly commitId: string
  /** Absent where the project has no main. */
  readonly scene?: CommittedScene | undefined
  readonly timings: ChangeTimings
}

/** Durations of the steps of a change, in milliseconds. */
export interface ChangeTimings {
  /** Finding the text and computing the new contents. */
  readonly matchMs: number
  /** Duration of running the scripts. */
  readonly runMs: number
  /** Writing the files and the cache of the scene. */
  readonly commitMs: number
}

/** A change that was committed, with its data, or one that was not. */
export type ChangeResult<Data> = ResultNotes & ((Committed & Readonly<Data>) | Reverted | Refused)

export type EditResult = ChangeResult<{
  /** `main` or the name of a module. */
  file: string
  /** `created` where there was no such file before. */
  change: 'created' | 'updated'
  /** Number of places where text was replaced. */
  replacements: number
}>

export type MultiEditResult = EditResult

export type WriteResult = ChangeResult<{
  /** `main` or the name of a module. */
  file: string
  /** `created` where there was no such file before. */
  change: 'created' | 'updated'
}>

/** A run that ended well. It changes no file, and the history has it only when it changed a parameter; its scene has an id. */
export interface Ran {
  readonly ok: true
  readonly status: 'committed'
  /** Id of this state of the scene, which {@link Project.render} and the others take as `commit`. */
  readonly sceneId: string
  /** Id of the commit, where the run changed the values of parameters: that is in the history. */
  readonly commitId?: string | undefined
  readonly scene: CommittedScene
  readonly timings: ChangeTimings
}

export type RunResult = ResultNotes & (Ran | Reverted | Refused)

export type ApplyResult = ChangeResult<{ files: readonly SceneFileChange[] }>

export type UndoResult = ChangeResult<{
  files: readonly SceneFileChange[]
  /** Id of the change that was undone. */
  undoneCommitId: string
}>

export type RedoResult = ChangeResult<{
  files: readonly SceneFileChange[]
  /** Id of the change that was made again. */
  redoneCommitId: string
}>

/** Changes that would run: nothing was saved, and the committed scene is as it was. */
export interface Checked {
  readonly ok: true
  readonly status: 'ok'
  readonly files: readonly SceneFileChange[]
  /** Absent when the project would have no main. */
  readonly scene?: CheckedScene | undefined
  /** The size of the picture, and what it shows. Absent without one. */
  readonly picture?: Drawn | undefined
  /** A picture of the scene. Absent without a scene, and when it could not be made, which a warning then explains. */
  readonly png?: SceneBytes | undefined
}

export type CheckResult = ResultNotes & (Checked | Reverted | Refused)

/** The answer to a question, or a refusal. */
export type SceneAnswer<Data> = ResultNotes &
  (({ readonly ok: true; readonly status: 'ok' } & Readonly<Data>) | Refused)

/** A commit of a project, as the history keeps it. */
export type SceneHistoryEntry = HistoryEntry<SceneFileChange>

export type HistoryResult = SceneAnswer<Page<SceneHistoryEntry>>

export type PurgeResult = SceneAnswer<PurgedHistory>

/** A file of a project. */
export interface FileEntry {
  /** `main`, or the name of a module, without `.js`. */
  readonly name: string
  /** `builtin` files are shipped with the package: they can be read and imported, and not changed. */
  readonly source: 'user' | 'builtin'
  /** Size of the file in bytes. */
  readonly byteLength: number
  /** The file's time of modification in milliseconds since 1970 UTC. Absent for builtin files. */
  readonly modifiedAt?: number | undefined
}

export type FilesResult = SceneAnswer<{
  files: readonly FileEntry[]
  /** Number of `files`. */
  count: number
  /** The files of `assets/`, by the paths that scripts read them by. Absent where there are none. */
  assets?: readonly { readonly path: string; readonly byteLength: number }[] | undefined
}>

export type ReadResult = SceneAnswer<{
  file: string
  /** The code, as it is in the file. An empty file is an empty string. */
  text: string
  /** `builtin` files are shipped with the package. */
  source: 'user' | 'builtin'
  /** Number of the first line, counted from 1. */
  startLine: number
  /** Number of lines in `text`. */
  lineCount: number
  /** Number of lines of the file. */
  totalLines: number
  /** The same as the tools show it: numbered when asked for, cut when long. */
  modelText: string
}>

export type GrepResult = SceneAnswer<{
  matches: readonly { readonly file: string; readonly line: number; readonly text: string }[]
  /** Number of `matches`. */
  count: number
  /** The list was cut. */
  truncated: boolean
  /** The same as the tools show it. */
  modelText: string
}>

export type ReferenceResult = SceneAnswer<{
  /** The answer, as a page of text. */
  text: string
}>

export type SummaryResult = SceneAnswer<SceneSummary>

/** The size of a picture, and what it shows. */
export interface Drawn {
  /** Width in pixels. */
  readonly width: number
  /** Height in pixels. */
  readonly height: number
  /** Pixels per unit of the scene. */
  readonly scale?: number | undefined
  /** The unit of the scene. */
  readonly units?: string | undefined
  /** The part of the world from edge to edge. Where the scene before is beside, that of one half. */
  readonly shown?: Bounds | undefined
  /** How many entities are marked, where a picture marks a change. */
  readonly marked?: { readonly added: number; readonly changed: number; readonly removed: number } | undefined
}

export type RenderResult = SceneAnswer<
  Drawn & {
    /** The picture as a PNG. */
    png: SceneBytes
    /** Size of the picture in bytes. */
    byteLength: number
    /** Id of the state of the scene that is drawn. */
    sceneId: string
  }
>

export type ExportResult = SceneAnswer<
  {
    format: ExportFormat
    /** Size of the file in bytes. */
    byteLength: number
    /** Id of the state of the scene that is written. */
    sceneId: string
  } & (WrittenExport | InlineExport)
>

/** An export that was written to a file, as a path was given. */
export interface WrittenExport {
  /** Relative to the project folder; absolute for a file that was named by `toFile`. */
  readonly path: string
  readonly data?: undefined
  readonly text?: undefined
  readonly encoding?: undefined
}

/** An export in the answer, of any size. */
export interface InlineExport {
  readonly path?: undefined
  readonly data: SceneBytes
  /** The same as a text. It is made when it is asked for. */
  readonly text: string
  /** How `text` is spelled: text, or base64 for PNG and PDF. */
  readonly encoding: 'utf8' | 'base64'
}
