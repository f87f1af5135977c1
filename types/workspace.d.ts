// The door to the files of any folder.
import type {
  CallOptions,
  EventsOptions,
  FileChangeOptions,
  HistoryArguments,
  WorkspaceUndoArguments,
} from './common.js'
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
import type { FreshnessCheck, ImportantFile, WorkspaceEvents, WorkspaceListenOptions } from './freshness.js'
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
import type {
  DiscardOptions,
  DiscardResult,
  Fork,
  ForkOptions,
  ForkResult,
  ForksResult,
  MergeOptions,
  MergeResult,
} from './forks.js'
import type { WorkspaceOptions, WorkspaceSessionOptions } from './workspace-options.js'

/**
 * The file tools of an agent on some folders, and transactions over them.
 *
 * A tool changes one file, and refuses rather than guesses: if the file was not read or has changed since, or if the
 * text is missing or occurs twice. Files are judged by their contents, never by a clock. Every change can be undone.
 *
 * A transaction changes any number of files, all or nothing, even if the process dies. The first call of the next
 * process then restores the files.
 *
 * The body of a transaction sees the files on disk with its own changes applied. If a file that it read or changed
 * has changed on disk when it returns, the transaction is refused with code `conflict`. Any number of objects, in
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
   * Opens a session. Nothing is created on disk.
   *
   * @throws {ScenewrightError} `invalid_input` for invalid options and missing folders, or one of the `native_…` codes
   * if the native half cannot be used.
   */
  static open(options: WorkspaceOptions): Promise<Workspace>

  /**
   * Opens another session on the same folders with the same options: for each window of an editor, or each agent. It has its own
   * record of what was read, its own listeners and, where they are given, its own functions of the host. The history is the same.
   * Each is closed by itself.
   *
   * @example
   * ```ts
   * await using window = workspace.session({ confirm: (request) => askIn(window, request) })
   * ```
   */
  session(options?: WorkspaceSessionOptions): Workspace

  /** The roots, absolute, as they were given. */
  readonly roots: readonly string[]

  /**
   * Reads text by lines, a picture, or a notebook, and remembers that the session has read the file. A file of more than
   * 256 KiB must be read in parts.
   */
  read(args: FileReadArguments & CallOptions): Promise<FileReadResult>

  /** Creates a file with its folders, or replaces the whole text of one that was read. */
  write(args: FileWriteArguments & FileChangeOptions): Promise<FileWriteResult>

  /** Replaces a text that occurs once in a file that was read. All other bytes stay as they are. */
  edit(args: FileEditArguments & FileChangeOptions): Promise<FileEditResult>

  /** Makes several edits of one file in order, each on the result of the previous ones: all or nothing. */
  multiEdit(args: FileMultiEditArguments & FileChangeOptions): Promise<FileMultiEditResult>

  /** Finds files by name, newest modified first, at most 100. */
  glob(args: FileGlobArguments & CallOptions): Promise<FileGlobResult>

  /** Searches the contents of files by a regular expression, newest file first. */
  grep(args: FileGrepArguments & CallOptions): Promise<FileGrepResult>

  /** Lists a folder as a tree, at most 1,000 entries. */
  tree(args: FileTreeArguments & CallOptions): Promise<FileTreeResult>

  /** Replaces, inserts or deletes a cell of a Jupyter notebook that was read. */
  notebookEdit(args: NotebookEditArguments & FileChangeOptions): Promise<NotebookEditResult>

  /**
   * Calls a tool by its wire name; arguments and answer have the fixed wire names. Refusals are answers; the only
   * errors thrown are {@link ScenewrightError}s.
   */
  callTool(name: FileToolName, args?: unknown, options?: FileChangeOptions): Promise<FileToolAnswer>
  callTool(name: string, args?: unknown, options?: FileChangeOptions): Promise<FileToolAnswer>

  /** Marks the current contents of a file as read by this session. Rejects if the file is missing. */
  recordRead(path: string): Promise<void>

  /** Marks the current contents of a file as written by this session. Rejects if the file is missing. */
  recordEdit(path: string): Promise<void>

  /** Compares a file with the contents that the session last read or wrote. */
  checkFreshness(path: string): Promise<FreshnessCheck>

  /**
   * Returns a reminder for a model that others changed or deleted a file since the session read it; `null` if the file is
   * unchanged, or if the session changed it.
   */
  modificationReminder(path: string): Promise<string | null>

  /**
   * Lists the files that the session used last and that still exist, newest first; without those in `node_modules`,
   * `.git`, `.cache`, `dist`, `build` and the system's temporary folder. Default 5.
   */
  importantFiles(max?: number): Promise<ImportantFile[]>

  /**
   * Watches a file, which need not exist: a change from outside emits `change` within a second. Several agents
   * may watch it under different ids.
   */
  watch(path: string, options?: { readonly id?: string | undefined }): Promise<void>

  /** Ends the watch with one id, or all watches of the file. */
  unwatch(path: string, options?: { readonly id?: string | undefined }): Promise<void>

  /** Begins a new session: forgets the files read, conflicts and watches. Listeners stay. */
  reset(): Promise<void>

  /**
   * Returns the record of the files that this session has read, as JSON for the option `session`. It contains no file contents.
   */
  exportSession(): string

  /**
   * Adds a listener. Listeners do not keep the process alive. An error that one throws is reported as a process warning
   * and has no other effect. With `contents`, `edit` events include the texts before and after.
   */
  on<Name extends keyof WorkspaceEvents>(
    event: Name,
    listener: (event: WorkspaceEvents[Name]) => void,
    options?: WorkspaceListenOptions,
  ): this

  /** Adds a listener for the next event of this name. */
  once<Name extends keyof WorkspaceEvents>(
    event: Name,
    listener: (event: WorkspaceEvents[Name]) => void,
    options?: Omit<WorkspaceListenOptions, 'once'>,
  ): this

  /**
   * Returns the events as they come, from this call on, until the loop is left, the signal is aborted or the workspace is
   * closed. `edit` comes without the texts.
   */
  events<Name extends keyof WorkspaceEvents>(options?: EventsOptions<Name>): AsyncGenerator<WorkspaceEvents[Name], void>

  /** Removes a listener that {@link Workspace.on} added. */
  off<Name extends keyof WorkspaceEvents>(event: Name, listener: (event: WorkspaceEvents[Name]) => void): this

  /**
   * Changes files together. If the body throws, nothing is written and the promise rejects with the same error object;
   * if it returns exactly `false`, the transaction is `reverted`.
   */
  transaction<Value>(
    body: (tx: WorkspaceTransaction) => Value | Promise<Value>,
    options?: TransactionOptions,
  ): Promise<TransactionResult<Value>>

  /** Undoes a commit: restores bytes and existence of its files, and the modes of recreated files. */
  undo(args?: WorkspaceUndoArguments & FileChangeOptions): Promise<WorkspaceUndoResult>

  /** Redoes a commit that was undone. */
  redo(args?: WorkspaceUndoArguments & FileChangeOptions): Promise<WorkspaceRedoResult>

  /**
   * Runs a command, or a function that may run anything, as one transaction: all changes under the roots meanwhile become
   * one commit, which `undo` reverses as a whole. A command given as a string is run by the shell. Requires Linux or
   * macOS.
   *
   * If the function throws, everything is reverted, and the promise rejects with the same error object. A command that
   * fails is committed like any other: check `value.exitCode`, or give a `check`.
   *
   * @example
   * const result = await workspace.guard('npx prettier --write .', { check: 'npm test' })
   * if (result.ok) await workspace.undo({ commitId: result.commitId })
   */
  guard(command: string | readonly string[], options?: GuardOptions): Promise<GuardResult<CommandEnd>>
  guard<Value>(body: () => Value | Promise<Value>, options?: GuardOptions): Promise<GuardResult<Value>>

  /** Takes a snapshot before a command that you do not run yourself, such as one in a host's own shell. */
  snapshot(options?: SnapshotOptions): Promise<SnapshotResult>

  /** Commits the changes since a snapshot. */
  adopt(options?: AdoptOptions): Promise<AdoptResult>

  /**
   * Copies the roots as they are now into a folder of its own, in which something can be tried: the copy is an ordinary
   * workspace. Names are letters, digits, dots, hyphens and underscores. Forks stay until they are discarded, also after a
   * restart. Needs Linux or macOS.
   *
   * @example
   * const made = await workspace.fork('with-a-map')
   * if (!made.ok) throw new Error(made.error.message)
   * const variant = await Workspace.open({ root: made.fork.root })
   * // … work in it, and then:
   * const merged = await workspace.merge('with-a-map', { check: 'npm test', discard: 'all' })
   * if (merged.status === 'refused') console.log(merged.conflicts)
   */
  fork(name: string, options?: ForkOptions): Promise<ForkResult>

  /** Lists the forks of these roots, the oldest first. */
  forks(options?: CallOptions): Promise<ForksResult>

  /**
   * Brings the changes of a fork to the workspace, as one commit that `undo` reverses. Files that both changed are merged by hunks;
   * where there is a conflict, nothing is written. The fork stays, and can be merged again when it has changed further.
   */
  merge(fork: string | Fork, options?: MergeOptions): Promise<MergeResult>

  /** Removes a fork with its files and its history. */
  discard(fork: string | Fork, options?: DiscardOptions): Promise<DiscardResult>

  /** Lists the committed transactions, newest first. */
  history(args?: HistoryArguments & CallOptions): Promise<WorkspaceHistoryResult>

  /** Removes the history permanently, as {@link Project.purgeHistory} does. */
  purgeHistory(options?: CallOptions): Promise<WorkspacePurgeResult>

  /**
   * Reverts transactions that are being verified, finishes those that are being committed, and refuses the rest. Later
   * calls throw `closed`. When it resolves, the threads and descriptors of the session are gone. A worker thread that
   * ends closes the workspaces that it opened in the same way.
   */
  close(): Promise<void>

  /** Closes the workspace at the end of `await using`, if the runtime supports it. */
  [Symbol.asyncDispose](): Promise<void>
}
