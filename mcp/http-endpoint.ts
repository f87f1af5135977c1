import { randomUUID } from 'node:crypto'

import type { Server } from '@modelcontextprotocol/server'

import { isObject } from '../ts/check.js'
import { ModernClients, type ModernLimits, type ToolboxSource } from './modern-clients.js'
import { WebStandardStreamableHTTPServerTransport, isInitializeRequest, isLegacyRequest } from './protocol.js'
import { createServer, reportError } from './server.js'
import type { Toolbox } from './toolbox.js'
import { MAX_MESSAGE_BYTES } from './transport.js'
import { watched } from './watched-response.js'

export type { ToolboxSource } from './modern-clients.js'

/** Limits for the open sessions of an endpoint. */
export interface EndpointLimits extends ModernLimits {
  /** Sessions of one client in the protocol of 2025. */
  readonly sessions: number
}

const DEFAULT_ENDPOINT_LIMITS: EndpointLimits = {
  sessions: 64,
  clients: 256,
  streams: 256,
  idleMs: 30 * 60_000,
}

const SESSION_HEADER = 'mcp-session-id'

const SESSION_NOT_FOUND = -32_001
const INVALID_REQUEST = -32_600
/** The code of requests that HTTP refuses: JSON-RPC leaves it to the server. */
export const REFUSED = -32_000

/**
 * Cancels a request when its client goes away before the answer. The protocol of 2025 lets clients come back for an answer, but
 * only where a server keeps answers, and this one keeps none: the answer would never be read.
 */
function cancelWhenGone(
  signal: AbortSignal,
  transport: WebStandardStreamableHTTPServerTransport,
  message: unknown,
): void {
  if (!isObject(message) || !('id' in message) || !('method' in message)) return
  const { id: requestId } = message as { readonly id: string | number }
  const params = { requestId, reason: 'The client went away.' }
  const cancel = (): void => transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params })
  signal.addEventListener('abort', cancel, { once: true })
}

/** A session of the protocol of 2025. */
interface HttpSession {
  readonly client: string
  readonly transport: WebStandardStreamableHTTPServerTransport
  readonly server: Server
  readonly toolbox: Toolbox
  usedAt: number
  /** Its requests in progress; an open stream counts as one. */
  open: number
}

/**
 * Streamable HTTP in both protocols: the one of 2026, with independent requests, and the one of 2025 with
 * sessions. Access is checked before.
 */
export class HttpEndpoint {
  readonly #source: ToolboxSource
  readonly #limits: EndpointLimits
  readonly #sessions = new Map<string, HttpSession>()
  readonly #modern: ModernClients
  readonly #sweep: NodeJS.Timeout

  constructor(source: ToolboxSource, limits = DEFAULT_ENDPOINT_LIMITS) {
    this.#source = source
    this.#limits = limits
    this.#modern = new ModernClients(source, limits)
    // Unreferenced: the sweep alone must not keep a process alive.
    this.#sweep = setInterval(() => this.#closeIdle(), Math.min(limits.idleMs, 60_000)).unref()
  }

  /** Answers a request of an admitted client. */
  async answer(request: Request, client: string): Promise<Response> {
    const sessionId = request.headers.get(SESSION_HEADER)
    if (sessionId !== null) return this.#inSession(request, client, sessionId)
    if (request.method !== 'POST') return this.#withoutSession(request)
    const body = await bodyOf(request)
    if ('response' in body) return body.response
    const { value } = body
    if (!(await isLegacyRequest(request, value))) {
      const answered = await this.#modern.answer(request, client, value)
      if (answered) return answered
      const words = `The server has ${this.#limits.clients} clients, and all are being answered. Ask again.`
      return refusal(503, REFUSED, words, { 'retry-after': '5' })
    }
    if (!isInitialize(value)) {
      return refusal(
        400,
        INVALID_REQUEST,
        `The request has no ${SESSION_HEADER}: begin with initialize, and send the id that it answers.`,
      )
    }
    return this.#begin(request, client, value)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    await Promise.allSettled([...[...this.#sessions.keys()].map((id) => this.#end(id)), this.#modern.close()])
  }

