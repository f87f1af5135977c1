import type * as api from '../index.js'
import { problemOf, requireRunnable } from './guard.js'
import { Workspace } from './workspace.js'

/** The methods of a project that a merge needs. */
interface Runnable {
  readonly root: string
  run(): Promise<api.RunResult>
}

/** Forks and merges concern the whole folder: a project is one, with its assets and exports. */
export async function inFolder<Result>(root: string, use: (folder: Workspace) => Promise<Result>): Promise<Result> {
  const folder = await Workspace.open({ root })
  try {
    return await use(folder)
  } finally {
    await folder.close()
  }
}

/** Merges a fork of a project. The merge stays only if the scene runs with it. */
export function mergeIntoProject(
  project: Runnable,
  fork: string | api.Fork,
  options: api.MergeOptions | undefined,
): Promise<api.MergeResult> {
  const asked = options?.check
  if (asked !== undefined) requireRunnable('check', asked)
  const check = async (): Promise<void> => {
    const result = await project.run()
    if (result.status !== 'committed') throw new Error(result.error.message)
    if (asked === undefined) return
    const problem = await problemOf(asked, { cwd: project.root, env: process.env, stdio: 'inherit' })
    if (problem !== undefined) throw new Error(problem)
  }
  return inFolder(project.root, async (folder) => {
    const result = await folder.merge(fork, { ...options, check })
    // The files are those from before, and so is the scene then.
    if (result.status === 'reverted') await project.run()
    return result
  })
}
