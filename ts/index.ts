import type * as api from '../index.js'
import { ScenewrightError } from './errors.js'
import { VERSION as version } from './native.js'
import { Project } from './project.js'
import { toolDefinitions } from './tools.js'
import { Workspace } from './workspace.js'

// The compiler holds the implementation to the published types here.
void ({ Project, ScenewrightError, toolDefinitions, version, Workspace } satisfies typeof api)

export { Project, ScenewrightError, toolDefinitions, version, Workspace }
