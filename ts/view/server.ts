import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'

import type * as api from '../../index.js'
import { ScenewrightError } from '../errors.js'
import type { Listeners } from '../events.js'
import { shapedResult, wholeFile } from '../results.js'
import type { Session } from '../session.js'
import { callForPage, LOOKING_TOOLS, MEDIA_TYPES, PAGE_TOOLS } from './calls.js'
import { isSame, newToken, objection } from './guard.js'
import { LiveScene, type LiveEvent, type SceneBytes } from './live-scene.js'
import { checkedNote, NoteQueue } from './notes.js'
import { viewPage } from './page.js'

/** The largest message of a page. */
const MAX_BODY_BYTES = 64 << 10

/** The most connections, and the most of them that hear of events. Others are turned away. */
const MAX_CONNECTIONS = 128
const MAX_LISTENERS = 16

/** How long a connection may take to ask, and how long it is kept after an answer. */
const HEADERS_TIMEOUT_MS = 5_000
const CHECK_INTERVAL_MS = 1_000
const REQUEST_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 5_000

/** A page that hears nothing for longer asks anew. */
const HEARTBEAT_MS = 15_000

/** What a listener that does not read may have waiting: a scene, and what is told after it. */
const MAX_WAITING_BYTES = 2 << 20

/** The largest scene that is sent to all pages as soon as there is one; they ask for a larger one when they are ready. */
const MAX_TOLD_BYTES = 1 << 20

/** A page on a project, served on loopback. */
export interface ViewServer {
  /** The address, which holds the token: who has it may look and export, and, unless the view is read-only, undo and run. */
  readonly url: string
  readonly notes: NoteQueue
  close(): Promise<void>
}

/** How a view is served. */
export interface ViewSetup {
  /** 0 or absent for a free one. */
  readonly port?: number | undefined
  /** The page looks, and changes nothing. */
  readonly readOnly?: boolean | undefined
}

/** Serves the live view of a project. */
export async function serveView(
  { session, listeners }: { session: Session; listeners: Listeners<api.ProjectEvents> },
  dir: string,
  { port = 0, readOnly = false }: ViewSetup = {},
): Promise<ViewServer> {
  const view = new View(session, listeners, dir, readOnly)
  const options = { connectionsCheckingInterval: CHECK_INTERVAL_MS }
  const server = createServer(options, (request, response) => void view.answer(request, response))
  server.maxConnections = MAX_CONNECTIONS
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.maxHeadersCount = 64
  server.on('clientError', (_, socket) => socket.destroy())
  await listening(server, port)
  view.port = (server.address() as AddressInfo).port
  view.start()
  return {
    url: `http://127.0.0.1:${view.port}/${view.token}/`,
    notes: view.notes,
    close: () =>
      new Promise((closed) => {
        view.stop()
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function listening(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `Could not serve the view on port ${port} of 127.0.0.1: ${cause.message}. Give another --port, or none.`
      reject(new ScenewrightError('invalid_input', message, { cause }))
    })
    server.listen({ host: '127.0.0.1', port, exclusive: true }, resolve)
  })
}

type Route = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => Promise<void> | void

class View {
  readonly token = newToken()
  readonly notes: NoteQueue
  port = 0
  readonly #session: Session
  readonly #name: string
  readonly #isReadOnly: boolean
  readonly #live: LiveScene
  readonly #listeners = new Set<ServerResponse>()
  #heartbeat: NodeJS.Timeout | undefined

