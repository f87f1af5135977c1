import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

import { fromNative } from '../ts/errors.js'
import { VERSION } from '../ts/native.js'
import type { Session } from '../ts/session.js'
import { toolDefinitions } from '../ts/tools.js'
import { refusal, type Envelope } from '../ts/wire.js'

/** How long the end of the server waits for calls in flight and for the disk. */
const CLOSE_TIMEOUT_MS = 3_000

/** A client that asked for progress hears of a call this often. */
const PROGRESS_INTERVAL_MS = 1_000

const INSTRUCTIONS =
  'Tools for a CAD project: a folder of JavaScript that draws a scene. Read a file before you edit it. ' +
  'Every change is run before it counts; one that fails is reverted and answers with the error and its place. ' +
  'Several files that depend on each other are changed by one apply; undo takes a change back. ' +
  'Use describe to learn the drawing functions, and render to look at the result.'

/**
 * Serves the scene tools of one project on stdin and stdout until the client goes away or a signal ends it.
 *
 * Nothing is decided here: names, schemas, limits and wording come from the tool table, results from the session.
 */
export function serveOnStdio(session: Session): Promise<void> {
  return new Promise((resolve) => {
    const handle = serveStdio(() => createServer(session), { onerror: reportError })
    let ending = false
    const end = (): void => {
      if (ending) return
      ending = true
      const closed = Promise.allSettled([handle.close(), session.close()])
      const tooLong = new Promise((giveUp) => setTimeout(giveUp, CLOSE_TIMEOUT_MS).unref())
      void Promise.race([closed, tooLong]).then(() => resolve())
    }
    process.stdin.once('end', end).once('close', end)
    process.stdout.once('error', end)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, end)
  })
}

/** One protocol endpoint over the session. Clients may open several on one connection; they share the session. */
export function createServer(session: Session): Server {
  const tools = toolDefinitions('scene') as unknown as Tool[]
  const names = new Set(tools.map(({ name }) => name))
  const server = new Server(
    { name: 'scenewright', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (!names.has(params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    }
    const stopProgress = startProgress(params.name, context)
    try {
      return toToolResult(await session.call(params.name, params.arguments ?? {}, context.mcpReq.signal))
    } catch (thrown) {
      // A fault of ours. As a result it keeps its kind, which a protocol error would lose.
      const { code, message } = fromNative(thrown)
      return toToolResult(refusal(code === 'closed' ? 'closed' : 'internal', message))
    } finally {
      stopProgress()
    }
  })
  return server
}

/** The answer as its client sees it: text, the picture when there is one, and whether it failed. */
function toToolResult({ answer, text, image }: Envelope): CallToolResult {
  return {
    content: [
      { type: 'text', text: text ?? JSON.stringify(answer) },
      ...(image ? [{ type: 'image' as const, ...image }] : []),
    ],
    isError: !answer.success,
  }
}

/** Tells a client that asked for it that the call is still going on. Returns what stops it. */
function startProgress(tool: string, { mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const progress = Math.round((performance.now() - startedAt) / 1_000)
    const params = { progressToken, progress, message: `${tool}: ${progress} s` }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(reportError)
  }, PROGRESS_INTERVAL_MS)
  return () => clearInterval(timer)
}

function reportError(error: Error): void {
  process.stderr.write(`scenewright: ${error.message}\n`)
}
