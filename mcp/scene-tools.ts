import type { CallToolResult, Server, Tool } from '@modelcontextprotocol/server'

import { sceneCallResult, type AnswerForm } from '../ts/call-results.js'
import { isObject } from '../ts/check.js'
import type { SceneDoor } from '../ts/project.js'
import { sceneInstructions } from '../ts/profiles.js'
import { quote } from '../ts/text.js'
import { PICTURE_TOOLS, toolTable } from '../ts/tools.js'
import { PAGE_TOOLS } from '../ts/view/calls.js'
import { isAnswered, refusal, type Envelope } from '../ts/wire.js'
import { showsViews, withPageAnswer } from './page-answers.js'
import { PictureFolder } from './pictures.js'
import { scenePrompts, type PromptMaterial } from './prompts.js'
import { baseOf } from './addresses.js'
import { SceneResources } from './scene-resources.js'
import { exportResult } from './export-links.js'
import { drawingSkill, skillContents, SKILLS_EXTENSION, skillResource, type Skill } from './skills.js'
import { withView } from './view.js'
import type { CallContext, Given, PromptRow, ResourceSource, SourceContext, Toolbox } from './toolbox.js'

/** The settings of a server's tools. */
export interface Offer {
  /** The prefix of the name of each tool and prompt. */
  readonly prefix?: string | undefined
  readonly readOnly?: boolean | undefined
  /** The tools that are offered, by their own names. */
  readonly tools?: readonly string[] | undefined
  /** The table of the tools as JSON, if a host's program has loaded the native half. */
  readonly table?: string | undefined
  /** Output schemas in the list, and `structuredContent` in answers. Default: neither. */
  readonly structured?: boolean | undefined
}

/** The argument by which a call names its project, if there are several. */
const PROJECT = 'project'

/** The picture beside the words of a prompt. */
const PICTURE = { width: 1_000, height: 700 }

/** The protocol's limit for the number of completions. */
export const MAX_COMPLETIONS = 100

/** The scene tools over one project, whose name is empty, or over several by their names. */
export function sceneTools(
  projects: ReadonlyMap<string, SceneDoor>,
  offer: Offer,
  close: () => Promise<void>,
): Toolbox {
  const toolbox = new SceneToolbox(projects, offer, close)
  const isViewed = offer.tools === undefined || offer.tools.includes('view')
  return isViewed ? withView(toolbox, projects, { ...offer, pictures: picturesOf(projects) }) : toolbox
}

class SceneToolbox implements Toolbox {
  readonly profile = 'scene'
  readonly instructions: string
  readonly tools: readonly Tool[]
  readonly extensions?: { [id: string]: { [setting: string]: string[] } }
  readonly skills?: readonly Skill[]
  readonly prompts: readonly PromptRow[]
  readonly resources: ResourceSource
  readonly close: () => Promise<void>
  readonly #projects: ReadonlyMap<string, SceneDoor>
  readonly #sources: ReadonlyMap<string, SceneResources>
  /** Our name of each tool, by its name for clients. */
  readonly #offered: ReadonlyMap<string, string>
  /** The tools that are not offered because they change something. */
  readonly #changing: ReadonlySet<string>
  /** The tools that change nothing of a scene. */
  readonly #questions: ReadonlySet<string>
  /** The changes of each client that are not over. */
  readonly #underWay = new WeakMap<Server, Set<Promise<unknown>>>()
  readonly #pictures: ReadonlyMap<string, PictureFolder>
  readonly #prefix: string
  readonly #readOnly: boolean
  readonly #form: AnswerForm

