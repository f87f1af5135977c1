import type { CallToolResult, McpRequestContext } from '@modelcontextprotocol/server'

import { describe } from '../ts/events.js'
import { VERSION } from '../ts/native.js'
import { quote } from '../ts/text.js'
import { UNCHANGING } from './cache-times.js'
import { answerCall } from './calls.js'
import { answerCompletions } from './completion.js'
import { DirectCalls } from './direct-calls.js'
import { page } from './pages.js'
import { Server, serveStdio } from './protocol.js'
import { invalidParams, noResource } from './refusals.js'
import { report } from './report.js'
import { partIn, partOf, within } from './resource-parts.js'
import { observeListening } from './subscriptions.js'
import type { ResourceChange, SourceContext, Toolbox } from './toolbox.js'
import { LineTransport, MAX_MESSAGE_BYTES } from './transport.js'
import { answerSkills } from './skills.js'
import { toolsFor } from './view.js'

export { fileTools } from './file-tools.js'
export { sceneTools } from './scene-tools.js'
export type { Toolbox } from './toolbox.js'

/** The time to finish pending requests after the input has ended. */
const ANSWER_TIMEOUT_MS = 10_000

/** The time that shutdown waits for calls in flight and the disk, and then for the client to read. */
const CLOSE_TIMEOUT_MS = 2_000
const FLUSH_TIMEOUT_MS = 500

/** The most resources that a client can subscribe to. */
const MAX_FOLLOWED = 1_000

/**
 * Serves tools on stdin and stdout until the client goes away or a signal ends it.
 *
 * Nothing about a call is decided here: names and schemas come from the tool table, results from the session, texts from
 * `ts/profiles.ts`. This folder only has the limits of the transport: for messages, shutdown and progress.
 */
export async function serveOnStdio(tools: Toolbox): Promise<void> {
  keepEventsToOneLine()
  const { stdin, stdout } = process
  const transport = new LineTransport(stdin, stdout)
  const setup = { maxAnswerBytes: MAX_MESSAGE_BYTES }
  const calls = new DirectCalls(tools, transport)
  transport.take = (message) => calls.take(message)
  const endpoint = (context: McpRequestContext): Server => {
    const server = createServer(tools, context, setup)
    if (context.era === 'legacy') calls.serve(server)
    return server
  }
  const handle = serveStdio(endpoint, { transport, onerror: reportError })
  // After serveStdio, which sets the receiver that this one wraps.
  observeListening(transport, tools)
  const inputEnded = new Promise<void>((end) => void stdin.once('end', end).once('close', end))
  await Promise.race([
    transport.closed,
    // A client that pipes its requests in and closes the pipe still reads the answers.
    inputEnded.then(() => settledWithin(ANSWER_TIMEOUT_MS, transport.closed)),
    untilSignal(),
  ])
  await settledWithin(CLOSE_TIMEOUT_MS, Promise.allSettled([handle.close(), tools.close()]))
  if (stdout.writableLength === 0 || stdout.destroyed) return
  // Writes are in order, so the callback of an empty one is called after all others.
  await settledWithin(FLUSH_TIMEOUT_MS, new Promise((drained) => stdout.write('', drained)))
  // A client that no longer reads does not block the shutdown.
  if (stdout.writableLength > 0) process.exit()
}

/** Resolves with the signal that ends the process. */
export function untilSignal(): Promise<void> {
  return new Promise((end) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => end())
  })
}

/** Waits for a promise, with a time limit. */
export async function settledWithin(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise((giveUp) => (timer = setTimeout(giveUp, limitMs)))
  await Promise.race([work, tooLong])
  // A pending timer would keep the process alive for the rest of the limit.
  clearTimeout(timer)
}

/** Node's own output for warnings and errors spans several lines. */
export function keepEventsToOneLine(): void {
  process.removeAllListeners('warning').on('warning', reportError)
  process.on('uncaughtException', (thrown) => {
    report(`internal fault: ${describe(thrown)}`)
    process.exit(1)
  })
}

/** The settings of an endpoint. */
export interface ServerSetup {
  /** True if the endpoint sends notifications of changes itself. Default: true. */
  readonly notifies?: boolean
  /** The longest message that the transport takes. Resources that are larger are read in parts. */
  readonly maxAnswerBytes?: number
}

/**
 * One protocol endpoint over the session. In the protocol of 2025 it notifies of the resources that its client subscribed
 * to; in the one of 2026 its owner forwards each notification to the streams that requested it.
 */
