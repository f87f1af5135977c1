// Tools over the Model Context Protocol, for hosts that serve them with a server of their own.
import type { WebRequest, WebResponse } from './environment.js'

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
  isError: boolean
}

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
  tools?: readonly string[] | undefined
}

/** A transport of any version of the SDK. */
export interface McpTransport {
  start(): Promise<void>
  send(message: never, options?: never): Promise<void>
  close(): Promise<void>
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: never, extra?: never) => void) | undefined
}

/** An MCP server over open projects or a workspace. It speaks the protocol versions of 2025 and 2026, as each client requests. */
export interface EmbeddedMcpServer {
  /** Serves one client on a transport until one of them closes. Any number of clients may be served at once. */
  connect(transport: McpTransport): Promise<void>

  /**
   * Answers one request of Streamable HTTP. The caller must check authentication, host and origin first. `client`
   * identifies the client; sessions of different clients do not mix.
   */
  fetch(request: WebRequest, options?: { readonly client?: string | undefined }): Promise<WebResponse>

  /** Closes every connection. The projects or the workspace stay open. */
  close(): Promise<void>
}
