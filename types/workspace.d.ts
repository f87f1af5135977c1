// The door to the files of any folder.
import type { CallOptions, HistoryArguments, WorkspaceUndoArguments } from './common.js'
import type {
  FileEditArguments,
  FileGlobArguments,
  FileGrepArguments,
  FileMultiEditArguments,
  FileReadArguments,
  FileTreeArguments,
  FileWriteArguments,
  NotebookEditArguments,
} from './file-arguments.js'
import type {
  FileEditResult,
  FileGlobResult,
  FileGrepResult,
  FileMultiEditResult,
  FileReadResult,
  FileTreeResult,
  FileWriteResult,
  NotebookEditResult,
} from './file-results.js'
import type { FreshnessCheck, ImportantFile, WorkspaceEvents } from './freshness.js'
import type { FileToolAnswer, FileToolName } from './tools.js'
import type {
  TransactionOptions,
  TransactionResult,
  WorkspaceHistoryResult,
  WorkspacePurgeResult,
  WorkspaceRedoResult,
  WorkspaceTransaction,
  WorkspaceUndoResult,
} from './transaction.js'
import type {
  AdoptOptions,
  AdoptResult,
  CommandEnd,
  GuardOptions,
  GuardResult,
  SnapshotOptions,
  SnapshotResult,
} from './guard.js'
import type { WorkspaceOptions } from './workspace-options.js'

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
 * still be so when it has returned; else the transaction is refused with code `conflict`. Any number of objects, in
 * one process or several, may work on the same folders: their transactions wait for each other.
 *
 * @example
 * ```ts
 * const workspace = await Workspace.open({ root })
 * const result = await workspace.transaction(
 *   async (tx) => {
 *     await tx.rename({ from: 'src/old.ts', to: 'src/new.ts' })
 *     await tx.edit({ path: 'src/index.ts', oldText: "'./old.js'", newText: "'./new.js'" })
 *   },
 *   { verify: () => typeCheck(root) },
 * )
 * if (result.ok) await workspace.undo({ commitId: result.commitId })
 * else console.log(result.error.code, result.error.message)
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
  read(args: FileReadArguments & CallOptions): Promise<FileReadResult>

  /** Creates a file with its folders, or replaces all of one that was read. */
  write(args: FileWriteArguments & CallOptions): Promise<FileWriteResult>

  /** Replaces a text that occurs once in a file that was read. All other bytes stay as they are. */
  edit(args: FileEditArguments & CallOptions): Promise<FileEditResult>

  /** Several edits of one file, in order, each on the result of those before: all or nothing. */
  multiEdit(args: FileMultiEditArguments & CallOptions): Promise<FileMultiEditResult>

  /** Finds files by name, newest modified first, at most 100. */
  glob(args: FileGlobArguments & CallOptions): Promise<FileGlobResult>

  /** Searches the contents of files by regular expression, the newest file first. */
  grep(args: FileGrepArguments & CallOptions): Promise<FileGrepResult>

  /** Lists a folder as a tree, at most 1,000 entries. */
  tree(args: FileTreeArguments & CallOptions): Promise<FileTreeResult>

  /** Replaces, inserts or deletes a cell of a Jupyter notebook that was read. */
  notebookEdit(args: NotebookEditArguments & CallOptions): Promise<NotebookEditResult>

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
   * Returns a reminder for a model that others changed or deleted a file since the session read it; `null` if the file is
   * unchanged, or if the session changed it.
   */
  modificationReminder(path: string): Promise<string | null>

  /**
   * Lists the files that the session used last and that are still there, newest first; without those in `node_modules`,
   * `.git`, `.cache`, `dist`, `build` and the system's temporary folder. Default 5.
   */
  importantFiles(max?: number): Promise<ImportantFile[]>

  /**
   * Watches a file, which need not exist: a change from outside emits `change` within a second. Several agents
   * may watch under ids of their own.
   */
  watch(path: string, options?: { readonly id?: string | undefined }): Promise<void>

  /** Ends the watch of one id, or of all. */
  unwatch(path: string, options?: { readonly id?: string | undefined }): Promise<void>

  /** Begins a new session: forgets what was read, conflicts and watches. Listeners stay. */
  reset(): Promise<void>

  /** Returns what this session has read, as JSON for the option `session`. No file contents are in it. */
  exportSession(): string

  /**
   * Adds a listener. Listeners do not keep the process alive. One that throws breaks nothing: what it threw is reported
   * as a process warning. With `contents`, `edit` brings the texts before and after.
   */
  on<Name extends keyof WorkspaceEvents>(
    event: Name,
    listener: (event: WorkspaceEvents[Name]) => void,
    options?: { readonly contents?: boolean | undefined },
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
  undo(args?: WorkspaceUndoArguments & CallOptions): Promise<WorkspaceUndoResult>

  /** Makes a transaction again that was undone. */
  redo(args?: WorkspaceUndoArguments & CallOptions): Promise<WorkspaceRedoResult>

  /**
   * Runs a command, or a function that may run anything, as one transaction: whatever changed under the roots meanwhile is
   * one commit, which `undo` reverses as a whole. A command as a text is run by the shell. Needs Linux or macOS.
   *
   * When the function throws, everything is reverted, and the promise rejects with the very same error. A command that
   * fails is committed like any other: look at `value.exitCode`, or give a `check`.
   *
   * @example
   * const result = await workspace.guard('npx prettier --write .', { check: 'npm test' })
   * if (result.ok) await workspace.undo({ commitId: result.commitId })
   */
  guard(command: string | readonly string[], options?: GuardOptions): Promise<GuardResult<CommandEnd>>
  guard<Value>(body: () => Value | Promise<Value>, options?: GuardOptions): Promise<GuardResult<Value>>

  /** Takes a snapshot before something that you do not run yourself, such as a host's own shell. */
  snapshot(options?: SnapshotOptions): Promise<SnapshotResult>

  /** Commits what changed since a snapshot. */
  adopt(options?: AdoptOptions): Promise<AdoptResult>

  /** The transactions that were committed, the newest first. */
  history(args?: HistoryArguments & CallOptions): Promise<WorkspaceHistoryResult>

  /** Removes the history for good, as {@link Project.purgeHistory} does. */
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
