import { basename } from 'node:path'

import type { CallToolResult, Resource, Tool } from '@modelcontextprotocol/server'

import { sceneCallResult, type AnswerForm } from '../ts/call-results.js'
import { errorOf } from '../ts/results.js'
import type { Session, ViewQuestion } from '../ts/session.js'
import { isAnswered, refusal, type Failed } from '../ts/wire.js'
import { PAGE_TOOLS } from '../ts/view/calls.js'
import { checkedNote, NoteNotKept, NoteQueue, noteText } from '../ts/view/notes.js'
import { viewPage } from '../ts/view/page.js'
import { APPS_EXTENSION, PAGE_ANSWER, showsViews, withPageAnswer } from './page-answers.js'
import type { PictureFolder } from './pictures.js'
import { Server } from './protocol.js'

/** The address of the live view. */
const VIEW_URI = 'ui://scenewright/scene'

/** The media type of a view, by which hosts know one. */
const VIEW_TYPE = 'text/html;profile=mcp-app'

/** The tools whose result a host shows in the view. */
const SHOWN: ReadonlySet<string> = new Set(['render', 'check', 'edit'])

/** The characters of a part of the scene: a message must stay far below what clients take. */
const PART_LENGTH = 1_000_000

/** A project that the view shows. */
interface ShownProject {
  readonly session: Session
  readonly dir: string
}

/** How the tools of a server are offered that shows the view. */
export interface ViewSetup extends AnswerForm {
  readonly prefix?: string | undefined
  readonly readOnly?: boolean | undefined
  /** The folders of pictures, by the names of the projects. */
  readonly pictures?: ReadonlyMap<string, PictureFolder> | undefined
}

/** The tools of a server, and its resources if it has any, before the view is added. */
interface Extendable {
  readonly tools: readonly Tool[]
  readonly extensions?: { [id: string]: { [setting: string]: string[] } }
  knows(name: string): boolean
  call(name: string, args: unknown, ...context: never[]): Promise<CallToolResult>
  readonly resources?: {
    list(...context: never[]): Promise<Resource[]>
    read(uri: string, ...context: never[]): Promise<unknown>
  }
}

/** The tools including the live view: its own tools, links to it from the tools that it shows, and the person's notes. */
export function withView<Tools extends Extendable>(
  tools: Tools,
  projects: ReadonlyMap<string, ShownProject>,
  setup: ViewSetup,
): Tools {
  const { prefix = '' } = setup
  const view = new SceneView(projects, setup)
  const { resources } = tools
  const added: Partial<Extendable> = {
    tools: [
      ...tools.tools.map((tool) => (SHOWN.has(withoutPrefix(tool.name, prefix)) ? linked(tool) : tool)),
      ...view.tools,
    ],
    extensions: { ...tools.extensions, [APPS_EXTENSION]: { mimeTypes: [VIEW_TYPE] } },
    knows: (name) => view.knows(name) || tools.knows(name),
    call: async (name, args, ...context) => {
      if (view.knows(name)) return view.call(name, args)
      const result = await tools.call(name, args, ...context)
      // If the page itself made the call, its note would come back to its writer.
      const isOfPage = PAGE_TOOLS.has(withoutPrefix(name, prefix)) && context.some(isOfViewer)
      return isOfPage ? result : view.withNotes(result, args)
    },
    ...(resources && {
      resources: overridden(resources, {
        list: async (...context) => [viewResource(), ...(await resources.list(...context))],
        read: async (uri, ...context) => (uri === VIEW_URI ? viewContents() : resources.read(uri, ...context)),
      }),
    }),
  }
  return overridden<Extendable>(tools, added) as Tools
}

/** The line of the view in a list of resources. */
function viewResource(): Resource {
  return {
    uri: VIEW_URI,
    name: 'scene',
    title: 'Live view of the scene',
    description: 'The scene while it is made, for a host that shows MCP Apps.',
    mimeType: VIEW_TYPE,
  }
}

/** The page. It loads nothing, and asks for no permission. */
function viewContents(): { uri: string; mimeType: string; text: string; _meta: { [name: string]: unknown } }[] {
  return [
    { uri: VIEW_URI, mimeType: VIEW_TYPE, text: viewPage().html, _meta: { ui: { csp: {}, prefersBorder: true } } },
  ]
}

