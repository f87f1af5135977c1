import type { CallToolResult, Server } from '@modelcontextprotocol/server'

import { fromNative } from '../ts/errors.js'
import { startProgress, type Notify } from './progress.js'
import type { CallContext, Toolbox } from './toolbox.js'

/** The oldest version of the protocol with links to resources in contents. */
const LINKS_SINCE = '2025-06-18'

/** A call of a tool by a client. */
export interface ToolCall {
  /** A name that the toolbox knows. */
  readonly name: string
  readonly args: unknown
  readonly server: Server
  readonly signal: AbortSignal
  /** The token with which the client asked for progress. */
  readonly progressToken?: string | number | undefined
  readonly notify: Notify
}

/** Calls a tool, and reports progress meanwhile to a client that asked for it. A fault of this package is a result too. */
export function answerCall(toolbox: Toolbox, call: ToolCall): Promise<CallToolResult> {
  return guarded(toolbox, call, (context) => toolbox.call(call.name, call.args, context))
}

/** Does the same for an answer that is the line that begins with `start`. Returns the line, or the result. */
export function answerCallForLine(
  toolbox: Toolbox,
  call: ToolCall,
  start: string,
): Promise<CallToolResult | Uint8Array> {
  const { name, args } = call
  return guarded(
    toolbox,
    call,
    (context) => toolbox.callForLine?.(name, args, start, context) ?? toolbox.call(name, args, context),
  )
}

async function guarded<Answer extends CallToolResult | Uint8Array>(
  toolbox: Toolbox,
  call: ToolCall,
  answer: (context: CallContext) => Promise<Answer>,
): Promise<Answer | CallToolResult> {
  const { name, server, signal } = call
  const progress = startProgress(name, call)
  try {
    const result = await answer({ signal, server, report: progress.report })
    return result instanceof Uint8Array || knowsLinks(server) ? result : withoutLinks(result)
  } catch (thrown) {
    // A bug of this package. As a result it keeps its kind, which a protocol error would lose.
    const { code, message } = fromNative(thrown)
    return toolbox.fault(code === 'closed' ? 'closed' : 'internal', message)
  } finally {
    progress.stop()
  }
}

function knowsLinks(server: Server): boolean {
  const version = server.getNegotiatedProtocolVersion()
  return version === undefined || version >= LINKS_SINCE
}

/** The result for a client that rejects unknown kinds of content. The text also names the file of a picture. */
function withoutLinks(result: CallToolResult): CallToolResult {
  return { ...result, content: result.content.filter(({ type }) => type !== 'resource_link') }
}
