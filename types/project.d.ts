// The door to a folder of JavaScript that draws a scene.
import type { CallOptions, HistoryArguments, ProjectCallOptions, UndoArguments } from './common.js'
import type { InspectArguments, InspectResult } from './inspect.js'
import type {
  ApplyArguments,
  CheckArguments,
  EditArguments,
  ExportArguments,
  FilesArguments,
  GrepArguments,
  MultiEditArguments,
  ReadArguments,
  ReferenceArguments,
  RenderArguments,
  RunArguments,
  WriteArguments,
} from './project-arguments.js'
import type { ProjectEvents, ProjectOptions } from './project-options.js'
import type {
  ApplyResult,
  CheckResult,
  EditResult,
  ExportResult,
  FilesResult,
  GrepResult,
  HistoryResult,
  MultiEditResult,
  PurgeResult,
  ReadResult,
  RedoResult,
  ReferenceResult,
  RenderResult,
  RunResult,
  SummaryResult,
  UndoResult,
  WriteResult,
} from './project-results.js'
import type { SceneToolName, ToolAnswer } from './tools.js'

export interface CloseOptions {
  /** Cancel the calls in flight at once, instead of waiting a second for them. Default `false`. */
  readonly cancel?: boolean | undefined
}

/**
 * A CAD project: a folder of JavaScript that draws a scene.
 *
 * Every change is run before it counts. One that fails is reverted: nothing was written, and the scene is what
 * it was. Calls on one object may overlap; they are queued and each is judged alone. Any number of objects, in
 * one process or several, may work on one folder.
 *
 * @example
 * ```ts
 * const project = await Project.open({ root: 'town' })
 * await project.read({ file: 'main' })
 * const result = await project.edit({ file: 'main', oldText: 'radius = 4', newText: 'radius = 5' })
 * if (result.ok) console.log(result.commitId, result.scene?.entities)
 * else console.log(result.error.code, result.error.message, result.error.frame)
 * await project.close()
 * ```
 */
export class Project {
  private constructor(...internal: never[])

  /**
   * Opens a project. Cheap: nothing is read, written or run before the first call.
   *
   * @throws {ScenewrightError} `invalid_input` for options that make no sense, or one of the `native_…` codes
   *   when the native half cannot be used.
   */
  static open(options?: ProjectOptions): Promise<Project>

  /** The project folder, absolute. */
  readonly root: string

  /** Lists `main` and the modules. */
  files(args?: FilesArguments & ProjectCallOptions): Promise<FilesResult>

  /** Reads a file, and remembers that this session has read it. */
  read(args: ReadArguments & ProjectCallOptions): Promise<ReadResult>

  /** Replaces text in one file, runs the project, and commits or reverts. */
  edit(args: EditArguments & ProjectCallOptions): Promise<EditResult>

  /** Several replacements in one file, one run. */
  multiEdit(args: MultiEditArguments & ProjectCallOptions): Promise<MultiEditResult>

  /** Creates or replaces a whole file, runs the project, and commits or reverts. */
  write(args: WriteArguments & ProjectCallOptions): Promise<WriteResult>

  /**
   * Changes any number of files as one, runs the project once, and commits all or nothing.
   *
   * @example
   * ```ts
   * await project.apply({
   *   message: 'rename drawHouse to drawHome',
   *   changes: [
   *     { file: 'houses', oldText: 'function drawHouse', newText: 'function drawHome' },
   *     { file: 'main', oldText: 'drawHouse(', newText: 'drawHome(', replaceAll: true },
   *   ],
   * })
   * ```
   */
  apply(args: ApplyArguments & ProjectCallOptions): Promise<ApplyResult>

  /** Everything that {@link Project.apply} does but the commit: the error, or the scene that would be. */
  check(args: CheckArguments & ProjectCallOptions): Promise<CheckResult>

  /**
   * The commits, newest first, also those of other objects and processes on the folder. A run is not one. `warnings`
   * report a damaged journal and what is lost.
   */
  history(args?: HistoryArguments & ProjectCallOptions): Promise<HistoryResult>

