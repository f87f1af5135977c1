import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname } from 'node:path'

import { ScenewrightError } from '../errors.js'
import { isSame, newToken } from './guard.js'
import { admit, answerFault, readJson, refuse, sendJson } from './http-answers.js'
import { ProjectView, type OtherPage, type ViewedProject } from './project-view.js'

/** The most connections. Further ones are refused. */
const MAX_CONNECTIONS = 128

/** The time that a request may take to arrive. */
const HEADERS_TIMEOUT_MS = 5_000
const CHECK_INTERVAL_MS = 1_000
const REQUEST_TIMEOUT_MS = 10_000

/**
 * The time that a connection is kept after an answer. Longer than clients keep one (httpx 5 s, Go 90 s): a request on a
 * connection that the server is just closing fails.
 */
const KEEP_ALIVE_MS = 120_000

/** A token: 256 bits in the alphabet of addresses. */
const TOKEN = /^[\w-]{43}$/

/** Pages of projects, served on loopback. */
export interface ViewServer {
  /**
   * The addresses, in the order of the projects. Each holds a token of its own: anyone with one can view and export and,
   * unless the view is read-only, undo and run; and switch to the other projects.
   */
  readonly urls: readonly string[]
  /** The address at which other commands of the user hand their projects over. It is for no page. */
  readonly control: string
  close(): Promise<void>
}

/** The options for serving projects. */
export interface ViewSetup {
  /** The port; 0 or absent for a free one. */
  readonly port?: number | undefined
  /** The pages look, and change nothing. */
  readonly readOnly?: boolean | undefined
}

/** The further options of a server. */
interface ServerSetup extends ViewSetup {
  /** Pages that other processes serve. */
  readonly others?: readonly OtherPage[]
  /** The addresses that the pages of the projects had before. They have them again if the port is free. */
  readonly before?: Addresses | undefined
}

/** The addresses of pages, in the order of their projects. */
export interface Addresses {
  readonly port: number
  /** A token is missing where a project had another port, or none. */
  readonly tokens: readonly (string | undefined)[]
}

/** The request of another command that has a project for the page. */
export interface JoinRequest {
  readonly dir: string
  /** The options that the project is opened with. */
  readonly options: object
  /** The token of its address, where it has one already. */
  readonly token?: string | undefined
}

/** Serves the live views of projects. `open` opens the project of another command, with its options. */
export async function serveViews(
  projects: readonly ViewedProject[],
  open: (options: object, dir: string) => ViewedProject,
  { port = 0, readOnly = false, others = [], before }: ServerSetup = {},
): Promise<ViewServer> {
  if (projects.length === 0) throw new ScenewrightError('invalid_input', 'There is no project to show.')
  const options = { connectionsCheckingInterval: CHECK_INTERVAL_MS }
  const server = createServer(options)
  server.maxConnections = MAX_CONNECTIONS
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.maxHeadersCount = 64
  server.on('clientError', (_, socket) => socket.destroy())
  const isAsBefore = before !== undefined && (await isListening(server, before.port))
  if (!isAsBefore) await listening(server, port)
  const bound = (server.address() as AddressInfo).port
  const views = projects.map((project, index) => {
    // Another program that took the previous port may have received its tokens from pages that look for their server.
    const token = (isAsBefore ? before.tokens[index] : undefined) ?? newToken()
    return new ProjectView(project, { token, isReadOnly: readOnly })
  })
  const pages = new PageSet(views, others, readOnly, open)
  // A connection that could not be accepted is no reason to end: the page asks again.
  server.on('error', () => {})
  server.on('request', (request, response) => void pages.answer(request, response))
  pages.start(bound)
  return {
    urls: views.map((view) => view.urlAt(bound)),
    control: `http://127.0.0.1:${bound}/${pages.control}/`,
    close: async () => {
      pages.stop()
      await new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
      await pages.closeJoined()
    },
  }
}

/** The pages of one server: for its own projects, and for projects that other commands have handed over. */
class PageSet {
  readonly control = newToken()
  readonly #own: readonly ProjectView[]
  readonly #joined = new Map<ProjectView, ViewedProject>()
  readonly #others: readonly OtherPage[]
  readonly #isReadOnly: boolean
  readonly #open: (options: object, dir: string) => ViewedProject
  readonly #closing = new Set<Promise<void>>()
  #port = 0

