// Options of a project, and its events.
import type { Binaries, FileUrl } from './environment.js'
import type { SceneFailure } from './errors.js'
import type { SceneFileChange } from './changes.js'
import type { CommittedScene, SceneChanges } from './scene-summary.js'

/** The folder of a project, and how its scripts are run. */
export interface ProjectOptions {
  /**
   * The project folder. It need not exist: the first commit creates it. There `main` is `scene.code.js`, and a module `NAME` is
   * `modules/NAME.js`.
   *
   * 1. this option
   * 2. the environment variable `SCENEWRIGHT_DIR`
   * 3. `.ai-native-cad` in the home folder
   */
  root?: string | FileUrl | undefined
  /** The treatment of an edit of a file that was not read first: refuse it, warn, or ignore it. Default `warn`. */
  readFirst?: 'require' | 'warn' | 'off' | undefined
  /**
   * The place where scripts run.
   *
   * - `process` (default): in a child process, with every limit enforced; the only mode for code from a model.
   * - `thread`: on a thread of this process, for scripts that the host itself wrote. An endless loop is answered at
   *   `timeMs`, but its thread keeps running; `memoryBytes` is not enforced; a stack overflow or a lack of memory ends
   *   this process; a bug of the engine can read the memory of this process.
   */
  isolation?: 'process' | 'thread' | undefined
  /** Bounds of each run. Default: those of {@link SceneLimits}. */
  limits?: SceneLimits | undefined
  /** `fsync` (default) survives a power cut; `fast` does not wait for the disk. */
  durability?: 'fsync' | 'fast' | undefined
  /**
   * The largest size of the journal with the history, in bytes; the oldest commits are forgotten first. 64 KiB to
   * 16 GiB, default 64 MiB. If several objects of a process use one folder, the first decides.
   */
  historyBytes?: number | undefined
  /** Seed of `Math.random`: the same files with the same seed give the same scene. A whole number. Default 0. */
  seed?: number | undefined
  /** The time that `Date` returns to scripts. `frozen` (default) is one fixed instant; `real` is the clock. */
  clock?: 'frozen' | 'real' | undefined
  /** Lets scripts import the modules that are shipped with the package. Default `true`. */
  builtins?: boolean | undefined
  /** Fonts for texts, in addition to the built-in one. Default: the fonts of the machine. */
  fonts?: FontOptions | undefined
  /**
   * The native binaries, for when they are not found automatically. Default: the binaries that the environment names, otherwise those of the
   * package.
   */
  binaries?: Binaries | undefined
  /** The text that {@link Project.exportSession} returned, to continue that session after a restart. */
  session?: string | undefined
}

/** Options of {@link Project.session}. */
export interface ProjectSessionOptions {
  /** The treatment of edits of unread files. Default: as the project was opened. */
  readFirst?: ProjectOptions['readFirst'] | undefined
  /** The text that {@link Project.exportSession} returned. Default: a session that has read nothing. */
  session?: string | undefined
}

/**
 * Bounds of one run. A run that reaches a limit is stopped, and its change reverted.
 *
 * The default of a limit can be set by its environment variable: `SCENEWRIGHT_TIME_MS`,
 * `SCENEWRIGHT_MEMORY_BYTES`, `SCENEWRIGHT_ENTITIES`, `SCENEWRIGHT_OUTPUT_BYTES`, `SCENEWRIGHT_SOURCE_BYTES`,
 * `SCENEWRIGHT_MODULES`.
 */
export interface SceneLimits {
  /** Wall time of one run in milliseconds; the answer comes at most 100 ms later. Default 5,000. */
  timeMs?: number | undefined
  /** Memory of the child process in bytes, at least 32 MiB. Default 512 MiB. */
  memoryBytes?: number | undefined
  /** Entities in a scene, including groups. Default 200,000. */
  entities?: number | undefined
  /** Console output in bytes; more is cut, and the run continues. Default 64 KiB. */
  outputBytes?: number | undefined
  /** Size of one source file in bytes. Default 1 MiB. */
  sourceBytes?: number | undefined
  /** Number of modules in one run. Default 256. */
  modules?: number | undefined
}

/** Fonts for scripts. They are read by this process, never by the script. */
export interface FontOptions {
  /** Find the fonts that are installed on the machine, by name and by their characters. Default `true`. */
  system?: boolean | undefined
  /**
   * More folders with fonts, including their subfolders. `drawText(…, { fontPath })` reads only from these;
   * without them it throws. Relative paths are beneath the working folder.
   */
  dirs?: readonly string[] | undefined
}

