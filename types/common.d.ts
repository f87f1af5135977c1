// Types that both classes share.
import type { CallSignal } from './environment.js'
import type { FileFailure, SceneFailure } from './errors.js'
import type { LogEvent, ProgressEvent } from './project-options.js'
import type { SceneChanges } from './scene-summary.js'

/** Options of every call. They are given in the same object as the arguments. */
export interface CallOptions {
  /**
   * Cancels the call, before it starts or while it runs. A cancelled call is refused with code `cancelled`,
   * within 50 ms, and changes nothing. A commit that was already being written is finished and reported as
   * committed.
   */
  signal?: CallSignal | undefined
}

/** Options of every call of a project. They are given in the same object as the arguments. */
export interface ProjectCallOptions extends CallOptions {
  /** Called with progress and printed lines while the call runs. An exception that it throws becomes a process warning. */
  onEvent?: ((event: LogEvent | ProgressEvent) => void) | undefined
}

/** The commit that a change builds on. It stands beside the arguments, in the same object. */
export interface BaseOption {
  /**
   * Id of the commit that the change builds on: the `commitId` of the answer that the caller has read, or of its own last change. The
   * change is refused with code `conflict` unless that is the latest commit, so nothing is overwritten that the caller has not seen:
   * what `If-Match` is for HTTP. A workspace on the folder of a project makes commits of the same history. In a project also the
   * `sceneId` of the scene as it is. Default: the latest commit, whichever it is.
   */
  base?: string | undefined
}

/** Options of every call of a project that changes it. They stand beside the arguments, in the same object. */
export interface ChangeOptions extends ProjectCallOptions, BaseOption {}

/** Options of every call of a workspace that changes files. They stand beside the arguments, in the same object. */
export interface FileChangeOptions extends CallOptions, BaseOption {}

/** How a listener is added. */
export interface ListenOptions {
  /** The signal that removes the listener when it is aborted. */
  readonly signal?: CallSignal | undefined
  /** Remove the listener after its first event. Default `false`. */
  readonly once?: boolean | undefined
}

/** Which events a loop gets. */
export interface EventsOptions<Name extends string> {
  /** The names of the events. Default: all. */
  readonly names?: readonly Name[] | undefined
  /** The signal that ends the loop when it is aborted. */
  readonly signal?: CallSignal | undefined
}

/** Something that succeeded but deserves a look. */
export interface Warning {
  /** The stable name of the warning. Programs may branch on it. */
  readonly code: WarningCode
  /** One or more sentences for a person or a model. */
  readonly message: string
}

/**
 * The names of warnings. New ones may be added.
 *
 * - `not_read`: the file was not read in this session before it was changed.
 * - `changed_since_read`: the file changed since this session read it.
 * - `ambiguous_match`: the text occurs more than once, and the first place was taken.
 * - `placeholder`: a line that stands for left out code was written as it is.
 * - `ignored_argument`: an argument that means nothing to the tool was left out.
 * - `undecodable`: some bytes of the file are not text and are shown as U+FFFD.
 * - `hard_link`: the file has other names, which may be outside.
 * - `privileges`: the file lost its set-user-ID or set-group-ID bit, its capabilities or its owner.
 * - `overwritten`: a change that others had made since was overwritten; the history has what it held.
 * - `left_alone`: something stays as it is: it was changed meanwhile, is not covered, or holds more than the change knows.
 * - `history`: the history was damaged or shortened, or something cannot be undone.
 * - `recovered`: something that a dead process left half done was finished or put back.
 * - `already_failing`: `main` failed before the change too.
 * - `broken`: `main` on disk fails; the result is about the scene before it.
 * - `no_scene`: the project has no `main`, and therefore no scene.
 * - `no_picture`: the picture could not be drawn, or lacks the scene before the change.
 * - `incomplete`: a part of the answer was left out.
 * - `rule_broken`: the scene breaks a rule whose severity is `warn`.
 * - `sketch`: a sketch has degrees of freedom left, or constraints that say nothing new.
 * - `lint`: a workshop would send the exported file back.
 * - `sandbox`: this machine lacks a layer of the sandbox of scripts.
 * - `script`: a remark of the drawing functions or the engine on the script.
 */
export type WarningCode =
  | 'not_read'
  | 'changed_since_read'
  | 'ambiguous_match'
  | 'placeholder'
  | 'ignored_argument'
  | 'undecodable'
  | 'hard_link'
  | 'privileges'
  | 'overwritten'
  | 'left_alone'
  | 'history'
  | 'recovered'
  | 'already_failing'
  | 'broken'
  | 'no_scene'
  | 'no_picture'
  | 'incomplete'
  | 'rule_broken'
  | 'sketch'
  | 'lint'
  | 'sandbox'
  | 'script'
  | (string & {})

/** A call that was refused: nothing was run, written or changed. */
export interface Refused<Failure extends SceneFailure | FileFailure = SceneFailure> {
  /** Always false: the call did not succeed. */
  readonly ok: false
  /** Always `refused`: nothing was run or written. */
  readonly status: 'refused'
  /** Why it was refused, and what to do next. */
  readonly error: Failure
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
}

/** The texts of a replacement. */
export interface OldAndNewText {
  /**
   * The text to replace; line ends of any kind match line ends of any kind. It must occur once, unless `replaceAll` or
   * `expectedReplacements` is given. An empty string creates a file that is missing or empty.
   */
  oldText: string
  /** The text to put there, taken literally. An empty string deletes. */
  newText: string
}

