import type { SceneDoor } from './project.js'
import type { Workspace } from './workspace.js'

export type Opened = { readonly projects: ReadonlyMap<string, SceneDoor> } | { readonly workspace: Workspace }

/** The project or workspace behind a server. */
export type Served = Opened & {
  /** The table of the tools: the protocol is loaded apart, and knows nothing of the native half that is in use. */
  readonly table: string
}
