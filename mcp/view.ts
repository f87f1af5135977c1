import { basename } from 'node:path'

import type { CallToolResult, Resource, Tool } from '@modelcontextprotocol/server'

import { errorOf, imageOf } from '../ts/results.js'
import type { Session, ViewQuestion } from '../ts/session.js'
import { isAnswered, refusal, type Envelope } from '../ts/wire.js'
import { PAGE_TOOLS } from '../ts/view/calls.js'
import { checkedNote, NoteNotKept, NoteQueue, noteText, type Note } from '../ts/view/notes.js'
import { viewPage } from '../ts/view/page.js'
import { Server } from './protocol.js'

/** The address of the live view. */
export const VIEW_URI = 'ui://scenewright/scene'

/** The media type of a view, by which hosts know one. */
const VIEW_TYPE = 'text/html;profile=mcp-app'

/** The extension of the protocol that views are. */
const EXTENSION = 'io.modelcontextprotocol/ui'

/** The tools whose result a host shows in the view. */
const SHOWN: ReadonlySet<string> = new Set(['render', 'check', 'edit'])

/** The characters of a part of the scene: a message must stay far below what clients take. */
const PART_LENGTH = 1_000_000

/** A project that the view shows. */
export interface ShownProject {
  readonly session: Session
  readonly dir: string
}

/** What the view adds to: the tools of a server, and its resources where it has any. */
interface Extendable {
  readonly tools: readonly Tool[]
  knows(name: string): boolean
  call(name: string, args: unknown, ...context: never[]): Promise<CallToolResult>
  readonly resources?: {
    list(...context: never[]): Promise<Resource[]>
    read(uri: string, ...context: never[]): Promise<unknown>
  }
}

