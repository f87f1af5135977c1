import type * as api from '../index.js'
import { toCallToolResult } from './call-results.js'
import { RefusedError, ScenewrightError, unwrap } from './errors.js'
import { createMcpServer } from './mcp.js'
import { VERSION as version } from './native.js'
import { files, scene } from './namespaces.js'
import { toNodeListener } from './node-listener.js'
import { Project } from './project.js'
import { toolDefinitions } from './tools.js'
import { Workspace } from './workspace.js'

// The compiler holds the implementation to the published types here.
void ({
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
} satisfies typeof api)

export {
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
}
