// Tools over the Model Context Protocol, for hosts that serve them with a server of their own.
import type { Binaries, CallSignal, WebRequest, WebResponse } from './environment.js'
import type { Project } from './project.js'
import type { FileToolName, SceneToolName } from './tools.js'
import type { Workspace } from './workspace.js'

type Projects = Project | { readonly [name: string]: Project }

/** The things that a server serves: a project, several by their names, a workspace, or projects and a workspace in either order. */
export type McpServed = Projects | Workspace | readonly [Projects, Workspace] | readonly [Workspace, Projects]

/** The names of the tools that a server may offer. `view` shows the drawing in hosts that have MCP Apps. */
export type McpToolName = SceneToolName | FileToolName | 'view'

/** A tool of the host beside ours. */
export interface McpExtraTool {
  /** 1 to 64 letters, digits, `_`, `.` and `-`. The prefix of the server does not count for it. */
  readonly name: string
  /** The name that people see. Default: none. */
  readonly title?: string | undefined
  /** The words by which a model chooses it. */
  readonly description: string
  /** JSON Schema of the arguments. The call checks them itself. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  /** JSON Schema of the answer, for clients that read structured answers. */
  readonly outputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown } | undefined
  /** Hints for clients on what the tool does. They are not enforced. */
  readonly annotations?:
    | {
        /** True if the tool changes nothing. */
        readonly readOnlyHint?: boolean | undefined
        /** True if the tool may remove or overwrite something. */
        readonly destructiveHint?: boolean | undefined
        /** True if a second equal call has no further effect. */
        readonly idempotentHint?: boolean | undefined
        /** True if the tool reaches beyond this machine. */
        readonly openWorldHint?: boolean | undefined
      }
    | undefined
  /**
   * Answers a call: with a text, with any value, which becomes JSON, or with the parts of an answer (`{ content }`). An error that
   * it throws is for the model to read. `signal` is aborted when the client cancels or goes away.
   */
  call(args: { readonly [name: string]: unknown }, context: { readonly signal: CallSignal }): unknown
}

/** A call of a tool of a server that has ended. */
export interface McpCallRecord {
  /** The name by which the client called it. */
  readonly tool: string
  /** The arguments, as the client sent them. */
  readonly args: unknown
  /** False for a refusal and for a failure. */
  readonly ok: boolean
  /** Duration of the call in milliseconds. */
  readonly durationMs: number
}

/** A request of Node's server, as far as its client is known by it. */
export interface NodeRequest {
  /** The method, such as `POST`. */
  readonly method?: string | undefined
  /** The path with its query. */
  readonly url?: string | undefined
  /** The headers, by their names in small letters. */
  readonly headers: { readonly [name: string]: string | string[] | undefined }
}

/** A response of Node's server. */
export interface NodeResponse {
  /** The status that is sent with the head. */
  statusCode: number
  /** Ends the response. */
  end(): unknown
}

/** How requests of Node's server are answered. */
export interface NodeListenerOptions {
  /**
   * Names the client of a request; `null` refuses the request with 401. Sessions of different clients do not mix. Default:
   * all are one client.
   */
  readonly client?:
    | ((request: NodeRequest) => string | undefined | null | Promise<string | undefined | null>)
    | undefined
  /** The address that clients know, where a proxy stands before this server. Default: the header `Host`. */
  readonly origin?: string | undefined
}

/** A part of an answer, as in the protocol. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; size: number }

/** An answer to `tools/call`, as the SDK's servers send it. */
export type McpToolResult = {
  /**
   * The part that a model reads: the text, and the picture if there is one. A failure has the answer object, followed by a second
   * text with the lines for people.
   */
  content: McpContent[]
  /** The answer object, on request; only for a success without a picture. */
  structuredContent?: { [name: string]: unknown } | undefined
  /** True for a refusal and for a failure. */
  isError: boolean
}

/** The tools that a server offers, and how it names them. */
export interface McpServerOptions {
  /**
   * Prefix for the name of each tool and prompt, so that two servers of one client do not clash: `plan_` makes
   * `plan_edit`. Letters, digits, `_`, `.` and `-`, at most 40.
   */
  prefix?: string | undefined
  /** Offers only tools that change no files; calls of others are refused. Default `false`. */
  readOnly?: boolean | undefined
  /**
   * Lists output schemas, and answers with `structuredContent`: for programs that call tools from code. Hosts of models read
   * `content`, and several hand their model nothing but the structure where there is one. Default `false`.
   */
  structuredContent?: boolean | undefined
  /** The tools that are offered, by their own names. Default: all. */
  tools?: readonly McpToolName[] | undefined
  /** Tools of the host beside ours. */
  extraTools?: readonly McpExtraTool[] | undefined
  /** The name that clients show. Default `scenewright`. */
  name?: string | undefined
  /** Words for the model, in front of ours. */
  instructions?: string | undefined
  /** Called after each call of a tool. An error that it throws becomes a process warning. */
  onCall?: ((record: McpCallRecord) => void) | undefined
  /** The native binaries, for when they are not found automatically. */
  binaries?: Binaries | undefined
}

/** A transport of any version of the SDK. */
export interface McpTransport {
  /** Begins to receive messages. */
  start(): Promise<void>
  /** Sends a message to the client. */
  send(message: never, options?: never): Promise<void>
  /** Ends the connection. */
  close(): Promise<void>
  /** Called when the connection has ended. */
  onclose?: (() => void) | undefined
  /** Called with a fault of the connection. */
  onerror?: ((error: Error) => void) | undefined
  /** Called with each message of the client. */
  onmessage?: ((message: never, extra?: never) => void) | undefined
}

/** An MCP server over open projects or a workspace. It speaks the protocol versions of 2025 and 2026, as each client requests. */
export interface EmbeddedMcpServer {
  /**
   * Serves one client on a transport until one of them closes. Any number of clients may be served at once. A project or a
   * workspace that is open does not keep the process alive: one over stdio ends when its client closes.
   */
  connect(transport: McpTransport): Promise<void>

  /**
   * Answers one request of Streamable HTTP. The caller must check authentication, host and origin first. `client`
   * identifies the client; sessions of different clients do not mix.
   */
  fetch(request: WebRequest, options?: { readonly client?: string | undefined }): Promise<WebResponse>

  /** Closes every connection. The projects or the workspace stay open. */
  close(): Promise<void>
}
