// Transactions on the files of any folder.
import type {
  BaseOption,
  CallOptions,
  HistoryEntry,
  PurgedHistory,
  Refused,
  Replacement,
  ResultPage,
  Warning,
} from './common.js'
import type { CallSignal } from './environment.js'
import type { ChangeKind, FileChange } from './changes.js'
import type { FileFailure } from './errors.js'
import type { FileAnswered } from './file-results.js'

/** How a transaction is checked, named and cancelled. */
export interface TransactionOptions extends BaseOption {
  /**
   * Checks the files when all of them are in place but not committed yet, so that a type checker or a test can read
   * them. If it returns `false` or throws, every file is restored.
   *
   * Other transactions on the folders wait meanwhile, and so do `undo` and `redo`; in another process for at most ten
   * minutes (`conflict`). A transaction on the same folders within `verify` is refused.
   */
  verify?: ((request: VerifyRequest) => boolean | void | Promise<boolean | void>) | undefined
  /** The message in the history. Default: the first file and the number of the others. */
  message?: string | undefined
  /**
   * Cancels the transaction: before its files are in place it is `refused`, while it is verified it is `reverted`, both
   * with code `cancelled`. A commit that is already being written is finished.
   */
  signal?: CallSignal | undefined
}

/** The files for {@link TransactionOptions.verify} to check. */
export interface VerifyRequest {
  /** Id that the commit will have. */
  readonly commitId: string
  /** The files that changed. */
  readonly files: readonly FileChange[]
}

/**
 * `refused` has the error of the first refused step, or code `conflict` if others changed a file that the body had read.
 */
export type TransactionResult<Value> = TransactionCommitted<Value> | TransactionReverted | Refused<FileFailure>

/** The transaction was committed. */
export interface TransactionCommitted<Value> {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `committed`: the change is on disk, and can be undone. */
  readonly status: 'committed'
  /** Id of the commit, for {@link Workspace.undo}. A transaction that changed nothing has no entry in the history. */
  readonly commitId: string
  /** The files that changed. */
  readonly files: readonly FileChange[]
  /** The value that the body returned. */
  readonly value: Value
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
}

/**
 * The files were restored: bytes, modes, links, and missing files and folders. The code is `verify_failed` if `verify`
 * or the body returned false or `verify` threw, `cancelled` if the signal aborted meanwhile, `closed` if the workspace
 * was closed.
 */
export interface TransactionReverted {
  /** Always false: the call did not succeed. */
  readonly ok: false
  /** Always `reverted`: the change was tried, failed, and left no trace. */
  readonly status: 'reverted'
  /** Why it failed, and what to do next. */
  readonly error: FileFailure
  /** The error that `verify` threw. */
  readonly cause?: unknown | undefined
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
}

/**
 * The draft that the body of a transaction works on. Nothing is written to disk before the body has returned.
 *
 * A refused step throws a `RefusedError`, and the whole transaction is refused with that error, even if the body catches
 * it. Use {@link WorkspaceTransaction.try} for a step that may be refused. After the end of the body every call throws
 * `closed`.
 */
export interface WorkspaceTransaction {
  /** Reads a file as the draft has it. */
  read(args: TransactionReadArguments & CallOptions): Promise<TransactionRead>
  /** Replaces text in a file of the draft. */
  edit(args: TransactionEditArguments & CallOptions): Promise<TransactionEdit>
  /** Creates a file of the draft, or replaces its text. */
  write(args: TransactionWriteArguments & CallOptions): Promise<TransactionWrite>
  /** Removes a file from the draft. */
  delete(args: TransactionDeleteArguments & CallOptions): Promise<TransactionChange<'deleted'>>
  /** Moves a file of the draft. */
  rename(args: TransactionRenameArguments & CallOptions): Promise<TransactionChange<'renamed'>>
  /** The same steps for a body that continues after a refusal: each returns its refusal, which leaves the draft unchanged. */
  readonly try: TransactionAttempts
}

/** Steps of a transaction that return their refusals instead of throwing them. */
export interface TransactionAttempts {
  /** Reads a file as the draft has it. */
  read(args: TransactionReadArguments & CallOptions): Promise<TransactionReadResult>
  /** Replaces text in a file of the draft. */
  edit(args: TransactionEditArguments & CallOptions): Promise<TransactionEditResult>
  /** Creates a file of the draft, or replaces its text. */
  write(args: TransactionWriteArguments & CallOptions): Promise<TransactionWriteResult>
  /** Removes a file from the draft. */
  delete(args: TransactionDeleteArguments & CallOptions): Promise<TransactionDeleteResult>
  /** Moves a file of the draft. */
  rename(args: TransactionRenameArguments & CallOptions): Promise<TransactionRenameResult>
}

