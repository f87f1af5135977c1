import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'

import { errorOf, shapedResult, wholeFile } from '../results.js'
import type { Session } from '../session.js'
import { isAnswered, type Envelope } from '../wire.js'
import type { ErrorInfo } from '../wire-types.js'
import { callForPage, LOOKING_TOOLS, MEDIA_TYPES, PAGE_TOOLS, pageAnswer, type PageAnswer } from './calls.js'
import { GoodCode, type Code } from './good-code.js'
import { isSame } from './guard.js'
import { proposeDimensionValue } from './dimension-values.js'
import { admit, answerFault, JSON_TYPE, readJson, refuse, send, sendJson, sendRefusal } from './http-answers.js'
import { LiveScene, MAX_WHOLE_BYTES, type LiveEvent, type SceneBytes, type SceneChange } from './live-scene.js'
import { checkedNote, NoteQueue } from './notes.js'
import { ExportDesk } from './export-desk.js'
import { FolderCommits } from './folder-commits.js'
import { ForkPanes } from './fork-panes.js'
import { sceneFile, viewPage } from './page.js'
import { checkSet } from './parameter-sets.js'
import { ScriptOutput } from './script-output.js'
import type { Opened } from './stage-code.js'
import { EXAMPLE } from './example.js'
import {
  commitProposal,
  proposeDefault,
  proposeDimension,
  proposeMeasures,
  proposePoints,
  proposeShapeDimension,
  SHAPE_DIMENSIONS,
  type Property,
  type Proposal,
} from './proposals.js'

/** The most connections that receive the events of one project. Further ones are refused. */
const MAX_LISTENERS = 16

/** The time between two signs of life, so that no proxy closes a quiet connection and a page that is gone is noticed. */
const HEARTBEAT_MS = 15_000

/** The most bytes that may be queued for a slow listener: one scene and the events after it. */
const MAX_WAITING_BYTES = 2 << 20

/** A project that has a page. */
export interface ViewedProject extends Opened {
  readonly dir: string
  /** Opens the project once more, in a folder with a copy of its files: for a file that is to be written. */
  openAt(dir: string): Opened
}

/** A page that a person may switch to. */
export interface OtherPage {
  readonly name: string
  readonly url: string
}

type Route = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => Promise<void> | void

/** The page of one project: its scene, its events, and what a person may do on it. */
export class ProjectView {
  /** The secret in the address. */
  readonly token: string
  readonly dir: string
  #name: string
  readonly #notes: NoteQueue
  #port = 0
  /** The pages that a person may switch between, and which of them this is. */
  #pages: readonly OtherPage[] = []
  #position = 0
  readonly #desk: ExportDesk
  readonly #folder: FolderCommits
  readonly #forks: ForkPanes
  readonly #session: Session
  readonly #isReadOnly: boolean
  readonly #live: LiveScene
  readonly #listeners = new Set<ServerResponse>()
  #heartbeat: NodeJS.Timeout | undefined