/** The tools for a client: one that shows no views gets neither links to the view nor the tools of its page. */
export function toolsFor(server: Server, tools: readonly Tool[]): Tool[] {
  if (showsViews(server)) return [...tools]
  const others = tools.filter(({ _meta }) => {
    const { visibility } = (_meta?.['ui'] ?? {}) as { readonly visibility?: readonly string[] }
    return visibility === undefined || visibility.includes('model')
  })
  return others.map(({ _meta, ...tool }) => {
    const { ui: _, 'ui/resourceUri': __, ...rest } = _meta ?? {}
    return Object.keys(rest).length > 0 ? { ...tool, _meta: rest } : tool
  })
}

/** True if a call came from a client that shows views, according to the server in the context of the call. */
function isOfViewer(context: unknown): boolean {
  const found = typeof context === 'object' && context !== null && 'server' in context ? context.server : context
  return found instanceof Server && showsViews(found)
}

function linked(tool: Tool): Tool {
  // Older hosts read the second.
  return { ...tool, _meta: { ...tool._meta, ui: { resourceUri: VIEW_URI }, 'ui/resourceUri': VIEW_URI } }
}

/** The tools of the view. */
class SceneView {
  readonly tools: readonly Tool[]
  readonly #projects: ReadonlyMap<string, ShownProject>
  readonly #prefix: string
  readonly #isReadOnly: boolean
  readonly #pictures: ReadonlyMap<string, PictureFolder>
  readonly #notes: ReadonlyMap<string, NoteQueue>

  constructor(
    projects: ReadonlyMap<string, ShownProject>,
    { prefix = '', readOnly = false, pictures = new Map() }: ViewSetup,
  ) {
    this.#projects = projects
    this.#isReadOnly = readOnly
    this.#prefix = prefix
    this.#pictures = pictures
    this.#notes = new Map([...projects].map(([name, { dir }]) => [name, new NoteQueue(dir)]))
    this.tools = this.#definitions()
  }

  knows(name: string): boolean {
    return this.tools.some((tool) => tool.name === name)
  }

