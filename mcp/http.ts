import { createServer as createNodeServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import { ClientUsage, type ClientLimits } from './client-limits.js'
import { admit, refuseForeign, type AccessRules } from './http-access.js'
import { HttpEndpoint, REFUSED, refusal, type EndpointLimits, type ToolboxSource } from './http-endpoint.js'
import { sendResponse, toWebRequest } from './node-http.js'
import { keepEventsToOneLine, reportError, settledWithin, untilSignal } from './server.js'
import { report } from './report.js'
import { describeServer, type CardFacts } from './server-card.js'

/** The path of the endpoint. */
const MCP_PATH = '/mcp'

/** The most connections of all clients together, and the most of them without a request so far. */
const MAX_CONNECTIONS = 1_024
const MAX_HALF_OPEN = 128

/**
 * Time limits for the headers of a request, and for all of it with a body of up to 10 MiB. A stream of notifications is an
 * answer, and stays open for as long as its client wants.
 */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
const CHECK_INTERVAL_MS = 1_000

/**
 * The time that a connection is kept after an answer. Longer than clients keep one (httpx 5 s, Go 90 s): a request on a
 * connection that the server is just closing fails, and a call of a tool is not sent again.
 */
const KEEP_ALIVE_MS = 120_000

/** Clients and browsers send some twenty headers. */
const MAX_HEADERS = 64

/** How long a shutdown waits for requests in progress. */
const CLOSE_TIMEOUT_MS = 2_000

const METADATA_PATH = '/.well-known/oauth-protected-resource'

/** The address and the access rules of a server. */
interface HttpOptions {
  readonly host: string
  /** The port; 0 for a free one. */
  readonly port: number
  readonly rules: AccessRules
  /** The address of the endpoint for clients. Default: the address it listens on. */
  readonly publicUrl?: string | undefined
  readonly profile?: 'files' | 'scene' | undefined
  readonly clientLimits?: ClientLimits | undefined
  readonly endpointLimits?: EndpointLimits | undefined
}

/** A listening server. */
interface ListeningServer {
  readonly url: string
  close(): Promise<void>
}

/** Serves tools by Streamable HTTP until a signal ends the process. */
export async function serveOnHttp(source: ToolboxSource, options: HttpOptions): Promise<void> {
  keepEventsToOneLine()
  const { url, close } = await listen(source, options)
  report(`serving MCP on ${url}`)
  await untilSignal()
  // A request in progress must not keep a process alive that was asked to end.
  await settledWithin(CLOSE_TIMEOUT_MS, close())
}

/** Starts listening. */
export async function listen(source: ToolboxSource, options: HttpOptions): Promise<ListeningServer> {
  const endpoint = new HttpEndpoint(source, options.endpointLimits)
  const usage = new ClientUsage(options.clientLimits)
  const { rules, host, port, publicUrl, profile = 'scene' } = options
  const needsToken = rules.token !== undefined || rules.oauth !== undefined
  const facts = (): CardFacts => ({ url: publicUrl ?? addressOf(server), profile, needsToken })
  const setup = { connectionsCheckingInterval: CHECK_INTERVAL_MS }
  const server = createNodeServer(setup, (request, response) => {
    answer(request, response, endpoint, usage, rules, facts).catch((thrown: unknown) => {
      reportError(thrown instanceof Error ? thrown : new Error(String(thrown)))
      // A response that has begun cannot become an error: only a broken connection shows its client that it is
      // incomplete.
      if (response.headersSent) response.destroy()
      else
        void sendResponse(refusal(500, -32_603, 'Internal fault. The server wrote the cause to its stderr.'), response)
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.maxHeadersCount = MAX_HEADERS
  // Without a listener Node answers 400, and a client that sends no HTTP reads no answer.
  server.on('clientError', (_, socket) => socket.destroy())
  boundHalfOpen(server)
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    // URLs have the brackets of an IPv6 address, sockets do not.
    server.listen(port, host.replace(/^\[|\]$/g, ''), listening)
  })
  return { url: addressOf(server), close: () => closeServer(server, endpoint) }
}

/** Closes the longest silent connection if too many have not sent a request yet. */
function boundHalfOpen(server: Server): void {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    // A set keeps the order of insertion, so its first member has waited longest. Refusing the new connection
    // instead would let 128 silent ones keep everyone out.
    const [oldest] = silent
    if (silent.size > MAX_HALF_OPEN) oldest?.destroy()
  })
  server.on('request', ({ socket }) => void silent.delete(socket))
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  endpoint: HttpEndpoint,
  usage: ClientUsage,
  rules: AccessRules,
  facts: () => CardFacts,
): Promise<void> {
  const request = toWebRequest(incoming, outgoing, 'http://localhost')
  const send = (response: Response): Promise<void> => sendResponse(withCors(response, request), outgoing)
  const { pathname } = new URL(request.url)
  const described = describeServer(request.method, pathname, MCP_PATH, facts())
  // Any page may read it, but the request must use a name of this server.
  const foreign = refuseForeign(request, described ? { ...rules, origins: undefined } : rules)
  if (foreign) return sendResponse(foreign, outgoing)
  if (described) return sendResponse(described, outgoing)
  // Before admission: browsers send preflight requests without the token.
  if (request.method === 'OPTIONS') return send(new Response(null, { status: 204 }))
  // Before admission too: a client reads here where it gets a token.
  if (rules.oauth && pathname.startsWith(METADATA_PATH)) return send(Response.json(rules.oauth.metadata))
  if (pathname !== MCP_PATH) return send(refusal(404, REFUSED, `There is nothing here. The endpoint is ${MCP_PATH}.`))
  const admission = await admit(request, incoming.socket.remoteAddress ?? '', rules)
  if ('response' in admission) return send(admission.response)
  const entered = usage.enter(admission.client, request.method === 'GET')
  if ('retryAfterS' in entered) {
    const words = 'This client has too many open requests. Wait, then try again.'
    return send(refusal(429, REFUSED, words, { 'retry-after': String(entered.retryAfterS) }))
  }
  // The connection's end, not the answer's: a stream of notifications counts for as long as it is open.
  outgoing.once('close', entered.leave)
  return send(await endpoint.answer(request, admission.client))
}

/** Lets an admitted page read the response. */
function withCors(response: Response, request: Request): Response {
  const origin = request.headers.get('origin')
  if (origin === null) return response
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', origin)
  // A cache must not give the response for one origin to a page of another.
  headers.set('vary', 'Origin')
  // Pages read no other headers of a response, and a session cannot continue without its id.
  headers.set('access-control-expose-headers', 'Mcp-Session-Id, WWW-Authenticate, Retry-After')
  if (request.method === 'OPTIONS') {
    headers.set('access-control-allow-methods', 'GET, POST, DELETE')
    headers.set('access-control-allow-headers', request.headers.get('access-control-request-headers') ?? '')
    headers.set('access-control-max-age', '600')
  }
  return new Response(response.body, { status: response.status, headers })
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${MCP_PATH}`
}

async function closeServer(server: Server, endpoint: HttpEndpoint): Promise<void> {
  // No new connections from here on. It resolves once the last one has ended, for which the streams must be closed
  // first.
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await endpoint.close()
  server.closeAllConnections()
  await closed
}
