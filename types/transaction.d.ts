// Transactions on the files of any folder.
import type { CallOptions, HistoryEntry, Page, PurgedHistory, Refused, Replacement, Warning } from './common.js'
import type { Signal } from './environment.js'
import type { ChangeKind, FileChange } from './changes.js'
import type { FileFailure } from './errors.js'

export interface TransactionOptions {
  /**
   * Looks at the files when all of them are in place and none of them counts yet, so that a type checker or a test can
   * read them. When it answers `false` or throws, every file is put back.
   *
   * Other transactions on the folders wait meanwhile, and so do `undo` and `redo`; in another process for at most ten
   * minutes (`conflict`). One that `verify` itself makes on the same folders is refused.
   */
  verify?: ((request: VerifyRequest) => boolean | void | Promise<boolean | void>) | undefined
  /** The line of the history. Default: the first file and the number of the others. */
  message?: string | undefined
  /**
   * Cancels the transaction: before its files are in place it is `refused`, while it is verified it is `reverted`, both
   * with code `cancelled`. A commit that is already being written is finished.
   */
  signal?: Signal | undefined
}

/** Files that {@link TransactionOptions.verify} is to look at. */
export interface VerifyRequest {
  /** Id that the commit will have. */
  readonly commitId: string
  readonly files: readonly FileChange[]
}

/**
 * `refused` with the error of the first step that was refused, or with code `conflict` when others changed a file that the
 * body had looked at.
 */
export type TransactionResult<Value> = TransactionCommitted<Value> | TransactionReverted | Refused<FileFailure>

/** All files are as the body left them. */
export interface TransactionCommitted<Value> {
  readonly ok: true
  readonly status: 'committed'
  /** Id of the commit, for {@link Workspace.undo}. A transaction that changed nothing has no entry in the history. */
  readonly commitId: string
  readonly files: readonly FileChange[]
  /** The answer of the body. */
  readonly value: Value
  readonly warnings: readonly Warning[]
}

/**
 * The files were put back: bytes, modes, links, files and folders that were not there. The code is `verify_failed` when
 * `verify` answered false or threw, or the body answered false, `cancelled` when the signal aborted meanwhile, `closed`
 * when the workspace was closed.
 */
export interface TransactionReverted {
  readonly ok: false
  readonly status: 'reverted'
  readonly error: FileFailure
  /** The error that `verify` threw. */
  readonly cause?: unknown | undefined
}

/**
 * The draft that the body of a transaction works on. Nothing of it is on disk until the body has returned.
 *
 * A step that is refused throws a `RefusedError`, and the whole transaction is refused with that error, also when the body
 * catches it. Use {@link WorkspaceTransaction.try} for a step that may be refused. After the end of the body every call
 * throws `closed`.
 */
export interface WorkspaceTransaction {
  read(args: TransactionReadArguments & CallOptions): Promise<TransactionRead>
  edit(args: TransactionEditArguments & CallOptions): Promise<TransactionEdit>
  write(args: TransactionWriteArguments & CallOptions): Promise<TransactionWrite>
  delete(args: TransactionDeleteArguments & CallOptions): Promise<TransactionChange<'deleted'>>
  rename(args: TransactionRenameArguments & CallOptions): Promise<TransactionChange<'renamed'>>
  /** The same steps for a body that goes on after a refusal: each returns it, and leaves the draft as it was. */
  readonly try: TransactionAttempts
}

/** Steps of a transaction that return their refusals instead of throwing them. */
export interface TransactionAttempts {
  read(args: TransactionReadArguments & CallOptions): Promise<TransactionReadResult>
  edit(args: TransactionEditArguments & CallOptions): Promise<TransactionEditResult>
  write(args: TransactionWriteArguments & CallOptions): Promise<TransactionWriteResult>
  delete(args: TransactionDeleteArguments & CallOptions): Promise<TransactionDeleteResult>
  rename(args: TransactionRenameArguments & CallOptions): Promise<TransactionRenameResult>
}

export interface TransactionReadArguments {
  /** Relative to the first root, or absolute inside any. Links are followed where they stay inside their root. */
  path: string
}

export interface TransactionEditArguments extends Replacement {
  /** Path of the file, as in {@link TransactionReadArguments}. */
  path: string
}

export interface TransactionWriteArguments {
  /** See {@link TransactionReadArguments}. Folders on the way are made. */
  path: string
  /** The whole text. A file that is there keeps its encoding and line ends; a new one is UTF-8 with LF. */
  text: string
}

export interface TransactionDeleteArguments {
  /** A file, or a link, which is removed itself. */
  path: string
}

export interface TransactionRenameArguments {
  /** A file of any kind, which keeps its bytes and mode, or a link, which is moved itself. */
  from: string
  to: string
  /** Replace a file that is there, whose mode stays. Default `false`. */
  overwrite?: boolean | undefined
}

/** A file as the transaction would leave it. */
export interface TransactionRead {
  readonly ok: true
  readonly status: 'ok'
  /** The text as this transaction would leave it, with LF line ends and without a byte order mark. */
  readonly text: string
}

/** Text that was replaced in the draft. */
export interface TransactionEdit {
  readonly ok: true
  readonly status: 'staged'
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
  readonly ok: true
  readonly status: 'staged'
  readonly change: 'created' | 'updated'
}

/** A file that was deleted or renamed in the draft. */
export interface TransactionChange<Change extends ChangeKind> {
  readonly ok: true
  readonly status: 'staged'
  readonly change: Change
}

export type TransactionReadResult = TransactionRead | Refused<FileFailure>

export type TransactionEditResult = TransactionEdit | Refused<FileFailure>

export type TransactionWriteResult = TransactionWrite | Refused<FileFailure>

export type TransactionDeleteResult = TransactionChange<'deleted'> | Refused<FileFailure>

export type TransactionRenameResult = TransactionChange<'renamed'> | Refused<FileFailure>

/** A transaction that was undone or made again: a transaction of its own, with an entry in the history. */
export interface Restored {
  readonly ok: true
  readonly status: 'committed'
  /** Id of the commit that restored the files. */
  readonly commitId: string
  readonly files: readonly FileChange[]
  /** Files that others had changed since; only with `force`. */
  readonly overwritten: readonly string[]
  /** Of a command that changed more than 1,000 files: how many more there are. */
  readonly moreFiles?: number | undefined
  /** Only with `to`: the other commits that were undone, the latest first. */
  readonly also?: readonly string[] | undefined
  readonly warnings: readonly Warning[]
}

export type WorkspaceUndoResult = (Restored & { readonly undoneCommitId: string }) | Refused<FileFailure>

export type WorkspaceRedoResult = (Restored & { readonly redoneCommitId: string }) | Refused<FileFailure>

/** A commit of a workspace, as the history keeps it. */
export type FileHistoryEntry = HistoryEntry<FileChange>

export type WorkspaceHistoryResult =
  | ({
      readonly ok: true
      readonly status: 'ok'
      /** Warnings about a damaged journal and what is lost. */
      readonly warnings: readonly Warning[]
    } & Page<FileHistoryEntry>)
  | Refused<FileFailure>

export type WorkspacePurgeResult =
  | ({ readonly ok: true; readonly status: 'ok'; readonly warnings: readonly Warning[] } & PurgedHistory)
  | Refused<FileFailure>
