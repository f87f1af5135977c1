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
  /** False for a refusal and for a failure. */
  readonly success: boolean
  /** The data of the tool, as its output schema describes them. */
  readonly data: unknown
  /** Things that succeeded but deserve a look. */
  readonly warnings?: readonly string[] | undefined
  /** Lines that the scripts wrote with `console`. */
  readonly logs?: readonly string[] | undefined
  /** A sentence that begins with the place, if there is one: `main:3:7: x is not defined`. */
  readonly error?: string | undefined
  /** The failure, with its place. */
  readonly errorInfo?: ToolFailure | undefined
  /** The picture of `render` and `check`. */
  readonly image?: { readonly data: string; readonly mimeType: 'image/png' } | undefined
}

/** A failure under its wire names. */
export interface ToolFailure {
  /** The code of the failure, as in {@link SceneFailure.code}. */
  readonly kind: string
  /** One or more sentences for a person or a model. */
  readonly message: string
  /** The file with the failure: `main` or the name of a module. */
  readonly file?: string | undefined
  /** Line in the file, counted from 1. */
  readonly line?: number | undefined
  /** Column in the line, counted from 1 in UTF-16 code units. */
  readonly column?: number | undefined
  /** The source line with a caret under the place. */
  readonly frame?: string | undefined
  /** The call stack of the script, innermost first, one call per line. */
  readonly stack?: string | undefined
  /** The next step that resolves it. */
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
  /** The message of a refusal. */
  readonly message?: string | undefined
  /** The number that the tool gives this refusal, if it has one. */
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
  /** Text in front of each name, so that the names of two sets of tools do not clash: letters, digits, `_`, `.` and `-`, at most 40. */
  readonly prefix?: Prefix | undefined
  /** The native binaries, for when they are not found automatically. */
  readonly binaries?: Binaries | undefined
}

/** The definition of a tool, for a host to register with a model. */
export interface ToolDefinition<Name extends string = string> {
  /** The name of the tool, with its prefix. */
  readonly name: Name
  /** The name that people see. */
  readonly title: string
  /** The words by which a model chooses the tool. */
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  /** JSON Schema of the answer, for hosts that send it as `structuredContent`: see {@link toCallToolResult}. */
  readonly outputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown } | undefined
  /** Hints for clients on what the tool does. */
  readonly annotations: {
    /** True if the tool changes no files. */
    readonly readOnlyHint?: boolean | undefined
    /** True if the tool may remove or overwrite something. */
    readonly destructiveHint?: boolean | undefined
    /** True if a second equal call has no further effect. */
    readonly idempotentHint?: boolean | undefined
    /** True if the tool reaches beyond this machine. */
    readonly openWorldHint?: boolean | undefined
  }
}
