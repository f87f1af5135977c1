// The one implementation is CommonJS, so that `import` and `require` share its state.
import testing from './dist/testing.js'

export const {
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
} = testing
