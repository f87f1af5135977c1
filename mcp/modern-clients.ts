import type { McpHttpHandler } from '@modelcontextprotocol/server'

import { createMcpHandler } from './protocol.js'
import { createServer, reportError } from './server.js'
import { followListened } from './subscriptions.js'
import type { Toolbox } from './toolbox.js'
import { MAX_MESSAGE_BYTES } from './transport.js'
import { watched } from './watched-response.js'

/** The source of a client's tools. */
export interface ToolboxSource {
  /** The tools of a client, or of one session of it. */
  toolboxFor(client: string): Promise<Toolbox>
  /** Releases the tools. */
  release(toolbox: Toolbox): Promise<void>
}

/** Limits for the clients of the protocol of 2026. */
export interface ModernLimits {
  /** Clients remembered at most; beyond that, the least recently active one is evicted. */
  readonly clients: number
  /** Streams of notifications, for one client. */
  readonly streams: number
  /** A client, or a session of the protocol of 2025, is evicted after this time without a request. */
  readonly idleMs: number
}

/** A client, with our session that its requests share. */
interface ModernClient {
  readonly opened: Promise<OpenedClient>
  usedAt: number
  /** Its requests in progress; an open stream counts as one. */
  open: number
}

interface OpenedClient {
  readonly toolbox: Toolbox
  readonly handler: McpHttpHandler
  readonly end: () => Promise<void>
}

/**
 * The clients of the protocol of 2026. Requests are independent there, and clients do not sign off: the record of a
 * client's reads is kept while it is active and there is room.
 */
export class ModernClients {
  readonly #source: ToolboxSource
  readonly #limits: ModernLimits
  readonly #clients = new Map<string, ModernClient>()

  constructor(source: ToolboxSource, limits: ModernLimits) {
    this.#source = source
    this.#limits = limits
  }

  /** Answers a request; undefined if all places are taken by clients with requests in progress. */
  async answer(request: Request, name: string, body: unknown): Promise<Response | undefined> {
    const client = this.#clientOf(name)
    if (!client) return undefined
    client.open += 1
    // The time of its end: a client that listens for hours is not idle when its stream breaks.
    const done = (): void => {
      client.open -= 1
      client.usedAt = performance.now()
    }
    try {
      const { handler, toolbox } = await client.opened
      followListened(body, toolbox)
      return watched(await handler.fetch(request, { parsedBody: body }), done)
    } catch (thrown) {
      done()
      throw thrown
    }
  }

  /** Evicts clients without recent requests. */
  closeIdle(): void {
    const now = performance.now()
    for (const [name, { open, usedAt }] of this.#clients) {
      if (open === 0 && now - usedAt > this.#limits.idleMs) this.#forget(name)
    }
  }

  async close(): Promise<void> {
    const all = [...this.#clients.values()]
    // First: a request during the shutdown would be answered by a handler that closes.
    this.#clients.clear()
    await Promise.allSettled(all.map(async ({ opened }) => (await opened).end()))
  }

  #clientOf(name: string): ModernClient | undefined {
    const known = this.#clients.get(name)
    if (known) return known
    if (!this.#makeRoom()) return undefined
    const opened = this.#open(name)
    const client: ModernClient = { opened, usedAt: performance.now(), open: 0 }
    this.#clients.set(name, client)
    // A session that could not be opened is retried at the next request.
    opened.catch(() => this.#clients.get(name) === client && this.#clients.delete(name))
    return client
  }

  /** Evicts the least recently active client if necessary. Returns true if there is room for another one. */
  #makeRoom(): boolean {
    if (this.#clients.size < this.#limits.clients) return true
    const [oldest] = [...this.#clients].filter(([, { open }]) => open === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (!oldest) return false
    this.#forget(oldest[0])
    return true
  }

  #forget(name: string): void {
    const client = this.#clients.get(name)
    this.#clients.delete(name)
    void client?.opened.then(({ end }) => end()).catch(reportForgotten)
  }

  async #open(name: string): Promise<OpenedClient> {
    const toolbox = await this.#source.toolboxFor(name)
    // Each request has a server of its own, so changes are forwarded once, by the handler, not by each server.
    const handler = createMcpHandler((context) => createServer(toolbox, context, { notifies: false }), {
      legacy: 'reject',
      maxRequestBodySize: MAX_MESSAGE_BYTES,
      maxSubscriptions: this.#limits.streams,
      onerror: reportError,
    })
    const stop = toolbox.resources.watch(({ uris, isListChanged }) => {
      for (const uri of uris) handler.notify.resourceUpdated(uri)
      if (isListChanged) handler.notify.resourcesChanged()
    })
    const end = async (): Promise<void> => {
      // Before the handler: a change during its close would notify closed streams.
      stop()
      await handler.close()
      await this.#source.release(toolbox)
    }
    return { toolbox, handler, end }
  }
}

function reportForgotten(thrown: unknown): void {
  reportError(thrown instanceof Error ? thrown : new Error(String(thrown)))
}
