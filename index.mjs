// The one implementation is CommonJS, so that `import` and `require` share its state.
import scenewright from './dist/index.js'

export const {
  createMcpServer,
  Project,
  RefusedError,
  ScenewrightError,
  files,
  scene,
  toCallToolResult,
  toNodeListener,
  toolDefinitions,
  unwrap,
  version,
  Workspace,
} = scenewright
