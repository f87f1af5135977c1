import type * as testing from '../../testing.js'
import {
  assertCommits,
  assertCommitted,
  assertMatchesScene,
  assertRefuses,
  assertReverts,
  assertSatisfiesRules,
} from './assertions.js'
import { createStabilizer } from './stabilizer.js'
import { tempProject, tempWorkspace, withTempProject, withTempWorkspace } from './temporary.js'

// The compiler holds the implementation to the published types here.
void ({
  assertCommits,
  assertCommitted,
  assertMatchesScene,
  assertRefuses,
  assertReverts,
  assertSatisfiesRules,
  createStabilizer,
  tempProject,
  tempWorkspace,
  withTempProject,
  withTempWorkspace,
} satisfies typeof testing)

export {
  assertCommits,
  assertCommitted,
  assertMatchesScene,
  assertRefuses,
  assertReverts,
  assertSatisfiesRules,
  createStabilizer,
  tempProject,
  tempWorkspace,
  withTempProject,
  withTempWorkspace,
}
