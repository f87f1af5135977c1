/**
 * Matchers of Vitest for projects and for the results of their calls. Import it once, for example in a setup file:
 *
 * ```ts
 * import 'scenewright/vitest'
 * ```
 *
 * @module
 */

import 'vitest'
import type { ExpectedFailure } from './testing.js'
import type { ParameterValues } from './types/project-arguments.js'

/** The matchers, where `expect` is extended by hand. Importing the module has done so already. */
export declare const sceneMatchers: { readonly [Name in keyof SceneMatchers]: (...args: never[]) => unknown }

/** The matchers that `expect` has after the import. All but `toBeCommitted` are to be awaited. */
export interface SceneMatchers {
  /**
   * The call commits: a result, a promise of one, or a project, which is run. The failure shows the frame of the error.
   *
   * @example
   * ```ts
   * await expect(project.edit({ file: 'main', oldText: '4', newText: '5' })).toCommit()
   * ```
   */
  toCommit(): Promise<void>

  /** The same for a result that is there: `expect(result).toBeCommitted()`. */
  toBeCommitted(): void

  /**
   * The change runs, fails as expected, and is reverted.
   *
   * @example
   * ```ts
   * await expect(project.run()).toRevert({ code: 'reference', line: 3 })
   * ```
   */
  toRevert(expected?: ExpectedFailure): Promise<void>

  /** The call is refused as expected: nothing runs, and nothing is written. */
  toRefuse(expected?: ExpectedFailure): Promise<void>

  /**
   * The scene of the project is the one in a file, whose path is relative to the test. The failure lists the differences in
   * words of geometry, and writes pictures of before, after and the difference beside the file. A missing file is written
   * as snapshots are; `vitest -u` replaces one that differs.
   *
   * @example
   * ```ts
   * await expect(project).toMatchScene('__snapshots__/plate.scene.json')
   * ```
   */
  toMatchScene(file: string): Promise<void>

  /**
   * The project declares rules and keeps them, with each of the given sets of parameters.
   *
   * @example
   * ```ts
   * await expect(project).toSatisfyRules([{ width: 80 }, { width: 120 }])
   * ```
   */
  toSatisfyRules(parameters?: ParameterValues | readonly ParameterValues[]): Promise<void>
}

// Vitest takes these into its own assertions, in every version from 3 on. Its own interfaces have other type parameters in each.
declare global {
  namespace Chai {
    interface Assertion extends SceneMatchers {}
  }
}
