// All that works on a scene, as one namespace: `import { scene } from 'scenewright'`.
import type { Project } from './project.js'
import type { ProjectOptions } from './project-options.js'
import type { SceneToolName, ToolDefinition, ToolDefinitionOptions } from './tools.js'

export { Project } from './project.js'
export type { CloseOptions } from './project.js'

/** Opens a project: {@link Project.open}. */
export function open(options?: ProjectOptions): Promise<Project>

/** Returns the tools of a project as a host registers them with a model. */
export function toolDefinitions<const Prefix extends string = ''>(
  options?: ToolDefinitionOptions<Prefix>,
): ToolDefinition<`${Prefix}${SceneToolName}`>[]

export type * from './project-options.js'
export type * from './project-arguments.js'
export type * from './project-results.js'
export type * from './scene-summary.js'
export type * from './inspect.js'
export type * from './lint.js'
export type { SceneFileChange } from './changes.js'
export type { LimitErrorCode, SceneErrorCode, SceneFailure, ScriptErrorCode } from './errors.js'
export type { SceneToolName, ToolAnswer } from './tools.js'