  /**
   * Removes the history and all old contents of files that it keeps, for good: nothing before can be undone then. For a
   * secret that was in a file once. The files themselves are not touched. No tool: only a host or a person can ask for it.
   */
  purgeHistory(options?: CallOptions): Promise<PurgeResult>

  /**
   * Brings back files and scene from before a commit, after a run of them; the undo is a commit itself. Refused with
   * code `conflict` when one of the files was changed since, unless forced.
   */
  undo(args?: UndoArguments & ProjectCallOptions): Promise<UndoResult>

  /** Makes a change again that was undone. */
  redo(args?: UndoArguments & ProjectCallOptions): Promise<RedoResult>

  /**
   * Runs `main` as it is on disk and commits the scene. `parameters` are values in place of those that `param` has in the
   * code. They stay for the changes that follow, until the next run: with others, or with none for those in the code.
   *
   * @example
   * ```ts
   * const result = await project.run({ parameters: { width: 120, rounded: true } })
   * ```
   */
  run(args?: RunArguments & ProjectCallOptions): Promise<RunResult>

  /** Searches `main` and the modules, line by line. */
  grep(args: GrepArguments & ProjectCallOptions): Promise<GrepResult>

  /** Explains the vocabulary that scripts draw with, or lists what a file declares. */
  reference(args?: ReferenceArguments & ProjectCallOptions): Promise<ReferenceResult>

  /** Asks the committed scene. */
  inspect<const Question extends InspectArguments>(
    args: Question & ProjectCallOptions,
  ): Promise<InspectResult<Question>>

  /** Draws the committed scene. */
  render(args?: RenderArguments & ProjectCallOptions): Promise<RenderResult>

  /**
   * Writes the committed scene in a file format, of any size: as `data` of the result, to a file that the host names
   * (`toFile`), or into the project's folder `exports` (`toExports`).
   */
  export(args: ExportArguments & ProjectCallOptions): Promise<ExportResult>

  /** Returns the summary of the committed scene. */
  summary(options?: CallOptions): Promise<SummaryResult>

  /**
   * Calls a tool by its wire name, with wire arguments, and answers as an agent sees it. Never throws for a refusal.
   *
   * @example
   * ```ts
   * await project.callTool('edit', { file: 'main', old_code: 'a', new_code: 'b' })
   * ```
   */
  callTool(name: SceneToolName, args?: object, options?: ProjectCallOptions): Promise<ToolAnswer>
  callTool(name: string, args?: object, options?: ProjectCallOptions): Promise<ToolAnswer>

  /**
   * Adds a listener. Listeners do not keep the process alive. One that throws breaks nothing: what it threw is
   * reported as a process warning.
   */
  on<Name extends keyof ProjectEvents>(event: Name, listener: (event: ProjectEvents[Name]) => void): this

  /** Removes a listener that {@link Project.on} added. */
  off<Name extends keyof ProjectEvents>(event: Name, listener: (event: ProjectEvents[Name]) => void): this

  /**
   * Starts emitting events for commits by other processes and for manual edits on disk. A file that was edited by hand is
   * run first: `externalEdit` is emitted if it runs, `broken` if it does not, and then the last scene that ran stays.
   */
  watch(): Promise<void>

  /** Stops the events that {@link Project.watch} started. */
  unwatch(): Promise<void>

  /** Returns what this session has read, as JSON for the option `session`. No file contents are in it. */
  exportSession(): string

  /** Waits until everything is on disk, the cache of a large scene included. */
  flush(): Promise<void>

  /**
   * Waits for calls in flight, one second at most, and cancels those that take longer; then flushes, and ends the child
   * processes with the last project. A commit that is already being written is finished. Later calls throw `closed`.
   * When it resolves, the threads and descriptors of the session are gone. A worker thread that ends cancels the calls of
   * the projects that it opened, and closes them.
   */
  close(options?: CloseOptions): Promise<void>

  /** {@link Project.close}, for `await using` where the runtime has it. */
  [Symbol.asyncDispose](): Promise<void>
}