export function createServer(
  toolbox: Toolbox,
  { era }: Pick<McpRequestContext, 'era'>,
  { notifies = true, maxAnswerBytes = Infinity }: ServerSetup = {},
): Server {
  const server = new Server(
    { name: toolbox.serverName ?? 'scenewright', version: VERSION },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: true, listChanged: true },
        ...(toolbox.prompts.length > 0 && { prompts: { listChanged: false } }),
        completions: {},
        ...(toolbox.extensions && { extensions: toolbox.extensions }),
      },
      instructions: toolbox.instructions,
      cacheHints: {
        'tools/list': UNCHANGING,
        'prompts/list': UNCHANGING,
        'resources/templates/list': UNCHANGING,
        'server/discover': UNCHANGING,
      },
    },
  )
  const source = (signal: AbortSignal): SourceContext => ({ signal, server })
  server.setRequestHandler('tools/list', () => ({ tools: [...toolsFor(server, toolbox.tools)] }))
  server.setNotificationHandler('notifications/roots/list_changed', () => toolbox.rootsChanged?.())
  server.setRequestHandler('tools/call', async ({ params }, context): Promise<CallToolResult> => {
    if (!toolbox.knows(params.name)) throw invalidParams(`Unknown tool: ${quote(params.name)}`)
    const { signal, _meta: meta, notify } = context.mcpReq
    const { name, arguments: args = {} } = params
    return answerCall(toolbox, { name, args, server, signal, progressToken: meta?.progressToken, notify })
  })
  // A client of 2026 has requested its notifications by name, whether it has listed or not.
  let hasListed = era === 'modern'
  server.setRequestHandler('resources/list', async ({ params }, { mcpReq: { signal } }) => {
    hasListed = true
    const { rows, nextCursor } = page(await toolbox.resources.list(source(signal)), params?.cursor)
    return { resources: rows, ...(nextCursor !== undefined && { nextCursor }) }
  })
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...toolbox.resources.templates],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq: { signal } }) => {
    const { address, part } = partOf(uri)
    const contents = await toolbox.resources.read(address, source(signal))
    if (!contents) throw noResource(uri)
    return { contents: part === undefined ? within(maxAnswerBytes, uri, contents) : partIn(contents, uri, part) }
  })
  if (toolbox.prompts.length > 0) answerPrompts(server, toolbox, source)
  answerCompletions(server, toolbox, source)
  if (toolbox.skills) answerSkills(server, toolbox.skills)
  const followed = era === 'legacy' ? answerSubscriptions(server, toolbox, source) : undefined
  // A client without a list needs no notification that it is outdated.
  if (notifies) notifyOfChanges(server, toolbox, followed, () => hasListed)
  return server
}

function answerPrompts(server: Server, toolbox: Toolbox, source: (signal: AbortSignal) => SourceContext): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: toolbox.prompts.map(({ name, title, description, arguments: given }) => ({
      ...{ name, title, description },
      arguments: given.map((argument) => ({ ...argument, required: argument.required ?? false })),
    })),
  }))
  server.setRequestHandler('prompts/get', async ({ params }, { mcpReq: { signal } }) => {
    const row = toolbox.prompts.find(({ name }) => name === params.name)
    if (!row) {
      const known = toolbox.prompts.map(({ name }) => name).join(', ')
      throw invalidParams(`There is no prompt ${quote(params.name)}. Prompts: ${known}.`)
    }
    const given = params.arguments ?? {}
    const missing = row.arguments.find(({ name, required }) => required && !given[name])
    if (missing)
      throw invalidParams(`The prompt ${row.name} needs the argument ${missing.name}: ${missing.description}`)
    return { description: row.description, messages: await row.write(given, source(signal)) }
  })
}

/** Answers subscriptions of the protocol of 2025. Returns the URIs with subscriptions. */
function answerSubscriptions(
  server: Server,
  toolbox: Toolbox,
  source: (signal: AbortSignal) => SourceContext,
): ReadonlySet<string> {
  const followed = new Set<string>()
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, { mcpReq: { signal } }) => {
    if (followed.size >= MAX_FOLLOWED) {
      throw invalidParams(`A client may subscribe to ${MAX_FOLLOWED} resources at most. Unsubscribe from some.`)
    }
    // Before the wait: a change during it would go unreported otherwise.
    followed.add(uri)
    await toolbox.resources.follow?.([uri], source(signal))
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    followed.delete(uri)
    return {}
  })
  return followed
}

/** Notifies the client of changes of resources, of all if its subscriptions are unknown. */
function notifyOfChanges(
  server: Server,
  toolbox: Toolbox,
  followed: ReadonlySet<string> | undefined,
  hasListed: () => boolean,
): void {
  // A notification after the client has disconnected is dropped.
  const ignored = (): void => {}
  const notify = ({ uris, concerns, isListChanged }: ResourceChange): void => {
    // A change concerns more resources than it lists, as all entities and layers, so each subscription is checked.
    const changed = followed ? [...followed].filter(concerns) : uris
    for (const uri of changed) server.sendResourceUpdated({ uri }).catch(ignored)
    if (isListChanged && hasListed()) server.sendResourceListChanged().catch(ignored)
  }
  const stop = toolbox.resources.watch(notify)
  // The SDK has one callback, and another part may have set it already.
  const closed = server.onclose
  server.onclose = () => {
    stop()
    closed?.()
  }
}

export function reportError(error: Error): void {
  report(error.message)
}
