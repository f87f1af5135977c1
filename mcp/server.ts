import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

import { fromNative } from '../ts/errors.js'
import { describe } from '../ts/events.js'
import { toolRefusal, type FileEnvelope } from '../ts/files.js'
import { VERSION } from '../ts/native.js'
import { callIn, definitionsOf, familyOf, knows, type FamilyAnswer, type FamilyName } from '../ts/names/index.js'
import { fileText, INSTRUCTIONS, sceneText } from '../ts/profiles.js'
import { imageOf } from '../ts/results.js'
import type { Session } from '../ts/session.js'
import { quote } from '../ts/text.js'
import { changingTools, toolTable } from '../ts/tools.js'
import { refusal, type Envelope } from '../ts/wire.js'
import { report } from './report.js'
import type { WorkspaceSource } from './roots.js'
import { LineTransport } from './transport.js'
import { serveView, toolsFor } from './view.js'

export { withView } from './view.js'

/** How long a server whose input has ended answers what it was asked. */
const ANSWER_TIMEOUT_MS = 10_000

/** How long the end of the server waits for calls in flight and for the disk, and then for its client to read. */
const CLOSE_TIMEOUT_MS = 2_000
const FLUSH_TIMEOUT_MS = 500

/** A client that asked for progress hears of a call this often. */
const PROGRESS_INTERVAL_MS = 1_000

/** The tools of one profile, over one session. Clients may open several endpoints; they share it. */
export interface Toolbox {
  readonly profile: 'files' | 'scene'
  readonly tools: readonly Tool[]
  /** True for a name that a call may have; the list of tools need not have it. */
  knows(name: string): boolean
  call(name: string, args: unknown, signal: AbortSignal, server: Server): Promise<CallToolResult>
  /** The client's folders are others now. */
  rootsChanged?(): Promise<void>
  /** What a fault of ours is told as. */
  fault(kind: 'closed' | 'internal', message: string): CallToolResult
  close(): Promise<void>
}

/** The scene tools over a project. */
export function sceneTools(session: Session): Toolbox {
  return {
    ...listed('scene'),
    call: async (name, args, signal) => sceneResult(await session.call(name, args, signal)),
    fault: (kind, message) => sceneResult(refusal(kind, message)),
    close: () => session.close(),
  }
}

/**
 * The file tools over a workspace, under their own names or those of another family. Where nothing can be changed, the
 * tools that change are not listed; a call of one is answered all the same, by a refusal.
 */
export function fileTools(workspace: WorkspaceSource, names?: FamilyName, canChange = true): Toolbox {
  const others = {
    fault: (kind: 'closed' | 'internal', message: string) => fileResult(toolRefusal(kind, message)),
    rootsChanged: () => workspace.changed(),
    close: () => workspace.close(),
  }
  if (names === undefined) {
    const { profile, tools, knows } = listed('files')
    const changing = changingTools()
    return {
      profile,
      tools: tools.filter(({ name }) => canChange || !changing.has(name)),
      knows,
      ...others,
      call: async (name, args, signal, server) =>
        fileResult(await (await workspace.of(server)).call(name, args, signal)),
    }
  }
  const family = familyOf(names)
  return {
    profile: 'files',
    tools: definitionsOf(family) as unknown as Tool[],
    knows: (name) => knows(family, name),
    ...others,
    call: async (name, args, signal, server) =>
      familyResult(await callIn(family, await workspace.of(server), name, args, signal)),
  }
}

/** The tools of a profile by their own names. */
function listed(profile: 'files' | 'scene'): Pick<Toolbox, 'profile' | 'tools' | 'knows'> {
  const tools: Tool[] = JSON.parse(toolTable(profile))
  const names = new Set(tools.map(({ name }) => name))
  return { profile, tools, knows: (name) => names.has(name) }
}

function familyResult({ content, structuredContent, isError = false }: FamilyAnswer): CallToolResult {
  return { content, ...(structuredContent && { structuredContent }), isError } as CallToolResult
}

/**
 * Serves tools on stdin and stdout until the client goes away or a signal ends it.
 *
 * Nothing about a call is decided here: names and schemas come from the tool table, results from the session, texts from
 * `ts/profiles.ts`. This folder has the bounds of the transport alone: of a message, of the end, of progress.
 */
export async function serveOnStdio(tools: Toolbox): Promise<void> {
  keepEventsToOneLine()
  const { stdin, stdout } = process
  const transport = new LineTransport(stdin, stdout)
  const handle = serveStdio(() => createServer(tools), { transport, onerror: reportError })
  const inputEnded = new Promise<void>((end) => void stdin.once('end', end).once('close', end))
  await Promise.race([
    transport.closed,
    inputEnded.then(() => settledWithin(ANSWER_TIMEOUT_MS, transport.closed)),
    new Promise<void>((end) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => end())
    }),
  ])
  await settledWithin(CLOSE_TIMEOUT_MS, Promise.allSettled([handle.close(), tools.close()]))
  if (stdout.writableLength === 0 || stdout.destroyed) return
  await settledWithin(FLUSH_TIMEOUT_MS, new Promise((drained) => stdout.write('', drained)))
  // A client that reads no more keeps nobody.
  if (stdout.writableLength > 0) process.exit()
}

/** Waits for something, though not for ever. */
async function settledWithin(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise((giveUp) => (timer = setTimeout(giveUp, limitMs)))
  await Promise.race([work, tooLong])
  clearTimeout(timer)
}

/** What Node would say of warnings and of faults takes several lines. */
function keepEventsToOneLine(): void {
  process.removeAllListeners('warning').on('warning', reportError)
  process.on('uncaughtException', (thrown) => {
    report(`internal fault: ${describe(thrown)}`)
    process.exit(1)
  })
}

/** One protocol endpoint over the session. */
export function createServer(toolbox: Toolbox): Server {
  const server = new Server(
    { name: 'scenewright', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS[toolbox.profile] },
  )
  server.setRequestHandler('tools/list', () => ({ tools: toolsFor(server, toolbox.tools) }))
  if (toolbox.profile === 'scene') serveView(server)
  server.setNotificationHandler('notifications/roots/list_changed', () => toolbox.rootsChanged?.())
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    if (!toolbox.knows(params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${quote(params.name)}`)
    }
    const stopProgress = startProgress(params.name, context)
    try {
      return await toolbox.call(params.name, params.arguments ?? {}, context.mcpReq.signal, server)
    } catch (thrown) {
      // A fault of ours. As a result it keeps its kind, which a protocol error would lose.
      const { code, message } = fromNative(thrown)
      return toolbox.fault(code === 'closed' ? 'closed' : 'internal', message)
    } finally {
      stopProgress()
    }
  })
  return server
}

function sceneResult(envelope: Envelope): CallToolResult {
  const { answer, picture } = envelope
  return toResult(sceneText(envelope), picture && imageOf(picture), !answer.success)
}

function fileResult(envelope: FileEnvelope): CallToolResult {
  const image = 'image' in envelope ? envelope.image : undefined
  return toResult(fileText(envelope), image, !envelope.answer.result)
}

/** The answer as its client sees it: text, the picture when there is one, and whether it failed. */
function toResult(
  text: string,
  image: { readonly data: string; readonly mimeType: string } | undefined,
  isError: boolean,
): CallToolResult {
  return { content: [{ type: 'text', text }, ...(image ? [{ type: 'image' as const, ...image }] : [])], isError }
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
  report(error.message)
}
