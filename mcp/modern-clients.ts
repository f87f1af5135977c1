import type { McpHttpHandler } from '@modelcontextprotocol/server'

import { createMcpHandler } from './protocol.js'
import { createServer, reportError } from './server.js'
import { followListened } from './subscriptions.js'
import type { Toolbox } from './toolbox.js'
import { MAX_MESSAGE_BYTES } from './transport.js'
import { watched } from './watched-response.js'

/** Where the tools of a client come from. */
export interface ToolboxSource {
  /** The tools of a client, or of one session of it. */
  toolboxFor(client: string): Promise<Toolbox>
  /** They are not needed any more. */
  release(toolbox: Toolbox): Promise<void>
}

/** Bounds of what the clients of the protocol of 2026 hold open. */
export interface ModernLimits {
  /** Clients that are remembered: of more, the one that asked least recently is forgotten. */
  readonly clients: number
  /** Streams of notices, of one client. */
  readonly streams: number
  /** A client that does not ask for so long is forgotten; so is a session of the protocol of 2025. */
  readonly idleMs: number
}

/** A client, with the session of ours that its requests share. */
interface ModernClient {
  readonly opened: Promise<OpenedClient>
  usedAt: number
  /** Its requests that are being answered; one with an open stream is in use. */
  open: number
}

interface OpenedClient {
  readonly toolbox: Toolbox
  readonly handler: McpHttpHandler
  readonly end: () => Promise<void>
}

/**
 * The clients of the protocol of 2026. Each request stands alone there, and nobody says goodbye: what a client has read is
 * kept for as long as it goes on asking, and there is room.
 */
export class ModernClients {
  readonly #source: ToolboxSource
  readonly #limits: ModernLimits
  readonly #clients = new Map<string, ModernClient>()

  constructor(source: ToolboxSource, limits: ModernLimits) {
    this.#source = source
    this.#limits = limits
  }

  /** Answers a request; undefined where every client that there is room for is being answered. */
  async answer(request: Request, name: string, body: unknown): Promise<Response | undefined> {
    const client = this.#clientOf(name)
    if (!client) return undefined
    client.open += 1
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

  /** Forgets those who have not asked for long. */
  closeIdle(): void {
    const now = performance.now()
    for (const [name, { open, usedAt }] of this.#clients) {
      if (open === 0 && now - usedAt > this.#limits.idleMs) this.#forget(name)
    }
  }

  async close(): Promise<void> {
    const all = [...this.#clients.values()]
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
    // One that could not be opened is tried again by its next request.
    opened.catch(() => this.#clients.get(name) === client && this.#clients.delete(name))
    return client
  }

  /** Whether another client fits, after the one that has not asked for the longest time was forgotten for it. */
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