/** A text to be replaced by another. */
export interface Replacement extends OldAndNewText, ReplacementCount {}

/** How many occurrences are replaced. Default: one. */
export interface ReplacementCount {
  /** Replace every occurrence. Default `false`. */
  replaceAll?: boolean | undefined
  /** Refuse unless the text occurs exactly this many times, and replace them all. */
  expectedReplacements?: number | undefined
}

/** One page of a long list. */
export interface ResultPage<Row> {
  /** The entries of this page, in the order of the whole list. */
  readonly rows: readonly Row[]
  /** Number of rows on this page. */
  readonly count: number
  /** Number of all rows, on every page. */
  readonly total: number
  /** The `offset` of the next page. Absent on the last one. */
  readonly nextOffset?: number | undefined
}

/** The part of the history to return. Default: the newest 20 commits. */
export interface HistoryArguments {
  /** Return only this commit, with all of its names and its `diff`. */
  commitId?: string | undefined
  /** Number of commits to skip, from the newest. */
  offset?: number | undefined
  /** The most rows to return, 1 to 1,000. Default 20. */
  limit?: number | undefined
}

/** The commit to undo or to redo. */
export interface UndoArguments {
  /**
   * Id of a commit in the history. Default: for undo the latest commit that is not undone; for redo the commit that
   * was undone last, unless something changed since.
   */
  commitId?: string | undefined
  /** Overwrite changes made since. The history keeps the overwritten contents. Default `false`. */
  force?: boolean | undefined
}

/** Arguments of {@link Project.undo}. */
export interface ProjectUndoArguments extends UndoArguments {
  /** Whose last change is undone: anyone's (default), or the last one that a call of this object made. Not with `commitId`. */
  author?: ChangeAuthor | undefined
}

/** Whose changes are meant: anyone's, or those that calls of the same object made. */
export type ChangeAuthor = 'anyone' | 'self'

/** Arguments of {@link Project.undoStack}. */
export interface UndoStackOptions extends CallOptions {
  /** Whose changes are listed for undo. Default `anyone`. */
  author?: ChangeAuthor | undefined
  /** How many entries each list has at most. Default 100. */
  limit?: number | undefined
}

/** Arguments of {@link Workspace.undo} and `redo`. */
export interface WorkspaceUndoArguments extends UndoArguments {
  /**
   * Undo or redo only this file, or the files in this folder. That is a separate change: the commit stays in effect for
   * its other files.
   */
  path?: string | undefined
  /** Only for undo, and without `commitId`: undoes everything after this commit, the latest first. */
  to?: string | undefined
}

/** A commit in the history. */
export interface HistoryEntry<Change> {
  /** Id of the commit, for undo, redo and the argument `commit` of questions. */
  readonly commitId: string
  /** Time of the commit in milliseconds since 1970 UTC. */
  readonly committedAt: number
  /** The wire name of the tool that made it; `transaction`, `undo` or `redo` for a call that is not a tool. */
  readonly tool: string
  /**
   * The author: `tool` for a call of a tool or of a method, a person at the page or in a shell, or a parameter that was set. Only for
   * commits of a project.
   */
  readonly by?: 'tool' | 'person' | 'parameter' | undefined
  /** The message that the commit was made with, or one that names its files. */
  readonly message: string
  /** A renamed file is listed as deleted, and under its new name as created. */
  readonly files: readonly Change[]
  /**
   * The change as unified diffs, at most 256 KiB; only with `commitId`. For a file that is not text, or whose contents are no
   * longer kept, it has a sentence instead.
   */
  readonly diff?: string | undefined
  /** True if the diff leaves out some of the changes. */
  readonly truncated?: true | undefined
  /** Number of files left out of `files`. Request the entry by its `commitId` to see them. */
  readonly moreFiles?: number | undefined
  /** The changes of the scene. Only in projects; absent if there was no main. */
  readonly scene?: SceneChanges | undefined
  /** The size of the change. Only for a guarded command, and for its undo. */
  readonly command?: GuardedCommand | undefined
  /**
   * True for a commit of other files of the folder, or of a guarded command: {@link Workspace.undo} reverses it, and
   * {@link Project.undo} skips it. Only in projects.
   */
  readonly ofFolder?: true | undefined
  /** True while this commit is undone. */
  readonly undone: boolean
  /** Id of the commit that this one reverses: of the change for an undo, of the undo for a redo. */
  readonly undoesCommitId?: string | undefined
}

/** The size of a guarded command's changes. Lines are counted in up to 200 files of text of at most 512 KiB. */
export interface GuardedCommand {
  /** Number of lines that the command added. */
  readonly addedLines?: number | undefined
  /** Number of lines that the command removed. */
  readonly removedLines?: number | undefined
  /** Number of bytes that the command added. */
  readonly addedBytes?: number | undefined
  /** Number of bytes that the command removed. */
  readonly removedBytes?: number | undefined
  /** Exit code of the command, if it is known. */
  readonly exitCode?: number | undefined
  /** Messages of the other commands that were running at the same time. */
  readonly beside?: readonly string[] | undefined
}

/** The size of a permanently removed history. */
export interface PurgedHistory {
  /** Number of commits that the history had. */
  readonly commits: number
  /** Bytes freed, including those of damaged journals that were kept. */
  readonly byteLength: number
}
