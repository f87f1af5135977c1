// Types that both classes share.
import type { Signal } from './environment.js'
import type { ErrorDetails } from './errors.js'
import type { LogEvent, ProgressEvent } from './project-options.js'
import type { SceneChanges } from './scene-summary.js'

/** Options of every call. */
export interface CallOptions {
  /**
   * Cancels the call, before it starts or while it runs. A call that was cancelled is refused with kind
   * `cancelled`, within 50 ms, and leaves no trace. A commit that was already being written is finished and
   * reported as committed.
   */
  signal?: Signal | undefined
}

/** Options of every call of a project. */
export interface ProjectCallOptions extends CallOptions {
  /** Called with progress and printed lines while the call runs. An exception that it throws becomes a process warning. */
  onEvent?: ((event: LogEvent | ProgressEvent) => void) | undefined
}

/** A call that was refused: nothing was run, written or changed. */
export interface Refused<Failure extends ErrorDetails = ErrorDetails> {
  readonly status: 'refused'
  readonly error: Failure
  readonly warnings: readonly string[]
}

/** The texts of a replacement in a project. */
export interface OldAndNewCode {
  /**
   * The text to replace, exactly as it is in the file. When it occurs more than once the first place is taken,
   * with a warning that names the others. An empty string creates a file that is missing or empty.
   */
  oldCode: string
  /** The text to put there, taken literally. An empty string deletes. */
  newCode: string
}

/** The texts of a replacement in a workspace. */
export interface OldAndNewString {
  /**
   * The text to replace; line ends of any kind match line ends of any kind. It must occur once. An empty string creates a
   * file that is missing, empty or white space.
   */
  oldString: string
  /** The text to put there, taken literally. An empty string deletes. */
  newString: string
}

/** A text to be replaced by another: {@link OldAndNewCode} in a project, {@link OldAndNewString} in a workspace. */
export type Replacement<Texts extends OldAndNewCode | OldAndNewString> = Texts & ReplacementCount

/** How many occurrences are replaced. Default: one. */
export interface ReplacementCount {
  /** Replace every occurrence. Default `false`. */
  replaceAll?: boolean | undefined
  /** Refuse unless the text occurs exactly this many times, and replace them all. */
  expectedReplacements?: number | undefined
}

/** A file that was changed. */
export interface FileChange {
  /**
   * `main` or the name of a module in a project. In a workspace a path relative to the first root, with `/`; absolute in
   * another root. The new one, for a file that was renamed.
   */
  readonly file: string
  readonly change: 'created' | 'updated' | 'deleted' | 'renamed'
  /** The old name. Only for `renamed`. */
  readonly from?: string | undefined
  /** Number of places where edits put new text. Projects only. */
  readonly replaced?: number | undefined
}

/** A part of a long list. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Number of all entries, on every page. */
  readonly total: number
  /** How to go on, when there are more. */
  readonly next?: { readonly offset: number; readonly left: number } | undefined
}

export interface HistoryArguments {
  /** Only this commit, with all of its names and its `diff`. */
  id?: string | undefined
  /** How many to skip, from the newest. */
  offset?: number | undefined
  /** How many rows, 1 to 1,000. Default 20. */
  limit?: number | undefined
}

export interface UndoArguments {
  /**
   * A commit of the history. Default: for undo the last change that counts, for redo the change that was undone last,
   * unless something was changed since.
   */
  id?: string | undefined
  /** Replace what was changed since. The history keeps what was there. Default `false`. */
  force?: boolean | undefined
}

/** Arguments of {@link Workspace.undo} and `redo`. */
export interface WorkspaceUndoArguments extends UndoArguments {
  /**
   * Only this file, or what is in this folder, of the commit. That is a change of its own: the commit still counts for its
   * other files.
   */
  file?: string | undefined
  /** Only for undo, and without `id`: undoes everything after this commit, the latest first. */
  to?: string | undefined
}

/** A commit or transaction, as the history keeps it. */
export interface HistoryEntry {
  readonly id: string
  /** Time of the commit in ISO 8601, UTC. */
  readonly time: string
  /** The wire name of the tool that made it; `transaction`, `undo` or `redo` for a call that is no tool. */
  readonly tool: string
  /** Who made it: a client of the tools, a person at the page or in a shell, or a parameter that was set. Only in projects. */
  readonly by?: 'tool' | 'person' | 'parameter' | undefined
  readonly message: string
  /** A file that was renamed is listed as deleted and, under its new name, as created. */
  readonly files: readonly FileChange[]
  /** The change as unified diffs, at most 256 KiB; only with `id`. A sentence stands for a file that is not text or whose contents are no longer kept. */
  readonly diff?: string | undefined
  /** The diff does not hold all that changed. */
  readonly truncated?: true | undefined
  /** How many more files there are. Ask for the entry by its id to see them. */
  readonly moreFiles?: number | undefined
  /** Only in projects, and absent where there was no main to draw a scene. */
  readonly scene?: SceneChanges | undefined
  /** Only of a command that was guarded, and of its undo. */
  readonly command?: GuardedCommand | undefined
  /** True while this commit is undone. */
  readonly undone: boolean
  /** Id of the commit that this one reverses: of the change for an undo, of the undo for a redo. */
  readonly undoes?: string | undefined
}

/** The extent of what a guarded command changed. Lines are counted in up to 200 files of text of at most 512 KiB. */
export interface GuardedCommand {
  readonly addedLines?: number | undefined
  readonly removedLines?: number | undefined
  readonly addedBytes?: number | undefined
  readonly removedBytes?: number | undefined
  readonly exitCode?: number | undefined
  /** Other commands that were under way. */
  readonly beside?: readonly string[] | undefined
}

/** A history that was removed for good. */
export interface PurgedHistory {
  /** How many transactions it had. */
  readonly transactions: number
  /** Bytes freed, of the journal and of damaged journals that were kept beside it. */
  readonly bytes: number
}