  constructor(
    own: readonly ProjectView[],
    others: readonly OtherPage[],
    isReadOnly: boolean,
    open: (options: object, dir: string) => ViewedProject,
  ) {
    this.#own = own
    this.#others = others
    this.#isReadOnly = isReadOnly
    this.#open = open
  }

  get #views(): ProjectView[] {
    return [...this.#own, ...this.#joined.keys()]
  }

  start(port: number): void {
    this.#port = port
    for (const view of this.#own) view.start(port)
    this.#setPages()
  }

  stop(): void {
    for (const view of this.#views) view.stop()
  }

  /** Closes the projects of other commands; their own commands close the rest. */
  async closeJoined(): Promise<void> {
    for (const view of [...this.#joined.keys()]) this.#remove(view)
    await Promise.all(this.#closing)
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, token = ''] = (request.url ?? '').split('/', 2)
    // All are compared, so that the time does not depend on which of them it is.
    const isControl = isSame(token, this.control)
    const [asked] = this.#views.filter((view) => isSame(token, view.token))
    if (isControl) return this.#answerCommand(request, response)
    // A view checks the token again, and refuses one that belongs to no view.
    await (asked ?? this.#own[0])?.answer(request, response)
  }

  /** Answers another command of the same user. */
  async #answerCommand(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!admit(request, response, this.#port)) return
      const [, , name] = (request.url ?? '').split('/')
      if (request.method === 'GET' && name === '') return sendJson(response, { readOnly: this.#isReadOnly })
      if (request.method === 'POST' && name === 'join') return this.#join(await readJson(request), response)
      refuse(response, 404, 'Not found.')
    } catch (thrown) {
      answerFault(response, thrown)
    }
  }

  /** Serves the project of another command for as long as that keeps its connection. */
  #join(body: object, response: ServerResponse): void {
    const { dir, options, token } = body as { readonly [name in keyof JoinRequest]?: unknown }
    if (typeof dir !== 'string' || typeof options !== 'object' || options === null) {
      throw new TypeError('a project has a folder and options')
    }
    const isFree = (it: string): boolean => TOKEN.test(it) && this.#views.every((view) => view.token !== it)
    const wanted = typeof token === 'string' && isFree(token) ? token : newToken()
    const project = this.#open(options, dir)
    const view = new ProjectView(project, { token: wanted, isReadOnly: this.#isReadOnly })
    this.#joined.set(view, project)
    response.once('close', () => this.#remove(view))
    view.start(this.#port)
    this.#setPages()
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
    response.write(`${JSON.stringify({ url: view.urlAt(this.#port) })}\n`)
  }

  #remove(view: ProjectView): void {
    const project = this.#joined.get(view)
    if (!project) return
    this.#joined.delete(view)
    view.stop()
    const closing = project.session.close().catch(() => {})
    this.#closing.add(closing)
    void closing.finally(() => this.#closing.delete(closing))
    this.#setPages()
  }

  #setPages(): void {
    const views = this.#views
    const names = distinctNames(views.map(({ dir }) => dir))
    const pages = views.map((view, index) => ({ name: names[index] ?? '', url: view.urlAt(this.#port) }))
    for (const [index, view] of views.entries()) view.setPages([...pages, ...this.#others], index)
  }
}

/** The names of folders, with the folder around where two are the same. */
function distinctNames(dirs: readonly string[]): string[] {
  const names = dirs.map((dir) => basename(dir))
  return names.map((name, index) =>
    names.filter((other) => other === name).length > 1 ? `${basename(dirname(dirs[index] ?? ''))}/${name}` : name,
  )
}

async function listening(server: Server, port: number): Promise<void> {
  try {
    await listen(server, port)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `Could not serve the view on port ${port} of 127.0.0.1: ${reason}. Give another --port, or none.`
    throw new ScenewrightError('invalid_input', message, { cause })
  }
}

/** True if the server has the port; false if another program has it. */
async function isListening(server: Server, port: number): Promise<boolean> {
  return listen(server, port).then(
    () => true,
    () => false,
  )
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