/**
 * A change of the project was committed: by this object or another `Project` of this process, and after {@link Project.watch}, by
 * another process or by a workspace on the folder.
 */
export interface CommitEvent {
  /** Always `commit`: it distinguishes the members of the union. */
  readonly type: 'commit'
  /** Id of the commit in the history. Absent for a run that changed no parameter, which is not in the history. */
  readonly commitId?: string | undefined
  /** The wire name of the tool that made the commit. */
  readonly tool: string
  /** The message of the commit in the history; empty for a run. */
  readonly message: string
  /** Id of the commit that this one reverses: of the change for an undo, of the undo for a redo. */
  readonly undoesCommitId?: string | undefined
  /** Origin of the commit: a call of this object, another `Project` of this process, or a workspace or another process. */
  readonly origin: 'call' | 'session' | 'process'
  /** The call of this object that made it. */
  readonly callId?: number | undefined
  /** True if {@link Project.undo} has something to undo now. */
  readonly canUndo: boolean
  /** True if {@link Project.redo} has something to make again now. */
  readonly canRedo: boolean
  /** The files of the project that changed: none for a commit of other files of the folder. */
  readonly files: readonly SceneFileChange[]
  /** The committed scene. Absent if the project has no main, and for a commit of another process that is no longer the latest. */
  readonly scene?: CommittedScene | undefined
  /** The changes of the scene, if they are known and `scene` is absent. */
  readonly changes?: SceneChanges | undefined
}

/** Files were edited by hand, and the project runs with them. Only after {@link Project.watch}. */
export interface ExternalEditEvent {
  /** Always `externalEdit`: it distinguishes the members of the union. */
  readonly type: 'externalEdit'
  /** Id of this state of the scene. The history has no such commit. */
  readonly sceneId: string
  /** The files that changed. */
  readonly files: readonly SceneFileChange[]
  /** The scene after the edit. Absent if the project has no main. */
  readonly scene?: CommittedScene | undefined
}

/**
 * Files were edited by hand, and the project does not run with them. The scene before the edit can still be rendered,
 * inspected and exported; results report that as `broken`. Only after {@link Project.watch}.
 */
export interface BrokenEvent {
  /** Always `broken`: it distinguishes the members of the union. */
  readonly type: 'broken'
  /** Id of the last working state of the scene. */
  readonly sceneId?: string | undefined
  /** The files that changed. */
  readonly files: readonly SceneFileChange[]
  /** Why it failed, and what to do next. */
  readonly error: SceneFailure
}

/** A change ran, failed and was reverted. */
export interface RevertEvent {
  /** Always `revert`: it distinguishes the members of the union. */
  readonly type: 'revert'
  /** The call whose change it was. */
  readonly callId: number
  /** The files that changed. */
  readonly files: readonly SceneFileChange[]
  /** Why it failed, and what to do next. */
  readonly error: SceneFailure
}

/** A line that a running script wrote with `console`. */
export interface LogEvent {
  /** Always `log`: it distinguishes the members of the union. */
  readonly type: 'log'
  /** The call that the script runs for. */
  readonly callId: number
  /** The function of `console` that was called; `debug` is `log`. */
  readonly level: 'log' | 'info' | 'warn' | 'error'
  /** The line, as `console` formats it. */
  readonly message: string
}

/** A step of a call that takes long. */
export interface ProgressEvent {
  /** Always `progress`: it distinguishes the members of the union. */
  readonly type: 'progress'
  /** The call that it belongs to. */
  readonly callId: number
  /** The step in progress. `run` is the start of a run; `script` is what a running script reports, such as nested parts. */
  readonly step: 'run' | 'script' | 'compare' | 'commit' | 'draw' | 'export'
  /** The step in a few words. */
  readonly message: string
}

/** An event of a project. */
export type ProjectEvent = ProjectEvents[keyof ProjectEvents]

/** The events of a project, by name. */
export interface ProjectEvents {
  /** A change was committed. */
  commit: CommitEvent
  /** A change ran, failed and was reverted. */
  revert: RevertEvent
  /** A running script wrote a line. */
  log: LogEvent
  /** A call that takes long went a step on. */
  progress: ProgressEvent
  /** Files were edited by hand, and the project runs with them. */
  externalEdit: ExternalEditEvent
  /** Files were edited by hand, and the project does not run with them. */
  broken: BrokenEvent
}
