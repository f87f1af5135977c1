/**
 * For your tests of code that uses scenewright: projects and workspaces in temporary folders, answers without values
 * that differ from run to run, and assertions for any test runner. The same assertions as matchers of Vitest are in
 * `scenewright/vitest`.
 *
 * ```ts
 * import { assertCommits, tempProject } from 'scenewright/testing'
 * ```
 */

import type { FileUrl } from './types/environment.js'
import type { FileErrorCode, FileFailure, SceneErrorCode, SceneFailure } from './types/errors.js'
import type { ParameterValues } from './types/project-arguments.js'
import type { Project } from './types/project.js'
import type { ProjectOptions } from './types/project-options.js'
import type { Workspace } from './types/workspace.js'
import type { WorkspaceOptions } from './types/workspace-options.js'

/**
 * Files by their paths within the folder. In a project, `main` is `scene.code.js`, and a name without a dot or a slash is a
 * module: `parts` is `modules/parts.js`.
 */
export interface TempFiles {
  readonly [path: string]: string | Uint8Array
}

/** The folder of a project or workspace that was opened for a test. */
export interface TempPlace {
  /** The folder, absolute, with all links followed. It is removed after the test. */
  readonly root: string
  /** See {@link createStabilizer}; ids are counted from the moment of opening. */
  readonly stable: <T>(answer: T) => T
}

/** A project or workspace that a test opens, and closes by `await using` or by `close`. */
export interface TempClosable extends TempPlace {
  /** Closes what was opened and removes the folder. */
  close(): Promise<void>
  /** Closes and removes it at the end of `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** A project in a temporary folder. */
export interface TempProject extends TempClosable {
  /** The open project. */
  readonly project: Project
}

/** A workspace on a temporary folder. */
export interface TempWorkspace extends TempClosable {
  /** The open workspace. */
  readonly workspace: Workspace
}

/** Options of the test. */
export interface TempOptions {
  /**
   * Counts the files as read by this session, so that the first edit needs no `read` before it and causes no warning about a
   * missing one. Default `false`.
   */
  readonly filesAreRead?: boolean | undefined
}

/** Options of a project without its folder. Default: `durability: 'fast'`, and no fonts of the machine. */
export type TempProjectOptions = Omit<ProjectOptions, 'root'> & TempOptions

/** Options of a workspace without its folders. Default: `durability: 'fast'`. */
export type TempWorkspaceOptions = Omit<WorkspaceOptions, 'root' | 'roots' | 'historyDir'> & TempOptions

/**
 * Opens a project of these files in a new folder. Closing it removes the folder; nothing is left in the home folder.
 *
 * @example
 * ```ts
 * await using temp = await tempProject({ main: "drawCircle('a', 0, 0, 4)" }, { filesAreRead: true })
 * await assertCommits(temp.project.edit({ file: 'main', oldText: '4', newText: '5' }))
 * ```
 */
export function tempProject(files: TempFiles, options?: TempProjectOptions): Promise<TempProject>

/** Opens a workspace on these files in a new folder. Its journal is kept beside the folder, and removed with it. */
export function tempWorkspace(files: TempFiles, options?: TempWorkspaceOptions): Promise<TempWorkspace>

/**
 * Opens a project of these files in a new folder, calls `use` with it, closes it however `use` ends, and removes the folder.
 * Returns the value that `use` returned.
 *
 * @example
 * ```ts
 * await withTempProject({ main: "drawCircle('a', 0, 0, 4)" }, async (project, { stable }) => {
 *   expect(stable(await project.run())).toMatchSnapshot()
 * })
 * ```
 */
export function withTempProject<T>(
  files: TempFiles,
  use: (project: Project, place: TempPlace) => T | Promise<T>,
  options?: TempProjectOptions,
): Promise<T>

/** Opens a workspace on these files, calls `use` with it, and closes it, as {@link withTempProject} does. */
export function withTempWorkspace<T>(
  files: TempFiles,
  use: (workspace: Workspace, place: TempPlace) => T | Promise<T>,
  options?: TempWorkspaceOptions,
): Promise<T>

/**
 * Returns a function that copies an answer and replaces everything that differs from run to run by a fixed form:
 *
 * - ids of commits and scenes are `id-1`, `id-2` in the order in which the function meets them, also within texts;
 * - durations and times (`…Ms`, `…At`) are 0;
 * - bytes, such as those of a picture, are a text with their number and hash;
 * - the folder `root`, where it is given, is `<root>`.
 */
export function createStabilizer(options?: { readonly root?: string | FileUrl | undefined }): <T>(answer: T) => T

/** The expected members of a failure. Absent members may have any value. */
export interface ExpectedFailure {
  /** The stable name of the failure. */
  readonly code?: SceneErrorCode | FileErrorCode | undefined
  /** The line of the failure in its file, counted from 1. */
  readonly line?: number | undefined
  /** The file of the failure: `main` or the name of a module. */
  readonly file?: string | undefined
  /** A part of the message, or a pattern that it matches. */
  readonly message?: string | RegExp | undefined
}

/** The result of a call of a project or of a workspace. */
interface CallResult {
  /** True if the call succeeded. */
  readonly ok: boolean
  /** How the call ended. */
  readonly status: string
}

/** A call: its result, a promise of one, or a project, which is run. */
type Call = CallResult | Promise<CallResult> | Project

/**
 * Throws unless the change was committed, with the frame of the failure. Returns the result, with the type of a commit.
 *
 * @example
 * ```ts
 * const { scene } = await assertCommits(project.edit({ file: 'main', oldText: '4', newText: '5' }))
 * ```
 */
export function assertCommits<Result extends CallResult>(
  call: Result | Promise<Result>,
): Promise<Exclude<Result, { readonly status: 'refused' | 'reverted' | 'ok' }>>
export function assertCommits(project: Project): Promise<unknown>

/** Throws unless this is the result of a committed change, and narrows its type to that. */
export function assertCommitted<Result extends CallResult>(
  result: Result,
): asserts result is Exclude<Result, { readonly status: 'refused' | 'reverted' | 'ok' }>

/** Throws unless the change was run, failed as expected, and was reverted. Returns the error. */
export function assertReverts(call: Call, expected?: ExpectedFailure): Promise<SceneFailure | FileFailure>

/** Throws unless the call was refused as expected: nothing ran, and nothing was written. Returns the error. */
export function assertRefuses(call: Call, expected?: ExpectedFailure): Promise<SceneFailure | FileFailure>

/** How a saved scene is compared. */
export interface MatchesSceneOptions {
  /**
   * Replaces a saved scene that differs. Default: true with `--test-update-snapshots` of Node, or if the environment
   * variable `SCENEWRIGHT_UPDATE` is set.
   */
  readonly update?: boolean | undefined
}

/**
 * Throws unless the scene of the project equals the one in a file. The failure lists the differences in words of geometry,
 * and writes pictures of before, after and the difference beside the file. A missing file is written, unless `CI` is set.
 *
 * @param file A `file:` URL, such as `new URL('plate.scene.json', import.meta.url)`, or a path.
 */
export function assertMatchesScene(
  project: Project | Promise<Project>,
  file: string | { readonly href: string },
  options?: MatchesSceneOptions,
): Promise<void>

/** Throws unless the project declares rules and satisfies them, with each of the given sets of parameters. */
export function assertSatisfiesRules(
  project: Project | Promise<Project>,
  parameters?: ParameterValues | readonly ParameterValues[],
): Promise<void>
