// The one implementation is CommonJS, so that `import` and `require` share its state.
import scenewright from './dist/index.js'

export const { createMcpServer, Project, ScenewrightError, toCallToolResult, toolDefinitions, version, Workspace } =
  scenewright
