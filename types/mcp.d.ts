// Tools over the Model Context Protocol, for hosts that serve them with a server of their own.
import type { WebRequest, WebResponse } from './environment.js'

/** A part of an answer, as the protocol has it. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; size: number }

/** An answer to `tools/call`, as the SDK's servers send it. */
export type McpToolResult = {
  /**
   * The part that a model reads: the text, and a picture where there is one. A failure is the answer object, and then, in a text of
   * its own, the lines that people read.
   */
  content: McpContent[]
  /** The answer object, where it was asked for: of a success without a picture. */
  structuredContent?: { [name: string]: unknown } | undefined
  isError: boolean
}

export interface McpServerOptions {
  /**
   * Text in front of the name of each tool and prompt, so that two servers of a client do not meet: `plan_` makes
   * `plan_edit`. Letters, digits, `_`, `.` and `-`, at most 40.
   */
  prefix?: string | undefined
  /** Offers nothing that changes files; a call of a tool that would is refused. Default `false`. */
  readOnly?: boolean | undefined
  /**
   * Lists output schemas, and answers with `structuredContent`: for programs that call tools from code. Hosts of models read
   * `content`, and several hand their model nothing but the structure where there is one. Default `false`.
   */
  structuredContent?: boolean | undefined
  /** The tools that are offered, by their own names. Default: all. */
  tools?: readonly string[] | undefined
}

/** A transport of the SDK, of whatever version. */
export interface McpTransport {
  start(): Promise<void>
  send(message: never, options?: never): Promise<void>
  close(): Promise<void>
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: never, extra?: never) => void) | undefined
}

/** An MCP server over open projects or a workspace. It speaks the protocol of 2026 and that of 2025, as each client asks. */
export interface EmbeddedMcpServer {
  /** Serves one client on a transport until one of them closes. Any number of clients may be served at once. */
  connect(transport: McpTransport): Promise<void>

  /**
   * Answers one request of Streamable HTTP. Who asks, and from which host and origin, is for the caller to check before;
   * `client` names the client; sessions of different clients do not mix.
   */
  fetch(request: WebRequest, options?: { readonly client?: string | undefined }): Promise<WebResponse>

  /** Ends every connection. What was opened stays open. */
  close(): Promise<void>
}
