// Transactions on the files of any folder.
import type {
  CallOptions,
  FileChange,
  HistoryEntry,
  OldAndNewString,
  Page,
  PurgedHistory,
  Refused,
  Replacement,
} from './common.js'
import type { Signal } from './environment.js'
import type { ErrorDetails } from './errors.js'

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
   * with kind `cancelled`. A commit that is already being written is finished.
   */
  signal?: Signal | undefined
}

/** Files that {@link TransactionOptions.verify} is to look at. */
export interface VerifyRequest {
  readonly transactionId: string
  readonly files: readonly FileChange[]
}

/**
 * `refused` with the error of the first step that was refused, or with kind `conflict` when others changed a file that the
 * body had looked at.
 */
export type TransactionResult<Value> = TransactionCommitted<Value> | TransactionReverted | Refused

/** All files are as the body left them. */
export interface TransactionCommitted<Value> {
  readonly status: 'committed'
  /** Id of the commit, for {@link Workspace.undo}. A transaction that changed nothing has no entry in the history. */
  readonly transactionId: string
  readonly files: readonly FileChange[]
  /** The answer of the body. */
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
  read(args: TransactionReadArguments, options?: CallOptions): Promise<TransactionRead>
  edit(args: TransactionEditArguments, options?: CallOptions): Promise<TransactionEdit>
  write(args: TransactionWriteArguments, options?: CallOptions): Promise<TransactionWrite>
  delete(args: TransactionDeleteArguments, options?: CallOptions): Promise<TransactionChange>
  rename(args: TransactionRenameArguments, options?: CallOptions): Promise<TransactionChange>
  /** The same steps for a body that goes on after a refusal: each returns it, and leaves the draft as it was. */
  readonly try: TransactionAttempts
}

/** Steps of a transaction that return their refusals instead of throwing them. */
export interface TransactionAttempts {
  read(args: TransactionReadArguments, options?: CallOptions): Promise<TransactionReadResult>
  edit(args: TransactionEditArguments, options?: CallOptions): Promise<TransactionEditResult>
  write(args: TransactionWriteArguments, options?: CallOptions): Promise<TransactionWriteResult>
  delete(args: TransactionDeleteArguments, options?: CallOptions): Promise<TransactionChangeResult>
  rename(args: TransactionRenameArguments, options?: CallOptions): Promise<TransactionChangeResult>
}

export interface TransactionReadArguments {
  /** Relative to the first root, or absolute inside any. Links are followed where they stay inside their root. */
  filePath: string
}

export interface TransactionEditArguments extends Replacement<OldAndNewString> {
  /** Path of the file, as in {@link TransactionReadArguments}. */
  filePath: string
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
  overwrite?: boolean | undefined
}

/** A file as the transaction would leave it. */
export interface TransactionRead {
  readonly status: 'ok'
  /** The text as this transaction would leave it, with LF line ends and without a byte order mark. */
  readonly content: string
}

/** Text that was replaced in the draft. */
export interface TransactionEdit {
  readonly status: 'applied'
  /** Number of occurrences that were replaced. */
  readonly replacements: number
  /** Lines on which the first 1,000 occurrences began, from 1. */
  readonly lines: readonly number[]
  /** True when there were more than 1,000 occurrences. */
  readonly truncated?: true | undefined
}

/** A file that was written in the draft. */
export interface TransactionWrite {
  readonly status: 'applied'
  /** `create` for a new file. */
  readonly type: 'create' | 'update'
}

/** A file that was deleted or renamed in the draft. */
export interface TransactionChange {
  readonly status: 'applied'
}

export type TransactionReadResult = TransactionRead | (Refused & { readonly content?: undefined | undefined })

export type TransactionEditResult = TransactionEdit | Refused

export type TransactionWriteResult = TransactionWrite | Refused

export type TransactionChangeResult = TransactionChange | Refused

/** A transaction that was undone or made again: a transaction of its own, with an entry in the history. */
export interface TakenBack {
  readonly status: 'committed'
  readonly transactionId: string
  readonly files: readonly FileChange[]
  /** Files that others had changed since; only with `force`. */
  readonly overwritten: readonly string[]
  /** Of a command that changed more than 1,000 files: how many more there are. */
  readonly moreFiles?: number | undefined
  /** Only with `to`: the other commits that were undone, the latest first. */
  readonly also?: readonly string[] | undefined
  readonly warnings: readonly string[]
}

export type WorkspaceUndoResult = (TakenBack & { readonly undone: string }) | Refused

export type WorkspaceRedoResult = (TakenBack & { readonly redone: string }) | Refused

export type WorkspaceHistoryResult =
  | ({
      readonly status: 'ok'
      /** Warnings about a damaged journal and what is lost. */
      readonly warnings: readonly string[]
    } & Page<HistoryEntry>)
  | Refused

export type WorkspacePurgeResult =
  | ({ readonly status: 'ok'; readonly warnings: readonly string[] } & PurgedHistory)
  | Refused
