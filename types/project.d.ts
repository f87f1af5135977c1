// The door to a folder of JavaScript that draws a scene.
import type {
  BaseOption,
  CallOptions,
  ChangeOptions,
  EventsOptions,
  HistoryArguments,
  ListenOptions,
  ProjectCallOptions,
  ProjectUndoArguments,
  UndoArguments,
  UndoStackOptions,
} from './common.js'
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
import type { InspectArguments, InspectResult } from './inspect.js'
import type { LintArguments, LintResult } from './lint.js'
import type { ReportArguments, ReportResult } from './report.js'
import type {
  ParameterSetsChange,
  ParameterSetsResult,
  RemoveParameterSetArguments,
  SaveParameterSetArguments,
  SweepArguments,
  SweepVariant,
} from './sweep.js'
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
import type { ProjectEvents, ProjectOptions, ProjectSessionOptions } from './project-options.js'
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
  UndoStack,
  WriteResult,
} from './project-results.js'
import type { SceneToolName, ToolAnswer } from './tools.js'

/** How a project is closed. */
export interface CloseOptions {
  /** Cancel the calls in flight at once instead of waiting a second for them. Default `false`. */
  readonly cancel?: boolean | undefined
}

/**
 * A CAD project: a folder of JavaScript that draws a scene.
 *
 * Every change is run before it counts. A change that fails is reverted: files and scene stay as they were. Calls on one
 * object may overlap. Changes are queued, and succeed or fail separately. Questions about the committed scene (`render`,
 * `inspect`, `export`, `summary`, `history`, `check`, `lint` and reads) are answered at once, also while a change runs: from the
 * last commit. Any number of objects, in one process or several, may work on one folder.
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
   * Opens a project. This is cheap: nothing is read, written or run before the first call.
   *
   * @throws {ScenewrightError} `invalid_input` for invalid options, or one of the `native_…` codes if the
   * native half cannot be used.
   */
  static open(options?: ProjectOptions): Promise<Project>

  /**
   * Opens another session on the same folder with the same options: for each window of an editor, or each agent. It has its own
   * record of what was read, and its own listeners, for which a change of another session has the origin `session`. The
   * history is the same. Each is closed by itself.
   *
   * @example
   * ```ts
   * await using window = project.session({ readFirst: 'require' })
   * ```
   */
  session(options?: ProjectSessionOptions): Project

  /** The project folder, absolute. */
  readonly root: string

  /** Lists `main` and the modules. */
  files(args?: FilesArguments & ProjectCallOptions): Promise<FilesResult>

  /** Reads a file, and remembers that this session has read it. */
  read(args: ReadArguments & ProjectCallOptions): Promise<ReadResult>

  /** Replaces text in one file, runs the project, and commits or reverts. {@link Project.apply} takes a message for the history. */
  edit(args: EditArguments & ChangeOptions): Promise<EditResult>

  /** Makes several replacements in one file, with one run. */
  multiEdit(args: MultiEditArguments & ChangeOptions): Promise<MultiEditResult>

  /** Creates or replaces a whole file, runs the project, and commits or reverts. */
  write(args: WriteArguments & ChangeOptions): Promise<WriteResult>

  /**
   * Changes any number of files together, runs the project once, and commits all or nothing.
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
  apply(args: ApplyArguments & ChangeOptions): Promise<ApplyResult>

  /** Does everything that {@link Project.apply} does except for the commit. Returns the error, or the scene that would result. */
  check(args: CheckArguments & ProjectCallOptions): Promise<CheckResult>

  /**
   * Lists the commits, newest first, including those of other objects and processes on the folder. A run is a commit
   * only if it changed a parameter. `warnings` report a damaged journal and the loss.
   */
  history(args?: HistoryArguments & ProjectCallOptions): Promise<HistoryResult>

  /**
   * Removes the history and all old file contents in it, permanently: earlier changes can no longer be undone. Use it when
   * a secret was in a file. The files themselves are not touched. There is no such tool: only a host or a person can do
   * this.
   */
  purgeHistory(options?: CallOptions): Promise<PurgeResult>

  /**
   * Restores the files and the scene from before a commit, after running them; the undo is itself a commit. It is refused
   * with code `conflict` if one of the files has changed since, unless forced. `author: 'self'` undoes the last change that a
   * call of this object made, also where others made some since.
   */
  undo(args?: ProjectUndoArguments & ChangeOptions): Promise<UndoResult>

  /**
   * Returns what `undo` and `redo` would do next, and after that: for the menu of an editor. Each `commit` event says by
   * `canUndo` and `canRedo` whether there is a first entry.
   *
   * @throws {RefusedError} where the history cannot be read, or the signal was aborted.
   */
  undoStack(options?: UndoStackOptions): Promise<UndoStack>

  /** Redoes a change that was undone. */
  redo(args?: UndoArguments & ChangeOptions): Promise<RedoResult>

  /**
   * Runs `main` as it is on disk and commits the scene. `parameters` replace the values that `param` has in the code.
   * They stay in effect for later changes until the next run, which sets others or, without `parameters`, restores those
   * in the code.
   *
   * @example
   * ```ts
   * const result = await project.run({ parameters: { width: 120, rounded: true } })
   * ```
   */
  run(args?: RunArguments & ChangeOptions): Promise<RunResult>

  /** Searches `main` and the modules, line by line. */
  grep(args: GrepArguments & ProjectCallOptions): Promise<GrepResult>

  /** Explains the vocabulary that scripts draw with, or lists what a file declares. */
  reference(args?: ReferenceArguments & ProjectCallOptions): Promise<ReferenceResult>

  /** Answers a question about the committed scene. */
  inspect<const Question extends InspectArguments>(
    args: Question & ProjectCallOptions,
  ): Promise<InspectResult<Question>>

  /**
   * Checks the committed scene for mistakes that a workshop would send back, with the limits of the profile and of
   * `lint.json` in the project.
   *
   * @example
   * ```ts
   * const result = await project.lint({ profile: 'laser', limits: { kerf: 0.15 } })
   * ```
   */
  lint(args?: LintArguments & ProjectCallOptions): Promise<LintResult>

  /**
   * Reports what the drawing takes to make: parts, cut lengths, pierces, times, areas, masses, the use of sheets, costs. What
   * it is made of is read from `report.json`, speeds and prices from `rates.json` of the project.
   *
   * @example
   * ```ts
   * const { totals, missing } = unwrap(await project.report({ material: 'S235', thickness: 3 }))
   * ```
   */
  report(args?: ReportArguments & ProjectCallOptions): Promise<ReportResult>

  /** Returns the named sets of values of parameters. */
  parameterSets(options?: CallOptions): Promise<ParameterSetsResult>

  /** Saves a named set in `parameter-sets.json`, as a commit that can be undone. */
  saveParameterSet(args: SaveParameterSetArguments & CallOptions & BaseOption): Promise<ParameterSetsChange>

  /** Removes a named set, as a commit that can be undone. */
  removeParameterSet(args: RemoveParameterSetArguments & CallOptions & BaseOption): Promise<ParameterSetsChange>

  /**
   * Runs the project with many values of its parameters on all processors, and yields each variant when it is done. Nothing is
   * committed. A variant that fails is yielded with its error. Throws for arguments that make no variants, and when the code
   * changes on the way.
   *
   * @example
   * ```ts
   * for await (const { parameters, measures } of project.sweep({ set: { width: '100..200/10', t: [3, 4, 5] } })) {
   *   console.log(parameters, measures?.mass)
   * }
   * ```
   */
  sweep(args: SweepArguments): AsyncIterable<SweepVariant>

  /** Draws the committed scene. */
  render(args?: RenderArguments & ProjectCallOptions): Promise<RenderResult>

  /**
   * Writes the committed scene in a file format, of any size: as `data` in the result, to any file (`toFile`), or
   * into the project's folder `exports` (`toExports`).
   */
  export(args: ExportArguments & ProjectCallOptions): Promise<ExportResult>

  /**
   * Copies the project into a folder of its own, where a variant is drawn: the copy is a project, with an empty history.
   * Needs Linux or macOS.
   *
   * @example
   * ```ts
   * const made = await project.fork('round')
   * if (!made.ok) throw new Error(made.error.message)
   * const variant = await Project.open({ root: made.fork.root })
   * // … draw in it, compare, and then:
   * await project.merge('round', { discard: 'all' })
   * ```
   */
  fork(name: string, options?: ForkOptions): Promise<ForkResult>

  /** Lists the forks of this project, the oldest first. */
  forks(options?: CallOptions): Promise<ForksResult>

  /**
   * Brings what a fork changed to the project, as {@link Workspace.merge} does, and runs it: a merge that does not run is
   * reverted. The merge is a commit of the folder: `Workspace.undo`, or `scenewright undo --root`, reverses it.
   */
  merge(fork: string | Fork, options?: MergeOptions): Promise<MergeResult>

  /** Removes a fork with its files and its history. */
  discard(fork: string | Fork, options?: DiscardOptions): Promise<DiscardResult>

  /** Returns the summary of the committed scene. */
  summary(options?: CallOptions): Promise<SummaryResult>

  /**
   * Calls a tool by its wire name, with wire arguments, and returns the answer that an agent sees. Never throws for
   * a refusal.
   *
   * @example
   * ```ts
   * await project.callTool('edit', { file: 'main', old_code: 'a', new_code: 'b' })
   * ```
   */
  callTool(name: SceneToolName, args?: unknown, options?: ChangeOptions): Promise<ToolAnswer>
  callTool(name: string, args?: unknown, options?: ChangeOptions): Promise<ToolAnswer>

  /**
   * Adds a listener. Listeners do not keep the process alive. An error that one throws, or that its promise rejects with, is
   * reported as a process warning and has no other effect. The events of a call come before its promise is settled.
   */
  on<Name extends keyof ProjectEvents>(
    event: Name,
    listener: (event: ProjectEvents[Name]) => void,
    options?: ListenOptions,
  ): this

  /** Adds a listener for the next event of this name. */
  once<Name extends keyof ProjectEvents>(
    event: Name,
    listener: (event: ProjectEvents[Name]) => void,
    options?: Omit<ListenOptions, 'once'>,
  ): this

  /**
   * Returns the events as they come, from this call on, until the loop is left, the signal is aborted or the project is closed.
   *
   * @example
   * ```ts
   * for await (const event of project.events({ names: ['commit', 'revert'] })) show(event)
   * ```
   */
  events<Name extends keyof ProjectEvents>(options?: EventsOptions<Name>): AsyncGenerator<ProjectEvents[Name], void>

  /** Removes a listener that {@link Project.on} added. */
  off<Name extends keyof ProjectEvents>(event: Name, listener: (event: ProjectEvents[Name]) => void): this

  /**
   * Starts emitting events for commits by other processes and for manual edits on disk. A file that was edited by hand is
   * run first: `externalEdit` is emitted if it runs, otherwise `broken`, and the last working scene stays.
   */
  watch(): Promise<void>

  /** Stops the events that {@link Project.watch} started. */
  unwatch(): Promise<void>

  /**
   * Returns the record of the files that this session has read, as JSON for the option `session`. It contains no file contents.
   */
  exportSession(): string

  /** Waits until everything is on disk, including the cache of a large scene. */
  flush(): Promise<void>

  /**
   * Waits for calls in flight, one second at most, and cancels those that take longer; then flushes, and ends the child
   * processes with the last project. A commit that is already being written is finished. Later calls throw `closed`.
   * When it resolves, the threads and descriptors of the session are gone. A worker thread that ends cancels the calls of
   * the projects that it opened, and closes them.
   */
  close(options?: CloseOptions): Promise<void>

  /** Closes the project at the end of `await using`, if the runtime supports it. */
  [Symbol.asyncDispose](): Promise<void>
}