  readonly #routes: { readonly [route: string]: Route } = {
    'GET ': (request, response) => this.#page(request, response),
    'GET scene': (_, response, query) => this.#scene(response, query),
    'GET picture': (_, response, query) => this.#picture(response, query),
    'GET events': (request, response) => this.#events(request, response),
    'GET state': (_, response) => this.#state(response),
    'GET output': async (_, response) => sendJson(response, await this.#live.output()),
    'GET export': (_, response, query) => this.#export(response, query),
    'POST export-preview': (request, response) => this.#previewExport(request, response),
    'GET exported': (_, response, query) => this.#exported(response, query),
    'GET forks': async (_, response) => sendJson(response, { forks: await this.#forks.list() }),
    'GET fork': (_, response, query) => this.#fork(response, query),
    'POST fork': (request, response) => this.#chooseFork(request, response),
    'GET projects': (_, response) => sendJson(response, { pages: this.#pages, current: this.#position }),
    'POST call': (request, response) => this.#call(request, response),
    'POST notes': (request, response) => this.#note(request, response),
    'GET file': (_, response) => this.#file(response),
    'POST preview': (request, response) => this.#preview(request, response),
    'POST propose': (request, response) => this.#propose(request, response),
    'POST change': (request, response) => this.#change(request, response),
    'POST restore': (request, response) => this.#restore(request, response),
    'GET sets': (_, response) => this.#sets(response),
    'POST sets': (request, response) => this.#putSet(request, response),
    'POST example': (_, response) => this.#example(response),
    'POST restore-code': (_, response) => this.#restoreCode(response),
  }

  constructor(
    { session, listeners, dir, openAt }: ViewedProject,
    { token, isReadOnly }: { readonly token: string; readonly isReadOnly: boolean },
  ) {
    this.token = token
    this.#session = session
    this.#isReadOnly = isReadOnly
    this.#name = basename(dir)
    this.dir = dir
    this.#desk = new ExportDesk(dir, openAt)
    this.#folder = new FolderCommits(dir, session)
    this.#forks = new ForkPanes(dir, session, openAt)
    this.#notes = new NoteQueue(dir)
    const output = new ScriptOutput(dir, session, listeners, openAt)
    this.#live = new LiveScene(session, listeners, dir, output, (event, scene) => this.#emit(event, scene))
  }

  /** The address of the page on a port. */
  urlAt(port: number): string {
    return `http://127.0.0.1:${port}/${this.token}/`
  }

  start(port: number): void {
    this.#port = port
    this.#live.start()
    this.#heartbeat = setInterval(() => this.#send(() => ': still here\n\n'), HEARTBEAT_MS)
  }

  /** Sets the pages that a person may switch between, and which of them this is. */
  setPages(pages: readonly OtherPage[], position: number): void {
    this.#name = pages[position]?.name ?? this.#name
    this.#pages = pages
    this.#position = position
    this.#send(() => eventText({ type: 'projects' }))
  }

  stop(): void {
    clearInterval(this.#heartbeat)
    this.#live.stop()
    for (const response of this.#listeners) response.end()
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!admit(request, response, this.#port)) return
      // The path is neither decoded nor resolved: it is one of the few below, or unknown.
      const [path = '', query = ''] = (request.url ?? '').split('?', 2)
      const [, token = '', name, ...more] = path.split('/')
      if (!isSame(token, this.token) || name === undefined || more.length > 0)
        return refuse(response, 404, 'Not found.')
      const route = Object.hasOwn(this.#routes, `${request.method} ${name}`)
        ? this.#routes[`${request.method} ${name}`]
        : undefined
      if (!route) return refuse(response, 404, 'Not found.')
      const missing = NEEDS_NO_FOLDER.has(name) ? undefined : this.#live.missingFolder
      // A note or an undo would make a new folder of that name, and the missing one could not be put back.
      if (missing) return sendRefusal(response, missing)
      await route(request, response, new URLSearchParams(query))
    } catch (thrown) {
      answerFault(response, thrown)
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
    response.setHeader('X-Project', encodeURIComponent(this.#name))
    if (this.#isReadOnly) response.setHeader('X-Read-Only', 'true')
    if (at !== null) return sendScene(response, await this.#live.sceneAt(at))
    const found = await this.#live.scene()
    // An empty project is an answer, not a failure that a browser should report.
    if (!found) return sendJson(response, { empty: true })
    sendScene(response, found)
  }

  /** A small picture of the scene after a commit, for the strip: of a large drawing it is less work than the scene. */
  async #picture(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const theme = query.get('theme') ?? ''
    const look = Object.hasOwn(PICTURE_LOOKS, theme) ? PICTURE_LOOKS[theme] : undefined
    if (!look) throw new TypeError(`theme must be one of ${Object.keys(PICTURE_LOOKS).join(', ')}`)
    const args = { at: query.get('at') ?? '', ...PICTURE_SIZE, ...look, hairlines: true }
    const envelope = await this.#session.call('render', args, goneWith(response))
    // A commit that cannot be drawn is an answer, not a failure that a browser should report.
    if (!isAnswered(envelope)) return sendJson(response, { error: errorOf(envelope) })
    if (!envelope.picture) return sendJson(response, { error: NOTHING_DRAWN })
    send(response, 'image/png', envelope.picture)
  }

  /** The page with the embedded scene, as one file that needs no server. */
  async #file(response: ServerResponse): Promise<void> {
    const found = await this.#live.scene()
    if (!found || !('json' in found)) return sendRefusal(response, found ?? NOTHING_DRAWN)
    const name = encodeURIComponent(`${this.#name}.html`).replaceAll("'", '%27')
    response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${name}`)
    send(response, 'text/html; charset=utf-8', sceneFile(this.#name, found))
  }

  /** The scene with other values of its parameters, for a slider that is being dragged; of a large one what is different in it. */
  async #preview(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { parameters, known } = (await readJson(request)) as {
      readonly parameters?: unknown
      readonly known?: unknown
    }
    if (typeof parameters !== 'object' || parameters === null) throw new TypeError('parameters must be an object')
    if (this.#isReadOnly) return this.#refuseChange(response, 'preview')
    const values = parameters as { readonly [name: string]: unknown }
    const shown = typeof known === 'string' ? known : undefined
    const found = await this.#live.preview(values, shown, goneWith(response))
    if (!('patch' in found)) return sendScene(response, found)
    send(response, JSON_TYPE, this.#about(found, found.rows, found.patch))
  }

  /** The change of code for a change on the page. */
  async #propose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    sendJson(response, (await this.#proposal(await readJson(request))).proposal)
  }

  /** Makes a proposed change, if the proposal is still the same. */
  async #change(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isReadOnly) return this.#refuseChange(response, 'change')
    const body = await readJson(request)
    const { proposal, code } = await this.#proposal(body)
    const { after } = body as { readonly after?: unknown }
    if (proposal.type !== 'code' || proposal.after !== after) return sendJson(response, OUTDATED)
    sendJson(response, changeAnswer(await commitProposal(this.#session, code, proposal)))
  }

  async #proposal(body: object): Promise<{ proposal: Proposal; code: Code }> {
    const { parameter, value, index, entity, measures, point, from, to, dimension } = body as {
      readonly [name: string]: unknown
    }
    const code = new GoodCode(this.dir).read() ?? new Map()
    if (typeof entity === 'string' && dimension !== undefined) {
      const type = SHAPE_DIMENSIONS.find((it) => it === dimension)
      if (!type) throw new TypeError(`dimension must be one of ${SHAPE_DIMENSIONS.join(', ')}`)
      return { proposal: await proposeShapeDimension(this.#session, code, entity, type), code }
    }
    if (typeof entity === 'string' && typeof value === 'number') {
      const measure = typeof index === 'number' && Number.isInteger(index) ? index : 0
      return { proposal: await proposeDimensionValue(this.#session, code, { name: entity, measure, value }), code }
    }
    if (typeof entity === 'string' && Number.isInteger(point) && isPoint(from) && isPoint(to)) {
      const moved = { index: point as number, was: from, to }
      return { proposal: await proposePoints(this.#session, code, entity, [moved]), code }
    }
    if (isPoint(from) && isPoint(to)) return { proposal: await proposeDimension(this.#session, code, from, to), code }
    if (typeof parameter === 'string' && ['number', 'string', 'boolean'].includes(typeof value)) {
      return { proposal: proposeDefault(code, parameter, value as string), code }
    }
    const isMeasures =
      typeof measures === 'object' && measures !== null && Object.values(measures).every(Number.isFinite)
    if (typeof entity !== 'string' || !isMeasures) {
      throw new TypeError('a proposal names a parameter and its value, an entity and its measures, or points')
    }
    const wanted = measures as { readonly [property in Property]?: number }
    return { proposal: await proposeMeasures(this.#session, code, entity, wanted), code }
  }

  /** Restores all files to the state after an earlier commit. */
  async #restore(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { id } = (await readJson(request)) as { readonly id?: unknown }
    if (typeof id !== 'string') throw new TypeError('id must be the id of a commit')
    if (this.#isReadOnly) return this.#refuseChange(response, 'restore')
    const restored = await this.#folder.restore(id)
    sendJson(response, restored ?? pageAnswer(await this.#session.restore(id)))
  }

  /** The drawing of a fork, with what is different from the project's. */
  async #fork(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const found = await this.#forks.scene(query.get('name') ?? '')
    // Code that does not run yet is an answer, not a failure that a browser should report.
    if (!('json' in found)) return sendJson(response, { error: found })
    const about = JSON.stringify({ drawing: found.drawing })
    send(
      response,
      JSON_TYPE,
      Buffer.concat([Buffer.from(`${about.slice(0, -1)},"scene":`), found.json, Buffer.from('}')]),
    )
  }

  /** Merges a fork, or discards it. */
  async #chooseFork(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { name, choice } = (await readJson(request)) as { readonly name?: unknown; readonly choice?: unknown }
    if (typeof name !== 'string') throw new TypeError('name must be the name of a fork')
    if (choice !== 'keep' && choice !== 'discard') throw new TypeError('choice must be keep or discard')
    if (this.#isReadOnly) return this.#refuseChange(response, 'fork')
    sendJson(response, choice === 'keep' ? await this.#forks.keep(name) : await this.#forks.discard(name))
  }

  /** Restores the last working code. */
  async #restoreCode(response: ServerResponse): Promise<void> {
    if (this.#isReadOnly) return this.#refuseChange(response, 'restore-code')
    // To name the text that is replaced proves that it was seen: a file that changed since this server read it is else refused.
    const changed = this.#live.code.changedSince()
    const changes = changed.map(({ file, good, present }) =>
      present ? { type: 'edit', file, old_code: present, new_code: good } : { type: 'write', file, code: good },
    )
    if (changes.length === 0) {
      const error = 'This page has no copy of the working code. Use Undo to step back in the history.'
      return sendJson(response, { status: 'refused', answer: { success: false, error } })
    }
    const message = `Restored the last good code of ${changed.map(({ file }) => file).join(', ')}`
    sendJson(
      response,
      changeAnswer(await this.#session.call('apply', { changes, message }, undefined, undefined, { author: 'person' })),
    )
  }

  /** Saves or removes a named set of values. */
  async #putSet(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { name, values = null } = (await readJson(request)) as { readonly name?: unknown; readonly values?: unknown }
    if (this.#isReadOnly) return this.#refuseChange(response, 'sets')
    const set = checkSet(name, values)
    const envelope = await this.#session.putParameterSet(set, { author: 'person' })
    if (!isAnswered(envelope)) throw new TypeError(envelope.answer.errorInfo.message)
    sendJson(response, envelope.answer.data.sets)
  }

  /** The named sets of values; none where their file cannot be used. */
  async #sets(response: ServerResponse): Promise<void> {
    const envelope = await this.#session.parameterSets()
    sendJson(response, isAnswered(envelope) ? envelope.answer.data.sets : {})
  }

  /** Draws an example in an empty project. */
  async #example(response: ServerResponse): Promise<void> {
    if (this.#isReadOnly) return this.#refuseChange(response, 'example')
    if (new GoodCode(this.dir).read()?.has('main') !== false) {
      return sendJson(response, { status: 'refused', answer: { success: false, error: 'There is a drawing already.' } })
    }
    sendJson(
      response,
      pageAnswer(
        await this.#session.call('write', { file: 'main', code: EXAMPLE }, undefined, undefined, { author: 'person' }),
      ),
    )
  }

  #refuseChange(response: ServerResponse, name: string): void {
    refuse(response, 403, `${name} was not done: this view is read-only. Start it without --read-only.`)
  }

  #events(request: IncomingMessage, response: ServerResponse): void {
    if (this.#listeners.size >= MAX_LISTENERS) return refuse(response, 503, 'Too many pages are open.')
    request.socket.setTimeout(0)
    response.writeHead(200, { 'Content-Type': 'text/event-stream', Connection: 'keep-alive' })
    const { knownState } = this.#live
    // An open page that reconnects to a server of another version reloads by this tag.
    const page = `event: page\ndata: ${viewPage().tag}\n\n`
    response.write(`retry: 1000\n\n${page}${knownState ? eventText(knownState) : ''}`)
    this.#listeners.add(response)
    response.once('close', () => this.#listeners.delete(response))
    // A page that connects late may have missed an event.
    this.#live.look().catch(() => {})
  }

  /** The latest event about the scene, for a page without a connection for events. */
  async #state(response: ServerResponse): Promise<void> {
    if (!this.#live.knownState) await this.#live.look()
    sendJson(response, { page: viewPage().tag, event: this.#live.state })
  }

  async #export(response: ServerResponse, query: URLSearchParams): Promise<void> {
    const format = query.get('format') ?? ''
    if (!Object.hasOwn(MEDIA_TYPES, format)) {
      throw new TypeError(`format must be one of ${Object.keys(MEDIA_TYPES).join(', ')}`)
    }
    const result = shapedResult(await this.#session.exportWhole({ format }), (answered) => ({
      file: wholeFile(answered),
    }))
    if (result.status === 'refused') return sendRefusal(response, result.error)
    this.#sendFile(response, format, result.file)
  }

  /** Makes a file of the drawing as a person wants it, and shows what is in it. */
  async #previewExport(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request)
    // Code that fails is not on the page; what worked last is.
    await this.#live.scene()
    const code = (this.#live.failure && this.#live.code.last) ?? new GoodCode(this.dir).read()
    if (!code?.has('main')) return sendRefusal(response, NOTHING_DRAWN)
    const made = await this.#desk.preview(this.#session, code, body, goneWith(response))
    if (!('summary' in made)) return sendRefusal(response, made)
    const about = JSON.stringify(made.summary)
    send(
      response,
      JSON_TYPE,
      Buffer.concat([Buffer.from(`${about.slice(0, -1)},"scene":`), made.scene, Buffer.from('}')]),
    )
  }

  /** The file that a preview showed. */
  #exported(response: ServerResponse, query: URLSearchParams): void {
    const file = this.#desk.file(query.get('id') ?? '')
    if (!file) return refuse(response, 410, 'This file is no longer kept: make the preview again.')
    this.#sendFile(response, file.format, file.bytes)
  }

  #sendFile(response: ServerResponse, format: string, bytes: Buffer): void {
    const name = encodeURIComponent(`${basename(this.dir)}.${format}`).replaceAll("'", '%27')
    response.setHeader('Content-Disposition', `attachment; filename*=UTF-8''${name}`)
    send(response, MEDIA_TYPES[format] ?? 'application/octet-stream', bytes)
  }

  async #call(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJson(request)
    const { name, arguments: args = {} } = body as { readonly name?: unknown; readonly arguments?: unknown }
    if (typeof name !== 'string' || !PAGE_TOOLS.has(name)) throw new TypeError('the page may not call that tool')
    if (typeof args !== 'object' || args === null) throw new TypeError('arguments must be an object')
    if (this.#isReadOnly && !LOOKING_TOOLS.has(name)) return this.#refuseChange(response, name)
    if (name === 'undo' || name === 'redo') {
      const reversed = await this.#folder.reverse(name, (args as { readonly force?: unknown }).force === true)
      if (reversed) return sendJson(response, reversed)
    }
    const answer = await callForPage(this.#session, name, args, goneWith(response))
    sendJson(response, name === 'history' ? await this.#folder.withFiles(answer) : answer)
  }

  async #note(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#notes.add(checkedNote(await readJson(request)))
    sendJson(response, { sent: true })
  }

  #emit(event: LiveEvent, scene?: SceneBytes | SceneChange): void {
    const text = eventText(event)
    const whole = (scene && this.#sceneEvent(scene)) ?? text
    // A page that lags requests the latest scene, and does not receive those in between.
    this.#send((response) => (response.writableLength === 0 ? whole : text))
  }

  #send(textFor: (response: ServerResponse) => string): void {
    for (const response of this.#listeners) {
      if (response.writableLength > MAX_WAITING_BYTES) response.destroy()
      else response.write(textFor(response))
    }
  }

  /** The event that contains the scene, so that pages need not request it. */
  #sceneEvent(scene: SceneBytes | SceneChange): string | undefined {
    const [type, rows, patch] =
      'json' in scene ? (['scene', scene.json, {}] as const) : (['patch', scene.rows, scene.patch] as const)
    if (rows.length > MAX_WHOLE_BYTES) return undefined
    // Between the rows are line ends, which would end the event; within names and texts they are written as `\\n`.
    return `event: ${type}\ndata: ${this.#about(scene, rows, patch).replaceAll('\n', ' ')}\n\n`
  }

  /** A scene as JSON, or the rows of a patch, with what a page needs to know of it. */
  #about({ transactionId, version }: SceneBytes | SceneChange, rows: Buffer, more: object): string {
    const about = JSON.stringify({ transactionId, version, project: this.#name, readOnly: this.#isReadOnly, ...more })
    return `${about.slice(0, -1)},"scene":${rows.toString('utf8')}}`
  }
}

function isPoint(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}

/** The signal that cancels the work for a page that has disconnected. */
function goneWith(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  return gone.signal
}

/** Sends a scene. A commit that cannot be drawn at the moment is an answer, not a failure that a browser should report. */
function sendScene(response: ServerResponse, found: SceneBytes | ErrorInfo): void {
  if (!('json' in found)) return sendJson(response, { error: found })
  response.setHeader('X-Transaction', encodeURIComponent(found.transactionId))
  response.setHeader('X-Version', encodeURIComponent(found.version))
  send(response, JSON_TYPE, found.json)
}

/** The refusal of a change of code that was shown to a person before the code became another. */
const OUTDATED: PageAnswer = {
  status: 'refused',
  answer: { success: false, error: 'The code has changed since: look at it again.' },
}

/** The answer to a change of code. The text that is replaced is missing only where another process has changed it at the same moment. */
function changeAnswer(envelope: Envelope): PageAnswer {
  return !isAnswered(envelope) && errorOf(envelope).kind === 'no_match' ? OUTDATED : pageAnswer(envelope)
}

/** The size of a picture in the strip, for screens with twice as many pixels. */
const PICTURE_SIZE = { width: 104, height: 80 }

/** The grounds of the themes, as in the page's style sheet. */
const PICTURE_LOOKS: { readonly [theme: string]: object } = {
  light: { theme: 'light', background: '#ffffff' },
  dark: { theme: 'dark', background: '#1c1f24' },
  contrast: { theme: 'dark', background: '#000000' },
}

/** The requests that are answered while the folder of the project is missing. */
const NEEDS_NO_FOLDER: ReadonlySet<string> = new Set(['', 'scene', 'events', 'state', 'projects', 'exported'])

const NOTHING_DRAWN: ErrorInfo = { kind: 'not_ready', message: 'There is nothing to export yet.' }

function eventText(event: LiveEvent | { readonly type: 'projects' }): string {
  // JSON contains no raw line ends, so the event cannot end early.
  return `data: ${JSON.stringify(event)}\n\n`
}