  async #inSession(request: Request, client: string, id: string): Promise<Response> {
    const session = this.#sessions.get(id)
    // A session of another client does not exist for this one.
    if (!session || session.client !== client) {
      return refusal(
        404,
        SESSION_NOT_FOUND,
        'There is no such session, or it has ended. Begin another one with initialize.',
      )
    }
    let parsedBody: unknown
    if (request.method === 'POST') {
      const body = await bodyOf(request)
      if ('response' in body) return body.response
      parsedBody = body.value
    }
    session.usedAt = performance.now()
    session.open += 1
    const done = (): void => {
      session.open -= 1
      session.usedAt = performance.now()
    }
    cancelWhenGone(request.signal, session.transport, parsedBody)
    try {
      const response = await session.transport.handleRequest(request, { parsedBody })
      return watched(response, done)
    } catch (thrown) {
      done()
      throw thrown
    }
  }

  /** GET and DELETE belong to sessions. */
  #withoutSession({ method }: Request): Response {
    const words = `${method} needs the header ${SESSION_HEADER} of a session. Requests without one are sent by POST.`
    return refusal(405, INVALID_REQUEST, words, { allow: 'POST' })
  }

  async #begin(request: Request, client: string, body: unknown): Promise<Response> {
    if (!this.#makeRoom(client)) {
      const words = `A client may have ${this.#limits.sessions} sessions at most, and all are in use. End one with DELETE.`
      return refusal(429, REFUSED, words, { 'retry-after': '30' })
    }
    const toolbox = await this.#source.toolboxFor(client)
    // One server and one toolbox a session: what its agent has read must not count as read by another.
    const server = createServer(toolbox, { era: 'legacy' })
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: MAX_MESSAGE_BYTES,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { client, transport, server, toolbox, usedAt: performance.now(), open: 0 })
      },
      onsessionclosed: (id) => this.#end(id),
    })
    transport.onerror = reportError
    await server.connect(transport)
    const response = await transport.handleRequest(request, { parsedBody: body })
    if (transport.sessionId === undefined) {
      // The session was refused and did not begin.
      await server.close()
      await this.#source.release(toolbox)
    }
    return response
  }

  /** Closes the oldest idle session if necessary. Returns true if there is room for another one. */
  #makeRoom(client: string): boolean {
    const own = [...this.#sessions].filter(([, session]) => session.client === client)
    if (own.length < this.#limits.sessions) return true
    const [oldest] = own.filter(([, { open }]) => open === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (!oldest) return false
    void this.#end(oldest[0])
    return true
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id)
    if (!session) return
    // Before the waits: a second DELETE or a sweep meanwhile finds nothing left to end.
    this.#sessions.delete(id)
    await session.server.close()
    await this.#source.release(session.toolbox)
  }

  #closeIdle(): void {
    const now = performance.now()
    for (const [id, { open, usedAt }] of this.#sessions) {
      if (open === 0 && now - usedAt > this.#limits.idleMs) void this.#end(id)
    }
    this.#modern.closeIdle()
  }
}

/** The JSON of a request, or the response that refuses it. */
async function bodyOf(request: Request): Promise<{ readonly value: unknown } | { readonly response: Response }> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    return { response: refusal(415, INVALID_REQUEST, 'The body must be of type application/json.') }
  }
  const parts: Uint8Array[] = []
  let length = 0
  const tooLong = `The message is longer than ${MAX_MESSAGE_BYTES} bytes. Nothing was done. Send less at once.`
  // Refused by its header before a byte of it is read; a chunked body has no such header and is counted below.
  if (Number(request.headers.get('content-length') ?? 0) > MAX_MESSAGE_BYTES) {
    return { response: refusal(413, INVALID_REQUEST, tooLong) }
  }
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > MAX_MESSAGE_BYTES) return { response: refusal(413, INVALID_REQUEST, tooLong) }
    parts.push(part)
  }
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))) }
  } catch (thrown) {
    const reason = thrown instanceof SyntaxError ? `not JSON: ${thrown.message}` : 'not UTF-8'
    return { response: refusal(400, -32_700, `The message is ${reason}. Nothing was done.`) }
  }
}

/** True for a request that begins a session. The SDK refuses an invalid one. */
function isInitialize(value: unknown): boolean {
  const messages = Array.isArray(value) ? value : [value]
  // A batch may hold it too: the protocol of March 2025 has batches.
  return messages.some(
    (message) => isInitializeRequest(message) || (message as { method?: unknown } | null)?.method === 'initialize',
  )
}

/** An error of the protocol as a response. */
export function refusal(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
  return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
}