/** The tools with the live view: tools of its own, links to it from those that it shows, and notes of the person. */
export function withView<Tools extends Extendable>(
  tools: Tools,
  projects: ReadonlyMap<string, ShownProject>,
  { prefix = '', readOnly = false }: { readonly prefix?: string | undefined; readonly readOnly?: boolean | undefined },
): Tools {
  const view = new SceneView(projects, prefix, readOnly)
  const { resources } = tools
  const added: Partial<Extendable> = {
    tools: [
      ...tools.tools.map((tool) => (SHOWN.has(withoutPrefix(tool.name, prefix)) ? linked(tool) : tool)),
      ...view.tools,
    ],
    knows: (name) => view.knows(name) || tools.knows(name),
    call: async (name, args, ...context) => {
      if (view.knows(name)) return view.call(name, args)
      const result = await tools.call(name, args, ...context)
      // Where the page itself may have asked, a note would come back to its writer.
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
export function viewResource(): Resource {
  return {
    uri: VIEW_URI,
    name: 'scene',
    title: 'Live view of the scene',
    description: 'The scene while it is made, for a host that shows MCP Apps.',
    mimeType: VIEW_TYPE,
  }
}

/** The page. It needs nothing from anywhere, and asks for no permission. */
export function viewContents(): { uri: string; mimeType: string; text: string; _meta: { [name: string]: unknown } }[] {
  return [
    { uri: VIEW_URI, mimeType: VIEW_TYPE, text: viewPage().html, _meta: { ui: { csp: {}, prefersBorder: true } } },
  ]
}

/** The tools as a client is to see them: one that shows no views sees neither links to the view nor the tools of its page. */
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

function showsViews(server: Server): boolean {
  const capabilities = server.getClientCapabilities() as { readonly extensions?: object } | undefined
  return capabilities?.extensions !== undefined && Object.hasOwn(capabilities.extensions, EXTENSION)
}

/** Whether a call came from a client that shows views: its server stands in the context of the call, or is it. */
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
  readonly #notes: ReadonlyMap<string, NoteQueue>

  constructor(projects: ReadonlyMap<string, ShownProject>, prefix: string, isReadOnly: boolean) {
    this.#projects = projects
    this.#isReadOnly = isReadOnly
    this.#prefix = prefix
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
      return answered(refusal('invalid_input', `${name}: project must be the name of a project. Projects: ${known}.`))
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

  /** Hands over what the person sent since the last answer. */
  withNotes(result: CallToolResult, args: unknown): CallToolResult {
    const given = (typeof args === 'object' && args !== null ? args : {}) as Given
    const notes = this.#notes.get(this.#nameOf(given))?.take() ?? []
    if (notes.length === 0) return result
    const { content, structuredContent } = result
    return {
      ...result,
      content: [...content, { type: 'text', text: noteText(notes) }],
      // Some clients show a model nothing else.
      ...(structuredContent !== undefined && {
        structuredContent: { ...(structuredContent as object), notes: shownNotes(notes) },
      }),
    }
  }

  async #view({ session }: ShownProject, given: Given): Promise<CallToolResult> {
    const [summary, picture] = await Promise.all([session.summary(), session.call('render', {})])
    if (!isAnswered(summary)) return answered(summary)
    const notes = this.#notes.get(this.#nameOf(given))?.take() ?? []
    const answer = { ...summary.answer, data: { ...summary.answer.data, notes: shownNotes(notes) } }
    const image =
      isAnswered(picture) && picture.picture ? [{ type: 'image' as const, ...imageOf(picture.picture) }] : []
    const words = notes.length > 0 ? [{ type: 'text' as const, text: noteText(notes) }] : []
    return {
      content: [{ type: 'text', text: JSON.stringify(answer) }, ...words, ...image],
      structuredContent: { ...answer },
      isError: false,
    }
  }

  #keep(name: string, given: Given): CallToolResult {
    try {
      this.#notes.get(this.#nameOf(given))?.add(checkedNote(given))
      return textResult({ success: true, data: { sent: true } })
    } catch (thrown) {
      if (thrown instanceof NoteNotKept) return answered(refusal('io', thrown.message))
      if (!(thrown instanceof TypeError)) throw thrown
      return answered(refusal('invalid_input', `${name}: ${thrown.message}.`))
    }
  }

  #nameOf({ project }: Given): string {
    return this.#projects.has('') ? '' : String(project ?? '')
  }

  #definitions(): Tool[] {
    const names = [...this.#projects.keys()]
    const isAlone = this.#projects.has('')
    const tool = (name: string, description: string, properties: Schemas, required: string[] = []): Tool => {
      const needed = isAlone ? required : ['project', ...required]
      return {
        name: this.#prefix + name,
        description,
        inputSchema: {
          type: 'object',
          properties: isAlone
            ? properties
            : { project: { type: 'string', enum: names, description: 'The project.' }, ...properties },
          ...(needed.length > 0 && { required: needed }),
          additionalProperties: false,
        },
        outputSchema: {
          type: 'object',
          properties: { success: { type: 'boolean' } },
          required: ['success'],
        },
        annotations: { readOnlyHint: true, openWorldHint: false },
      }
    }
    const ofPage = (it: Tool): Tool => ({ ...it, _meta: { ui: { visibility: ['app'] } } })
    return [
      linked({
        ...tool(
          'view',
          'Shows the scene live to the person. Answers summary, picture, and what they selected and wrote.',
          {},
        ),
        title: 'Show the scene',
      }),
      ofPage(
        tool('view_scene', 'The scene in parts.', {
          at: { type: 'string' },
          known: { type: 'string' },
          part: { type: 'integer', minimum: 0 },
          parameters: { type: 'object' },
        }),
      ),
      ofPage(
        tool(
          'view_note',
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

/** A part of the scene, or that it is the one that is shown already. */
async function scenePart(
  { session, dir }: ShownProject,
  { at, known, part = 0, parameters }: Given,
  isReadOnly: boolean,
): Promise<CallToolResult> {
  if (parameters !== undefined && (typeof parameters !== 'object' || parameters === null || isReadOnly)) {
    const problem = isReadOnly ? 'this server is read-only' : 'parameters must be an object'
    return answered(refusal('invalid_input', `view_scene: ${problem}.`))
  }
  if ((at !== undefined && typeof at !== 'string') || typeof part !== 'number' || !Number.isInteger(part) || part < 0) {
    return answered(refusal('invalid_input', 'view_scene: at must be a text, and part a whole number from 0.'))
  }
  const project = basename(dir)
  const readOnly = isReadOnly && { readOnly: true }
  const values = parameters as ViewQuestion['parameters']
  const question = { at, ...(typeof known === 'string' && { known }), ...(values && { parameters: values }) }
  const envelope = await session.view(question)
  if (!isAnswered(envelope))
    return textResult({ success: false, data: {}, error: envelope.answer.error, errorInfo: errorOf(envelope) }, true)
  const { transactionId, version, same } = envelope.answer.data
  const { stale } = envelope.answer
  if (same || (known !== undefined && at === undefined)) {
    const data = { transactionId, version, project, isSame: same === true, ...(stale && { stale }) }
    return textResult({ success: true, data })
  }
  const text = envelope.picture?.toString('utf8') ?? ''
  const parts = Math.max(1, Math.ceil(text.length / PART_LENGTH))
  const shown = text.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH)
  return textResult({ success: true, data: { transactionId, version, project, ...readOnly, part, parts, text: shown } })
}

function shownNotes(notes: readonly Note[]): object[] {
  return notes.map(({ text, selected, transactionId }) => ({ text, selected, transactionId }))
}

function answered({ answer }: Envelope): CallToolResult {
  return textResult(answer, !answer.success)
}

function textResult(answer: object, isError = false): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer }, isError }
}

function withoutPrefix(name: string, prefix: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}

/** An object with some members replaced. The others stay its own, private ones included. */
function overridden<Target extends object>(target: Target, members: Partial<Target>): Target {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
