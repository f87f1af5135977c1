import type * as api from '../index.js'
import { Project } from './project.js'
import { toolDefinitions } from './tools.js'
import { Workspace } from './workspace.js'

/** Everything for work on files. Its types are in `types/files.d.ts`. */
export const files = {
  Workspace,
  open: (options: api.WorkspaceOptions) => Workspace.open(options),
  toolDefinitions: <const Prefix extends string = ''>(options?: api.ToolDefinitionOptions<Prefix>) =>
    toolDefinitions('files', options),
}

/** Everything for work on a scene. Its types are in `types/scene.d.ts`. */
export const scene = {
  Project,
  open: (options?: api.ProjectOptions) => Project.open(options),
  toolDefinitions: <const Prefix extends string = ''>(options?: api.ToolDefinitionOptions<Prefix>) =>
    toolDefinitions('scene', options),
}
