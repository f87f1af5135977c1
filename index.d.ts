/**
 * scenewright: file and CAD-scene tools for AI agents. Every change runs before it counts.
 *
 * This file is the table of contents; the types are in `types/`, by subject.
 *
 * Conventions:
 *
 * - An expected refusal (text not found, a script that throws, a limit) is a *result*. Its `ok` distinguishes
 *   it from success. Only misuse, a closed session and bugs of this package throw, always a {@link
 *   ScenewrightError} with a `code`.
 * - Lines and columns count from 1; columns count UTF-16 code units. Units are in the names (`timeMs`).
 * - Optional means absent: give `undefined` or leave it out, never `null`.
 */

import type { FileErrorCode, FileFailure, SceneErrorCode, SceneFailure, ScenewrightErrorCode } from './types/errors.js'
import type {
  EmbeddedMcpServer,
  McpServed,
  McpServerOptions,
  McpToolResult,
  NodeListenerOptions,
  NodeRequest,
  NodeResponse,
} from './types/mcp.js'
import type {
  FileToolAnswer,
  FileToolName,
  SceneToolName,
  ToolAnswer,
  ToolDefinition,
  ToolDefinitionOptions,
} from './types/tools.js'

/** The door to the files of any folder: tools that change one file, and transactions over many. */
export { Workspace } from './types/workspace.js'

/** The door to a folder of JavaScript that draws a scene: every change runs before it counts. */
export { Project } from './types/project.js'
export type { CloseOptions } from './types/project.js'

/** Misuse, a closed project, or a bug of this package. Expected refusals are results and never thrown. */
export class ScenewrightError extends Error {
  constructor(code: ScenewrightErrorCode, message: string, options?: { cause?: unknown | undefined })
  readonly name: 'ScenewrightError'
  readonly code: ScenewrightErrorCode
}

/**
 * A refusal as an error: {@link unwrap} and refused steps of a transaction throw it. `instanceof` only holds for errors
 * of this package.
 */
export class RefusedError extends Error {
  constructor(failure: SceneFailure | FileFailure)
  readonly name: 'RefusedError'
  /** The code of the refusal. */
  readonly code: SceneErrorCode | FileErrorCode
  /** The lines around the place, with a caret under it. */
  readonly frame?: string | undefined
  /** The next step that resolves it. */
  readonly hint?: string | undefined
  /** The refusal, as in the result. */
  readonly failure: SceneFailure | FileFailure
}

/**
 * Returns the result of a call that succeeded, and throws a {@link RefusedError} if it was refused or reverted.
 *
 * @example
 * ```ts
 * const { diff } = unwrap(await workspace.edit({ path: 'a.ts', oldText: 'a', newText: 'b' }))
 * ```
 */
export function unwrap<Result extends { readonly ok: boolean }>(result: Result): Extract<Result, { readonly ok: true }>

/**
 * The definitions of the tools of a project or of a workspace, for a host to register with a model.
 *
 * @example
 * ```ts
 * for (const tool of toolDefinitions('scene')) host.register(tool, (args) => project.callTool(tool.name, args))
 * ```
 */
export function toolDefinitions<Profile extends 'files' | 'scene', const Prefix extends string = ''>(
  profile: Profile,
  options?: ToolDefinitionOptions<Prefix>,
): ToolDefinition<`${Prefix}${Profile extends 'files' ? FileToolName : SceneToolName}`>[]

/**
 * Converts an answer of `callTool` to the form of the protocol: the same answer as from the servers of this package, with
 * the picture and `isError`. `structuredContent: true` adds the structured answer, which a failure and an answer with a
 * picture never have; see {@link McpServerOptions.structuredContent}.
 */
export function toCallToolResult(
  answer: ToolAnswer | FileToolAnswer,
  options?: { readonly structuredContent?: boolean | undefined },
): McpToolResult

/**
 * Makes an MCP server over an open project, over several by their names, over a workspace, or over projects and a workspace
 * (`[project, workspace]`). It has the tools, resources and prompts of `scenewright mcp` and `scenewright files`, and answers
 * exactly as they do; `extraTools` are those of the host beside them.
 *
 * @example
 * ```ts
 * const server = createMcpServer(project, { prefix: 'plan_', readOnly: true })
 * await server.connect(new StdioServerTransport())
 * ```
 */
export function createMcpServer(opened: McpServed, options?: McpServerOptions): EmbeddedMcpServer

/**
 * Makes a listener for `createServer` of `node:http` or `node:https` that answers Streamable HTTP by a server of
 * {@link createMcpServer}. A call is cancelled when its client goes away. Check who asks before, or by `client`.
 *
 * @example
 * ```ts
 * createServer(toNodeListener(server, { client: (request) => userOf(request.headers['authorization']) })).listen(8080)
 * ```
 */
export function toNodeListener(
  server: EmbeddedMcpServer,
  options?: NodeListenerOptions,
): (request: NodeRequest, response: NodeResponse) => void

/** The same by subject: `files.open`, `files.FileEditResult`, … */
export * as files from './types/files.js'

/** The same by subject: `scene.open`, `scene.EditResult`, … */
export * as scene from './types/scene.js'

/** The version of this package. */
export const version: string

// Both classes: `Refused`, `Replacement`, `Warning`, the history.
export type * from './types/common.js'

// Both classes: `FileChange`, `SceneFileChange`.
export type * from './types/changes.js'

// The environment: `Binaries`, `SceneBytes`, `FileUrl`.
export type * from './types/environment.js'

// Errors: `SceneFailure`, `FileFailure`, their codes and groups.
export type * from './types/errors.js'

// Workspaces: `WorkspaceOptions`, and the functions of the host: `confirm`, `correct`, `permission`, `onCall`.
export type * from './types/workspace-options.js'

// Workspaces: arguments of the file tools.
export type * from './types/file-arguments.js'

// Workspaces: results of the file tools.
export type * from './types/file-results.js'

// Workspaces: transactions, undo and redo.
export type * from './types/transaction.js'

// Workspaces: undo for commands and other programs: `guard`, `snapshot`, `adopt`.
export type * from './types/guard.js'

// Workspaces: copies in which something is tried: `fork`, `forks`, `merge`, `discard`.
export type * from './types/forks.js'

// Workspaces: `FreshnessCheck` and `WorkspaceEvents`.
export type * from './types/freshness.js'

// Projects: `ProjectOptions`, `SceneLimits`, `FontOptions`, `ProjectEvents`.
export type * from './types/project-options.js'

// Projects: arguments of the methods.
export type * from './types/project-arguments.js'

// Projects: results of the methods.
export type * from './types/project-results.js'

// Projects: the committed scene in a few lines.
export type * from './types/scene-summary.js'

// Projects: `InspectArguments`, and the answer to each view.
export type * from './types/inspect.js'
export type * from './types/lint.js'

// Projects: reports, named sets of values, and sweeps.
export type * from './types/report.js'
export type * from './types/sweep.js'

// Tools by their wire names: `ToolDefinition`, `ToolAnswer`, `FileToolAnswer`.
export type * from './types/tools.js'

// Tools over MCP: `McpToolResult`, `EmbeddedMcpServer`, `McpServerOptions`.
export type * from './types/mcp.js'
