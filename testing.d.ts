/**
 * For the tests of those who build on scenewright: projects and workspaces in folders of their own, and answers without what
 * differs from run to run.
 *
 * ```ts
 * import { withTempProject } from 'scenewright/testing'
 * ```
 */

import type { Project } from './types/project.js'
import type { ProjectOptions } from './types/project-options.js'
import type { Workspace } from './types/workspace.js'
import type { WorkspaceOptions } from './types/workspace-options.js'

/**
 * Files by their paths within the folder. Of a project, `main` is `scene.code.js`, and a name without a dot or a slash is a
 * module: `parts` is `modules/parts.js`.
 */
export interface TempFiles {
  readonly [path: string]: string | Uint8Array
}

/** The folders of what was opened for a test. */
export interface TempPlace {
  /** The folder, absolute, with all links followed. It is removed after the test. */
  readonly dir: string
  /** See {@link steadyAnswers}; ids are counted from the beginning of this use. */
  readonly steady: <T>(answer: T) => T
}

/** Options of a project, but for its folder. Default: `durability: 'fast'`, and no fonts of the machine. */
export type TempProjectOptions = Omit<ProjectOptions, 'dir'>

/** Options of a workspace, but for its folders. Default: `durability: 'fast'`. */
export type TempWorkspaceOptions = Omit<WorkspaceOptions, 'root' | 'roots' | 'stateDir'>

/**
 * Opens a project of these files in a new folder, closes it when `use` has ended, however it ended, and removes the folder.
 * Nothing is left in the home folder. Answers what `use` answered.
 *
 * @example
 * ```ts
 * await withTempProject({ main: "drawCircle('a', 0, 0, 4)" }, async (project, { steady }) => {
 *   expect(steady(await project.run())).toMatchSnapshot()
 * })
 * ```
 */
export function withTempProject<T>(
  files: TempFiles,
  use: (project: Project, place: TempPlace) => T | Promise<T>,
  options?: TempProjectOptions,
): Promise<T>

/** The same for a workspace of the files. Its journal is kept beside the folder, and removed with it. */
export function withTempWorkspace<T>(
  files: TempFiles,
  use: (workspace: Workspace, place: TempPlace) => T | Promise<T>,
  options?: TempWorkspaceOptions,
): Promise<T>

/**
 * Makes a function that answers a copy of what it is given, with that in a fixed form which differs from run to run:
 *
 * - ids of transactions are `id-1`, `id-2` in the order in which the function meets them, also within texts;
 * - durations and times of files (`…Ms`) are 0, and `time` is the year 2000;
 * - the folder `dir`, where it is given, is `<dir>`.
 *
 * Bytes stay as they are: the same scene gives the same picture.
 */
export function steadyAnswers(options?: { readonly dir?: string | undefined }): <T>(answer: T) => T
