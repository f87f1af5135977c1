// Results of the methods of a project. The `status` distinguishes the members of a union.
import type { FileChange, HistoryEntry, Page, PurgedHistory, Refused } from './common.js'
import type { Bytes } from './environment.js'
import type { ErrorDetails } from './errors.js'
import type { ExportFormat } from './project-arguments.js'
import type { CheckedScene, CommittedScene, SceneSummary } from './scene-summary.js'

/** Notes that every result carries besides its own data. */
export interface ResultNotes {
  /** Notes on what succeeded but deserves a look. */
  readonly warnings: readonly string[]
  /** Lines that the scripts wrote with `console`, cut at the limit of `outputBytes`. */
  readonly logs: readonly string[]
  /** Why the files as they are on disk give no scene, after an edit by hand: the result is about the scene from before. */
  readonly stale?: ErrorDetails | undefined
}

/** A change that ran, failed, and left no trace: files and scene are byte for byte as they were. */
export interface Reverted {
  readonly status: 'reverted'
  readonly error: ErrorDetails
  /** The file that the change was for. Absent for changes that are not about a single file. */
  readonly file?: string | undefined
}

/** A change that ran and was committed. */
export interface Committed {
  readonly status: 'committed'
  /** The name of this commit in the history. */
  readonly transactionId: string
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
  replaced: true
  /** Number of places where text was replaced. */
  replacements: number
}>

export type MultiEditResult = EditResult

export type WriteResult = ChangeResult<{
  /** `main` or the name of a module. */
  file: string
  /** There was no file of that name. */
  created: boolean
}>

export type RunResult = ChangeResult<{ scene: CommittedScene }>

export type ApplyResult = ChangeResult<{ files: readonly FileChange[] }>

export type UndoResult = ChangeResult<{
  files: readonly FileChange[]
  /** Id of the change that was undone. */
  undone: string
}>

export type RedoResult = ChangeResult<{
  files: readonly FileChange[]
  /** The change that was made again. */
  redone: string
}>

/** Changes that would run: nothing was saved, and the committed scene is as it was. */
export interface Checked {
  readonly status: 'ok'
  readonly files: readonly FileChange[]
  /** Absent when the project would have no main. */
  readonly scene?: CheckedScene | undefined
  /** A picture of the scene. Absent without a scene, and when it could not be made, which a warning then explains. */
  readonly png?: Bytes | undefined
}

export type CheckResult = ResultNotes & (Checked | Reverted | Refused)

/** The answer to a question, or a refusal. */
export type Answer<Data> = ResultNotes & (({ readonly status: 'ok' } & Readonly<Data>) | Refused)

export type HistoryResult = Answer<Page<HistoryEntry>>

export type PurgeResult = Answer<PurgedHistory>

/** A file of a project. */
export interface FileEntry {
  /** `main`, or the name of a module, without `.js`. */
  readonly name: string
  /** `builtin` files are shipped with the package: they can be read and imported, and not changed. */
  readonly source: 'user' | 'builtin'
  readonly sizeBytes: number
  /** Milliseconds since 1970 UTC. Absent for builtin files. */
  readonly modifiedMs?: number | undefined
}

export type GlobResult = Answer<{
  files: readonly FileEntry[]
  /** The files of `assets/`, by the paths that scripts read them by. Absent where there are none. */
  assets?: readonly { readonly path: string; readonly sizeBytes: number }[] | undefined
}>

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
  /** The answer, as a page of text. */
  text: string
}>

export type SceneResult = Answer<SceneSummary>

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
  readonly shown?: { readonly min: readonly number[]; readonly max: readonly number[] } | undefined
  /** How many entities are marked, where a picture marks a change. */
  readonly marked?: { readonly added: number; readonly changed: number; readonly removed: number } | undefined
}

export type RenderResult = Answer<
  Drawn & {
    /** The picture as a PNG. */
    png: Bytes
    /** Size of the picture in bytes. */
    bytes: number
    /** The commit whose scene is drawn. */
    transactionId: string
  }
>

export type ExportResult = Answer<
  {
    format: ExportFormat
    /** Size of the file in bytes. */
    bytes: number
    /** The commit whose scene is written. */
    transactionId: string
  } & (WrittenExport | InlineExport)
>

/** An export that was written to a file, as a path was given. */
export interface WrittenExport {
  /** Relative to the project folder; absolute for a file that was named by `to`. */
  readonly path: string
  readonly data?: undefined
  readonly content?: undefined
  readonly encoding?: undefined
}

/** An export in the answer, of any size. */
export interface InlineExport {
  readonly path?: undefined
  readonly data: Bytes
  /** The same as a text. It is made when it is asked for. */
  readonly content: string
  /** How `content` is spelled: text, or base64 for PNG and PDF. */
  readonly encoding: 'utf8' | 'base64'
}