  async call(name: string, args: unknown): Promise<CallToolResult> {
    const given = (typeof args === 'object' && args !== null ? args : {}) as Given
    const project = this.#projects.get(this.#nameOf(given))
    if (!project) {
      const known = [...this.#projects.keys()].join(', ')
      const words = `${name}: project must be the name of a project. Projects: ${known}.`
      return sceneCallResult(refusal('invalid_input', words))
    }
    switch (withoutPrefix(name, this.#prefix)) {
      case 'view':
        return this.#view(project, given)
      case 'view_scene':
        return scenePart(project, given, this.#isReadOnly)
      default:
        return this.#keep(name, given)
    }
  }

  /** Adds the notes that the person sent since the last answer. */
  withNotes(result: CallToolResult, args: unknown): CallToolResult {
    const given = (typeof args === 'object' && args !== null ? args : {}) as Given
    const notes = this.#notes.get(this.#nameOf(given))?.take() ?? []
    if (notes.length === 0) return result
    return { ...result, content: [...result.content, { type: 'text', text: noteText(notes) }] }
  }

  async #view({ session }: ShownProject, given: Given): Promise<CallToolResult> {
    const [summary, picture] = await Promise.all([session.summary(), session.call('render', {})])
    if (!isAnswered(summary)) return sceneCallResult(summary)
    const notes = this.#notes.get(this.#nameOf(given))?.take() ?? []
    const png = isAnswered(picture) ? picture.picture : undefined
    const drawn = isAnswered(picture) ? { picture: picture.answer.data } : {}
    const file = png && (await this.#pictures.get(this.#nameOf(given))?.keep('view', png))
    const result = sceneCallResult({ ...summary, ...(png && { picture: png }) }, { file, about: { data: drawn } })
    if (notes.length === 0) return result
    const [first, ...others] = result.content
    return { ...result, content: [...(first ? [first] : []), { type: 'text', text: noteText(notes) }, ...others] }
  }

  #keep(name: string, given: Given): CallToolResult {
    try {
      this.#notes.get(this.#nameOf(given))?.add(checkedNote(given))
      return pageResult('The note is kept for the next answer.', { success: true, data: { sent: true } })
    } catch (thrown) {
      if (thrown instanceof NoteNotKept) return refused(refusal('io', thrown.message))
      if (!(thrown instanceof TypeError)) throw thrown
      return refused(refusal('invalid_input', `${name}: ${thrown.message}.`))
    }
  }

  #nameOf({ project }: Given): string {
    return this.#projects.has('') ? '' : String(project ?? '')
  }

  #definitions(): Tool[] {
    const names = [...this.#projects.keys()]
    const isAlone = this.#projects.has('')
    const tool = (
      name: string,
      title: string,
      description: string,
      properties: Schemas,
      required: string[] = [],
    ): Tool => {
      const needed = isAlone ? required : ['project', ...required]
      return {
        name: this.#prefix + name,
        title,
        description,
        inputSchema: {
          type: 'object',
          properties: isAlone
            ? properties
            : { project: { type: 'string', enum: names, description: 'The project.' }, ...properties },
          ...(needed.length > 0 && { required: needed }),
          additionalProperties: false,
        },
        annotations: { readOnlyHint: true, openWorldHint: false },
      }
    }
    const ofPage = (it: Tool): Tool => ({ ...it, _meta: { ui: { visibility: ['app'] } } })
    return [
      linked(
        tool(
          'view',
          'Show the scene',
          'Shows the scene live to the person. Answers summary, picture, and what they selected and wrote.',
          {},
        ),
      ),
      ofPage(
        tool('view_scene', 'Scene for the live view', 'The scene in parts.', {
          at: { type: 'string' },
          known: { type: 'string' },
          part: { type: 'integer', minimum: 0 },
          parameters: { type: 'object' },
        }),
      ),
      ofPage(
        tool(
          'view_note',
          'Note from the live view',
          'Keeps a note of the person for the next answer.',
          {
            text: { type: 'string' },
            selected: { type: 'array', items: { type: 'string' } },
            transactionId: { type: 'string' },
          },
          ['text', 'selected'],
        ),
      ),
    ]
  }
}

interface Given {
  readonly [name: string]: unknown
}

type Schemas = { [name: string]: { [keyword: string]: string | number | { [keyword: string]: string } } }

/** A part of the scene, or the answer that the page shows it already. Only the page calls this, and reads `_meta`. */
async function scenePart(
  { session, dir }: ShownProject,
  { at, known, part = 0, parameters }: Given,
  isReadOnly: boolean,
): Promise<CallToolResult> {
  if (parameters !== undefined && (typeof parameters !== 'object' || parameters === null || isReadOnly)) {
    const problem = isReadOnly ? 'this server is read-only' : 'parameters must be an object'
    return refused(refusal('invalid_input', `view_scene: ${problem}.`))
  }
  if ((at !== undefined && typeof at !== 'string') || typeof part !== 'number' || !Number.isInteger(part) || part < 0) {
    return refused(refusal('invalid_input', 'view_scene: at must be a text, and part a whole number from 0.'))
  }
  const project = basename(dir)
  const readOnly = isReadOnly && { readOnly: true }
  const values = parameters as ViewQuestion['parameters']
  const question = { at, ...(typeof known === 'string' && { known }), ...(values && { parameters: values }) }
  const envelope = await session.view(question)
  if (!isAnswered(envelope)) {
    const { error } = envelope.answer
    const answer = { success: false, data: {}, error, errorInfo: errorOf(envelope) }
    return withPageAnswer(sceneCallResult(envelope), answer)
  }
  const { transactionId, version, same } = envelope.answer.data
  const { stale } = envelope.answer
  // A page that knows a scene asks only whether there is another one; it fetches the parts of a known commit by
  // `at`.
  if (same || (known !== undefined && at === undefined)) {
    const data = { transactionId, version, project, isSame: same === true, ...(stale && { stale }) }
    return pageResult(same ? 'The scene has not changed.' : 'The scene has changed.', { success: true, data })
  }
  const text = envelope.picture?.toString('utf8') ?? ''
  const parts = Math.max(1, Math.ceil(text.length / PART_LENGTH))
  const shown = text.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH)
  const data = { transactionId, version, project, ...readOnly, part, parts, text: shown }
  return pageResult(`Part ${part + 1} of ${parts} of the scene.`, { success: true, data })
}

/** A failure of a call of the page. */
function refused(envelope: Failed): CallToolResult {
  return withPageAnswer(sceneCallResult(envelope), envelope.answer)
}

/** An answer for the page, with a text for readers of the content. */
function pageResult(text: string, answer: object): CallToolResult {
  return { content: [{ type: 'text', text }], _meta: { [PAGE_ANSWER]: answer }, isError: false }
}

function withoutPrefix(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

/** An object with some members replaced. The others stay its own, private ones included. */
function overridden<Target extends object>(target: Target, members: Partial<Target>): Target {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name)
      // Bound to the target: private members are not found through a proxy.
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
