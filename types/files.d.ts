// All that works on files, as one namespace: `import { files } from 'scenewright'`.
import type { FileToolName, ToolDefinition, ToolDefinitionOptions } from './tools.js'
import type { Workspace } from './workspace.js'
import type { WorkspaceOptions } from './workspace-options.js'

export { Workspace } from './workspace.js'

/** Opens a workspace: {@link Workspace.open}. */
export function open(options: WorkspaceOptions): Promise<Workspace>

/** Returns the tools of a workspace as a host registers them with a model. */
export function toolDefinitions<const Prefix extends string = ''>(
  options?: ToolDefinitionOptions<Prefix>,
): ToolDefinition<`${Prefix}${FileToolName}`>[]

export type * from './workspace-options.js'
export type * from './file-arguments.js'
export type * from './file-results.js'
export type * from './transaction.js'
export type * from './guard.js'
export type * from './freshness.js'
export type { FileChange } from './changes.js'
export type { FileErrorCode, FileFailure, FileFailureDetails } from './errors.js'
export type { FileToolAnswer, FileToolName } from './tools.js'