  readonly #routes: { readonly [route: string]: Route } = {
    'GET ': (request, response) => this.#page(request, response),
    'GET scene': (_, response, query) => this.#scene(response, query),
    'GET events': (request, response) => this.#events(request, response),
    'GET export': (_, response, query) => this.#export(response, query),
    'POST call': (request, response) => this.#call(request, response),
    'POST notes': (request, response) => this.#note(request, response),
  }

  constructor(session: Session, listeners: Listeners<api.ProjectEvents>, dir: string, isReadOnly: boolean) {
    this.#session = session
    this.#isReadOnly = isReadOnly
    this.#name = basename(dir)
    this.notes = new NoteQueue(dir)
    this.#live = new LiveScene(session, listeners, dir, (event, scene) => this.#tell(event, scene))
  }

  start(): void {
    this.#live.start()
    this.#heartbeat = setInterval(() => this.#send(() => ': still here\n\n'), HEARTBEAT_MS)
  }

  stop(): void {
    clearInterval(this.#heartbeat)
    this.#live.stop()
    for (const response of this.#listeners) response.end()
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      response.setHeader('X-Content-Type-Options', 'nosniff')
      response.setHeader('Referrer-Policy', 'no-referrer')
      response.setHeader('Cache-Control', 'no-store')
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
      response.setHeader('X-Frame-Options', 'DENY')
      response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
      const problem = objection(request, this.port)
      if (problem !== undefined) return refuse(response, 403, `Refused: ${problem}.`)
      // Nothing of the path is decoded or resolved: it is one of the few below, or it is nothing.
      const [path = '', query = ''] = (request.url ?? '').split('?', 2)
      const [, token = '', name, ...more] = path.split('/')
      if (!isSame(token, this.token) || name === undefined || more.length > 0)
        return refuse(response, 404, 'Not found.')
      const route = Object.hasOwn(this.#routes, `${request.method} ${name}`)
        ? this.#routes[`${request.method} ${name}`]
        : undefined
      if (!route) return refuse(response, 404, 'Not found.')
      await route(request, response, new URLSearchParams(query))
    } catch (thrown) {
      if (response.headersSent) return void response.destroy()
      const isInput = thrown instanceof TypeError || thrown instanceof SyntaxError
      refuse(response, isInput ? 400 : 500, thrown instanceof Error ? thrown.message : 'Internal fault.')
    }
  }

  #page(request: IncomingMessage, response: ServerResponse): void {
    const { html, policy, tag } = viewPage()
    response.setHeader('Content-Security-Policy', policy)
    response.setHeader('ETag', tag)
    if (request.headers['if-none-match'] === tag) return void response.writeHead(304).end()
    send(response, 'text/html; charset=utf-8', html)
  }

  async #scene(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const at = query.get('at')
    const found = at === null ? await this.#live.scene() : await this.#live.sceneAt(at)
    if (!('json' in found)) return sendJson(response, { error: found }, 409)
    response.setHeader('X-Transaction', encodeURIComponent(found.transactionId))
    response.setHeader('X-Project', encodeURIComponent(this.#name))
    if (this.#isReadOnly) response.setHeader('X-Read-Only', 'true')
    send(response, 'application/json; charset=utf-8', found.json)
  }

  #events(request: IncomingMessage, response: ServerResponse): void {
    if (this.#listeners.size >= MAX_LISTENERS) return refuse(response, 503, 'Too many pages are open.')
    request.socket.setTimeout(0)
    response.writeHead(200, { 'Content-Type': 'text/event-stream', Connection: 'keep-alive' })
    response.write(`retry: 1000\n\n${eventText(this.#live.state)}`)
    this.#listeners.add(response)
    response.once('close', () => this.#listeners.delete(response))
    // Who comes later may have missed something.
    this.#live.look().catch(() => {})
  }

  async #export(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const format = query.get('format') ?? ''
    const type = Object.hasOwn(MEDIA_TYPES, format) ? MEDIA_TYPES[format] : undefined
    if (type === undefined) throw new TypeError(`format must be one of ${Object.keys(MEDIA_TYPES).join(', ')}`)
    const result = shapedResult(await this.#session.exportWhole({ format }), (answered) => ({
      file: wholeFile(answered),
    }))
    if (result.status === 'refused') return sendJson(response, { error: result.error }, 409)
    const name = encodeURIComponent(`${this.#name}.${format}`).replaceAll("'", '%27')
    response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${name}`)
    send(response, type, result.file)
  }

  async #call(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request)
    const { name, arguments: args = {} } = body as { readonly name?: unknown; readonly arguments?: unknown }
    if (typeof name !== 'string' || !PAGE_TOOLS.has(name)) throw new TypeError('the page may not call that tool')
    if (typeof args !== 'object' || args === null) throw new TypeError('arguments must be an object')
    if (this.#isReadOnly && !LOOKING_TOOLS.has(name)) {
      return refuse(response, 403, `${name} was not done: this view is read-only. Start it without --read-only.`)
    }
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    sendJson(response, await callForPage(this.#session, name, args, gone.signal))
  }

  async #note(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.notes.add(checkedNote(await readJson(request)))
    sendJson(response, { sent: true })
  }

  #tell(event: LiveEvent, scene?: SceneBytes): void {
    const text = eventText(event)
    const whole = scene && scene.json.length <= MAX_TOLD_BYTES ? this.#sceneEvent(scene) : text
    // Who is behind asks for the scene when there, and is not sent all those between.
    this.#send((response) => (response.writableLength === 0 ? whole : text))
  }

  #send(textFor: (response: ServerResponse) => string): void {
    for (const response of this.#listeners) {
      if (response.writableLength > MAX_WAITING_BYTES) response.destroy()
      else response.write(textFor(response))
    }
  }

  /** The event that brings the scene itself, so that no page has to ask for it. */
  #sceneEvent({ transactionId, json }: SceneBytes): string {
    const about = JSON.stringify({ transactionId, project: this.#name, readOnly: this.#isReadOnly })
    // Between the rows are line ends, which would end the event; within names and texts they are written as `\\n`.
    const rows = json.toString('utf8').replaceAll('\n', ' ')
    return `event: scene\ndata: ${about.slice(0, -1)},"scene":${rows}}\n\n`
  }
}

function eventText(event: LiveEvent): string {
  // JSON has no line ends of its own: the event cannot end early.
  return `data: ${JSON.stringify(event)}\n\n`
}

async function readJson(request: IncomingMessage): Promise<object> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length > MAX_BODY_BYTES) throw new TypeError(`a message has at most ${MAX_BODY_BYTES} bytes`)
    parts.push(part)
  }
  const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
  if (typeof value !== 'object' || value === null) throw new TypeError('the message must be an object')
  return value
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes)
}

function sendJson(response: ServerResponse, value: object, status = 200): void {
  const bytes = Buffer.from(JSON.stringify(value))
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length })
  response.end(bytes)
}

function refuse(response: ServerResponse, status: number, words: string): void {
  // What is still coming is not read.
  response.setHeader('Connection', 'close')
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${words}\n`)
}
