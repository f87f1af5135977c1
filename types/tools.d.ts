// Tools by their wire names, as a model calls them.
import type { Binaries } from './environment.js'

/** The tools of a project. */
export type SceneToolName =
  | 'glob'
  | 'read'
  | 'edit'
  | 'multi_edit'
  | 'write'
  | 'apply'
  | 'check'
  | 'history'
  | 'undo'
  | 'redo'
  | 'run'
  | 'grep'
  | 'describe'
  | 'inspect'
  | 'render'
  | 'export'

/** The object in a tool's answer to an agent. */
export interface ToolAnswer {
  readonly success: boolean
  readonly data: unknown
  readonly warnings?: readonly string[] | undefined
  readonly logs?: readonly string[] | undefined
  /** A sentence that begins with the place, if there is one: `main:3:7: x is not defined`. */
  readonly error?: string | undefined
  readonly errorInfo?: ToolFailure | undefined
  /** The picture of `render` and `check`. */
  readonly image?: { readonly data: string; readonly mimeType: 'image/png' } | undefined
}

/** A failure under its wire names. */
export interface ToolFailure {
  /** The code of the failure, as in {@link SceneFailure.code}. */
  readonly kind: string
  readonly message: string
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly frame?: string | undefined
  readonly stack?: string | undefined
  readonly hint?: string | undefined
}

/** Names of the file tools. */
export type FileToolName =
  | 'Read'
  | 'Write'
  | 'Edit'
  | 'MultiEdit'
  | 'Glob'
  | 'Grep'
  | 'LS'
  | 'NotebookEdit'
  | 'History'
  | 'Undo'

/** The answer of {@link Workspace.callTool}: the object of the tool under its fixed wire names. */
export interface FileToolAnswer {
  /** The text for the model. */
  readonly assistant: string
  /** The text for a person's terminal. */
  readonly display: string
  /** `false` for a refusal. */
  readonly result: boolean
  /** Message of a refusal. */
  readonly message?: string | undefined
  readonly errorCode?: number | undefined
  /** The code of the refusal, as in {@link FileFailure.code}. */
  readonly kind?: string | undefined
  /** The next step after a refusal. */
  readonly whatToDo?: string | undefined
  readonly [field: string]: unknown
}

/** How tools are listed. */
export interface ToolDefinitionOptions<Prefix extends string = string> {
  /** Include the schema of each tool's answer, except for tools that may answer with a picture. Default `false`. */
  readonly outputSchemas?: boolean | undefined
  /** Text in front of each name, so that two sets of tools do not meet: letters, digits, `_`, `.` and `-`, at most 40. */
  readonly prefix?: Prefix | undefined
  /** The native half, where it is not found by itself. */
  readonly binaries?: Binaries | undefined
}

/** The definition of a tool, for a host to register with a model. */
export interface ToolDefinition<Name extends string = string> {
  readonly name: Name
  readonly title: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  /** JSON Schema of the answer, for hosts that send it as `structuredContent`: see {@link toCallToolResult}. */
  readonly outputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown } | undefined
  readonly annotations: {
    readonly readOnlyHint?: boolean | undefined
    readonly destructiveHint?: boolean | undefined
    readonly idempotentHint?: boolean | undefined
    readonly openWorldHint?: boolean | undefined
  }
}