  constructor(projects: ReadonlyMap<string, SceneDoor>, offer: Offer, close: () => Promise<void>) {
    const { prefix = '', readOnly = false, tools: chosen, structured = false } = offer
    const { table = toolTable('scene', structured) } = offer
    this.#projects = projects
    this.#prefix = prefix
    this.#readOnly = readOnly
    this.#form = { structured }
    this.close = close
    const all: Tool[] = JSON.parse(table)
    const isChosen = ({ name }: Tool): boolean => chosen === undefined || chosen.includes(name)
    this.#questions = new Set(all.filter(canRead).map(({ name }) => name))
    const allowed = all.filter(isChosen).filter((tool) => !readOnly || canRead(tool))
    this.tools = allowed.map((tool) => this.#listedTool(tool))
    this.#offered = new Map(allowed.map(({ name }) => [prefix + name, name]))
    // Known but refused, so that the agent reads why; a tool of an unknown name is an error of the protocol
    // instead.
    const left = all.filter((tool) => isChosen(tool) && !allowed.includes(tool))
    this.#changing = new Set(left.map(({ name }) => prefix + name))
    const folders = [...projects].map(([name, { dir }]) => [name, dir] as const)
    this.instructions = sceneInstructions({ folders, readOnly, prefix })
    this.#pictures = picturesOf(projects)
    this.#sources = new Map(
      [...projects].map(([name, door]) => [name, new SceneResources(door, name, this.#pictures.get(name))]),
    )
    // The skill uses our names of the tools, and draws.
    const skill = prefix === '' && !readOnly && chosen === undefined ? drawingSkill() : undefined
    if (skill) {
      this.extensions = { [SKILLS_EXTENSION]: {} }
      this.skills = [skill]
    }
    this.resources = withSkills(joined([...this.#sources.values()]), this.skills)
    this.prompts = scenePrompts(this.#material(), readOnly).map((row) => this.#prompt(row))
  }

  knows(name: string): boolean {
    return this.#offered.has(name) || this.#changing.has(name)
  }

  async call(name: string, args: unknown, context: CallContext): Promise<CallToolResult> {
    const tool = this.#offered.get(name)
    if (tool === undefined) {
      const words = `${quote(name)} was not done: this server is read-only. Ask whoever runs it to start it without --read-only.`
      return sceneCallResult(refusal('not_permitted', words))
    }
    const { project, rest } = this.#projectOf(args)
    const door = project === undefined ? undefined : this.#projects.get(project)
    if (project === undefined || !door) {
      const known = [...this.#projects.keys()].join(', ')
      const given = isObject(args) && PROJECT in args ? `, got ${quote(String(args[PROJECT]))}` : ''
      const words = `${quote(name)}: ${PROJECT} must be the name of a project${given}. Projects: ${known}.`
      return sceneCallResult(refusal('invalid_input', words))
    }
    const forPage = PAGE_TOOLS.has(tool) && showsViews(context.server)
    if (tool === 'export') {
      const form = { isReadOnly: this.#readOnly, forPage, ...this.#form }
      return this.#inOrder(tool, context, () => exportResult(door, project, rest, form, context))
    }
    const asked = (): Promise<Envelope> => door.session.call(tool, rest, context.signal, context.report)
    const envelope = await this.#inOrder(tool, context, asked)
    const file = envelope.picture && (await this.#pictures.get(project)?.keep(tool, envelope.picture))
    const structured = this.#form.structured && !PICTURE_TOOLS.has(tool)
    const result = sceneCallResult(envelope, { structured, file })
    return forPage ? withPageAnswer(result, envelope.answer) : result
  }

  /**
   * A question of a client comes after the changes that it has asked for before: a model that edits and looks in one turn means the
   * drawing after the edit. Other clients' resources are not waited for.
   */
  async #inOrder<Answer>(tool: string, { server, signal }: CallContext, ask: () => Promise<Answer>): Promise<Answer> {
    const own = this.#underWay.get(server) ?? new Set<Promise<unknown>>()
    this.#underWay.set(server, own)
    if (this.#questions.has(tool)) {
      if (own.size > 0) await unlessAborted(Promise.allSettled([...own]), signal)
      return ask()
    }
    const change = ask()
    own.add(change)
    return change.finally(() => own.delete(change))
  }

  async complete(subject: string, value: string, given: Given, { signal }: SourceContext): Promise<readonly string[]> {
    if (subject === PROJECT) return [...this.#projects.keys()].filter((name) => name.startsWith(value))
    const source = this.#sources.get(this.#isAlone ? '' : (given[PROJECT] ?? ''))
    if (!source) return []
    return matching(await namesOf(source, subject, signal), value)
  }

  fault(kind: 'closed' | 'internal', message: string): CallToolResult {
    return sceneCallResult(refusal(kind, message))
  }

  /** True if calls do not name their project, because there is only one. */
  get #isAlone(): boolean {
    return this.#projects.has('')
  }

  /** The project of a call, and the arguments for its tool. */
  #projectOf(args: unknown): { readonly project: string | undefined; readonly rest: unknown } {
    if (this.#isAlone) return { project: '', rest: args }
    if (!isObject(args)) return { project: undefined, rest: args }
    const { [PROJECT]: project, ...rest } = args as { [name: string]: unknown }
    return { project: typeof project === 'string' ? project : undefined, rest }
  }

  /** A tool as clients see it. */
  #listedTool(tool: Tool): Tool {
    const { properties = {}, required = [] } = tool.inputSchema
    const argument = { type: 'string', enum: [...this.#projects.keys()], description: 'The project.' }
    const readable = this.#readOnly && tool.name === 'export' ? withoutPath(tool) : tool
    const shown = { ...readable, name: this.#prefix + tool.name }
    if (this.#isAlone) return shown
    const inputSchema = {
      ...readable.inputSchema,
      properties: { [PROJECT]: argument, ...(readable.inputSchema.properties ?? properties) },
      required: [PROJECT, ...required],
    }
    return { ...shown, inputSchema }
  }

  #prompt(row: PromptRow): PromptRow {
    const project = { name: PROJECT, description: 'The project.', required: true }
    return {
      ...row,
      name: this.#prefix + row.name,
      arguments: this.#isAlone ? row.arguments : [project, ...row.arguments],
      write: async (given, context) => {
        const messages = await row.write(given, context)
        if (this.#isAlone) return messages
        const text = `Work in the project ${quote(given[PROJECT] ?? '')}.`
        return [{ role: 'user', content: { type: 'text', text } }, ...messages]
      },
    }
  }

  #material(): PromptMaterial {
    const doorOf = (given: Given): SceneDoor | undefined =>
      this.#projects.get(this.#isAlone ? '' : (given[PROJECT] ?? ''))
    return {
      tool: (name) => this.#prefix + name,
      async picture(given, { signal }) {
        const answered = await doorOf(given)?.session.call('render', PICTURE, signal)
        if (!answered || !isAnswered(answered) || !answered.picture) return []
        const data = answered.picture.toString('base64')
        return [{ role: 'user', content: { type: 'image', data, mimeType: 'image/png' } }]
      },
      async file(file, given, { signal }) {
        const answered = await doorOf(given)?.session.call('read', { file, numbered: true }, signal)
        if (!answered) return []
        const text = isAnswered(answered) ? answered.text : answered.answer.error
        return [{ role: 'user', content: { type: 'text', text: `${quote(file)}:\n\n${text}` } }]
      },
    }
  }
}

/** Waits for work that cannot fail, or until the call is cancelled. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  let stop = (): void => {}
  const aborted = new Promise<void>((resolve) => (stop = resolve))
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([work, aborted])
  // The signal may live longer than the wait, and would keep its listener.
  signal.removeEventListener('abort', stop)
}

/** The folders of pictures of projects, by the projects' names. */
function picturesOf(projects: ReadonlyMap<string, { readonly dir: string }>): Map<string, PictureFolder> {
  return new Map([...projects].map(([name, { dir }]) => [name, new PictureFolder(dir, baseOf(name))]))
}

/** True for a tool that a read-only server offers. It returns exports in the answer. */
function canRead({ name, annotations }: Tool): boolean {
  return annotations?.readOnlyHint === true || name === 'export'
}

/** The tool `export` of a read-only server. */
function withoutPath(tool: Tool): Tool {
  const { path: _, ...properties } = tool.inputSchema.properties ?? {}
  return {
    ...tool,
    description: 'Exports the committed scene into the answer, or as a link to a resource when it is large.',
    inputSchema: { ...tool.inputSchema, properties },
    annotations: { readOnlyHint: true, openWorldHint: false },
  }
}

async function namesOf({ names }: SceneResources, subject: string, signal: AbortSignal): Promise<readonly string[]> {
  switch (subject) {
    case 'file':
      return names.files(signal)
    case 'entity':
      return names.entities(signal)
    case 'layer':
      return names.layers(signal)
    case 'commit':
      return names.commits(signal)
    case 'format':
      return ['svg', 'png', 'json', 'dxf', 'pdf']
    case 'units':
      return ['mm', 'cm', 'm', 'in', 'ft', 'px']
    default:
      return []
  }
}

/** The names that begin with a value, ignoring case, followed by those that contain it. */
export function matching(names: readonly string[], value: string): string[] {
  const wanted = value.toLowerCase()
  const starting = names.filter((name) => name.toLowerCase().startsWith(wanted))
  const containing = names.filter((name) => !starting.includes(name) && name.toLowerCase().includes(wanted))
  // One more than the protocol sends, by which the caller knows that there are more.
  return [...starting, ...containing].slice(0, MAX_COMPLETIONS + 1)
}

/** The resources including those of skills, which clients without support for skills see as ordinary ones. */
function withSkills(source: ResourceSource, skills: readonly Skill[] = []): ResourceSource {
  return {
    ...source,
    list: async (context) => [...(await source.list(context)), ...skills.map(skillResource)],
    read: async (uri, context) => {
      const skill = skills.find((it) => it.uri === uri)
      return skill ? skillContents(skill) : source.read(uri, context)
    },
  }
}

/** The resources of several projects as one source. */
function joined(sources: readonly SceneResources[]): ResourceSource {
  return {
    templates: sources.flatMap((source) => source.templates),
    list: async (context) => (await Promise.all(sources.map((source) => source.list(context)))).flat(),
    read: async (uri, context) => sources.find((source) => source.owns(uri))?.read(uri, context),
    follow: async (uris) => {
      const followed = sources.filter((source) => uris.some((uri) => source.owns(uri)))
      await Promise.all(followed.map((source) => source.follow()))
    },
    watch(listener) {
      const stops = sources.map((source) => source.watch(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