/** The file to read. */
export interface TransactionReadArguments {
  /** The path of the file, relative to the first root, or absolute inside any root. Links that stay inside their root are followed. */
  path: string
}

/** A text in a file, and the one that replaces it. */
export interface TransactionEditArguments extends Replacement {
  /** Path of the file, as in {@link TransactionReadArguments}. */
  path: string
}

/** A file and its whole text. */
export interface TransactionWriteArguments {
  /** See {@link TransactionReadArguments}. Missing folders are created. */
  path: string
  /** The whole text. An existing file keeps its encoding and line ends; a new one is UTF-8. */
  text: string
  /**
   * The line ends of a new file: LF, or with `repository` those of `.gitattributes`, else of most files beside it, else LF. Default `lf`.
   */
  lineEnds?: 'lf' | 'repository' | undefined
}

/** The file to delete. */
export interface TransactionDeleteArguments {
  /** A file or a link. The target of a link is not deleted. */
  path: string
}

/** The file to move, and where to. */
export interface TransactionRenameArguments {
  /** A file of any kind, which keeps its bytes and mode, or a link, whose target stays in place. */
  from: string
  /** The new path. Missing folders are created. */
  to: string
  /** Replace an existing file, keeping its mode. Default `false`. */
  overwrite?: boolean | undefined
}

/** The state of a file in the draft. */
export interface TransactionRead {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `ok`: the question is answered, and nothing was changed. */
  readonly status: 'ok'
  /** The text in the draft, with LF line ends and without a byte order mark. */
  readonly text: string
}

/** Text that was replaced in the draft. */
export interface TransactionEdit {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `staged`: the change is in the draft, not on disk. */
  readonly status: 'staged'
  /** `created` if the file did not exist before. */
  readonly change: 'created' | 'updated'
  /** Number of occurrences that were replaced. */
  readonly replacements: number
  /** Lines on which the first 1,000 occurrences began, from 1. */
  readonly lines: readonly number[]
  /** True when there were more than 1,000 occurrences. */
  readonly truncated?: true | undefined
}

/** A file that was written in the draft. */
export interface TransactionWrite {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `staged`: the change is in the draft, not on disk. */
  readonly status: 'staged'
  /** `created` if the file did not exist before. */
  readonly change: 'created' | 'updated'
}

/** A file that was deleted or renamed in the draft. */
export interface TransactionChange<Change extends ChangeKind> {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `staged`: the change is in the draft, not on disk. */
  readonly status: 'staged'
  /** The kind of change to the file. */
  readonly change: Change
}

/** The text in the draft, or the refusal. */
export type TransactionReadResult = TransactionRead | Refused<FileFailure>

/** The replaced text, or the refusal. */
export type TransactionEditResult = TransactionEdit | Refused<FileFailure>

/** The written file, or the refusal. */
export type TransactionWriteResult = TransactionWrite | Refused<FileFailure>

/** The deleted file, or the refusal. */
export type TransactionDeleteResult = TransactionChange<'deleted'> | Refused<FileFailure>

/** The renamed file, or the refusal. */
export type TransactionRenameResult = TransactionChange<'renamed'> | Refused<FileFailure>

/** The result of undo and redo, which are transactions themselves, with an entry in the history. */
export interface Restored {
  /** Always true: the call succeeded. */
  readonly ok: true
  /** Always `committed`: the change is on disk, and can be undone. */
  readonly status: 'committed'
  /** Id of the commit that restored the files. */
  readonly commitId: string
  /** The files that changed. */
  readonly files: readonly FileChange[]
  /** Files with later changes that were overwritten; only with `force`. */
  readonly overwritten: readonly string[]
  /** Number of files beyond the first 1,000, for a command that changed more. */
  readonly moreFiles?: number | undefined
  /** The other commits that were undone with `to`, the latest first. */
  readonly alsoUndoneCommitIds?: readonly string[] | undefined
  /** Things that succeeded but deserve a look. */
  readonly warnings: readonly Warning[]
}

/** The files that were restored, or the refusal. */
export type WorkspaceUndoResult = (Restored & { readonly undoneCommitId: string }) | Refused<FileFailure>

/** The files that were changed again, or the refusal. */
export type WorkspaceRedoResult = (Restored & { readonly redoneCommitId: string }) | Refused<FileFailure>

/** A commit in the history of a workspace. */
export type FileHistoryEntry = HistoryEntry<FileChange>

/** The history. Its warnings are about a damaged journal and what is lost. */
export type WorkspaceHistoryResult = (FileAnswered & ResultPage<FileHistoryEntry>) | Refused<FileFailure>

/** The size of the removed history, or the refusal. */
export type WorkspacePurgeResult =
  | ({ readonly ok: true; readonly status: 'ok'; readonly warnings: readonly Warning[] } & PurgedHistory)
  | Refused<FileFailure>
