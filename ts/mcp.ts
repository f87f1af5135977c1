import type * as api from '../index.js'
import type { Embedded } from '../mcp/embed.js'
import { isObject, misuse, nameOfType, readOptions, reading, requireFunction, formatValue } from './check.js'
import { ScenewrightError } from './errors.js'
import { readBinaries } from './native.js'
import { Project } from './project.js'
import type { Opened, Served } from './served.js'
import { requirePrefix, toolDefinitions, toolTable } from './tools.js'
import { Workspace } from './workspace.js'

/** Names of projects stand in addresses of resources. */
export const PROJECT_NAME = /^[A-Za-z0-9_-]{1,64}$/

const MAX_PROJECTS = 100

/** An MCP server over an open project or workspace. Its members are documented in `types/mcp.d.ts`. */
export function createMcpServer(opened: api.McpServed, options?: api.McpServerOptions): api.EmbeddedMcpServer {
  const all = isList(opened) ? opened.map(servedBy) : [servedBy(opened)]
  const profiles = all.map((one) => ('workspace' in one ? 'files' : 'scene'))
  if (isList(opened) && (all.length !== 2 || profiles[0] === profiles[1])) {
    throw misuse('createMcpServer: several are one workspace, and one project or an object of projects by their names.')
  }
  const given = checkedOptions(options, profiles)
  const isStructured = given.structuredContent === true
  const tables = profiles.map((profile) => toolTable(profile, isStructured, given.binaries))
  const served = all.map((one, index) => ({ ...one, table: tables[index] ?? '' }))
  return new EmbeddedServer(served, given)
}

/** Narrows to a list, which `Array.isArray` does not do for one that is read-only. */
function isList(opened: unknown): opened is readonly unknown[] {
  return Array.isArray(opened)
}

class EmbeddedServer implements api.EmbeddedMcpServer {
  readonly #served: readonly Served[]
  readonly #options: api.McpServerOptions
  #embedded: Promise<Embedded> | undefined
  #isClosed = false

  constructor(served: readonly Served[], options: api.McpServerOptions) {
    this.#served = served
    this.#options = options
  }

  async connect(transport: api.McpTransport): Promise<void> {
    if (!isObject(transport) || typeof (transport as Partial<api.McpTransport>).start !== 'function') {
      throw misuse(`EmbeddedMcpServer.connect: the transport must be one of the MCP SDK, got ${nameOfType(transport)}.`)
    }
    return (await this.#open()).connect(transport)
  }

  async fetch(request: Request, options?: { readonly client?: string | undefined }): Promise<Response> {
    const { client } = readOptions('EmbeddedMcpServer.fetch', "{ client: 'name' }", options, ['client'])
    if (client !== undefined && typeof client !== 'string') {
      throw misuse(`EmbeddedMcpServer.fetch: client must be a text, got ${nameOfType(client)}.`)
    }
    return (await this.#open()).fetch(request, client)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await (await this.#embedded)?.close()
  }

  /** The protocol is loaded when it is first needed. */
  #open(): Promise<Embedded> {
    if (this.#isClosed) throw new ScenewrightError('closed', 'The MCP server is closed. Create another one.')
    this.#embedded ??= import('../mcp/embed.js').then(({ embed }) => embed(this.#served, this.#options))
    return this.#embedded
  }
}

function servedBy(opened: unknown): Opened {
  if (opened instanceof Project) return { projects: new Map([['', opened.door]]) }
  if (opened instanceof Workspace) return { workspace: opened }
  const expected = 'a Project, a Workspace, or an object of Projects by their names'
  if (!isObject(opened)) throw misuse(`createMcpServer: expected ${expected}, got ${nameOfType(opened)}.`)
  const entries = reading('createMcpServer: the projects', () => Object.entries(opened))
  if (entries.length === 0 || entries.length > MAX_PROJECTS) {
    throw misuse(`createMcpServer: expected 1 to ${MAX_PROJECTS} projects, got ${entries.length}.`)
  }
  const projects = entries.map(([name, project]: [string, unknown]) => {
    if (!(project instanceof Project)) {
      throw misuse(`createMcpServer: expected ${expected}; ${formatValue(name)} is ${nameOfType(project)}.`)
    }
    if (!PROJECT_NAME.test(name)) {
      throw misuse(
        `createMcpServer: the name of a project has 1 to 64 letters, digits, _ and -, got ${formatValue(name)}.`,
      )
    }
    return [name, project.door] as const
  })
  return { projects: new Map(projects) }
}

const OPTIONS = [
  'prefix',
  'readOnly',
  'structuredContent',
  'tools',
  'extraTools',
  'name',
  'instructions',
  'onCall',
  'binaries',
] as const satisfies readonly (keyof api.McpServerOptions)[]

function checkedOptions(
  options: api.McpServerOptions | undefined,
  profiles: readonly ('files' | 'scene')[],
): api.McpServerOptions {
  const who = 'createMcpServer'
  const given: Partial<api.McpServerOptions> = readOptions(who, '{ readOnly: true }', options, OPTIONS)
  const { prefix = '', readOnly, tools, structuredContent, extraTools, name, instructions, onCall } = given
  const wrong = (problem: string): never => {
    throw misuse(`${who}: ${problem}.`)
  }
  requirePrefix(who, prefix)
  const binaries = readBinaries(who, given.binaries)
  if (onCall !== undefined) requireFunction(who, 'onCall', onCall)
  for (const [option, text] of Object.entries({ name, instructions })) {
    if (text !== undefined && (typeof text !== 'string' || text === '')) {
      wrong(`${option} must be a text, got ${text === '' ? "''" : nameOfType(text)}`)
    }
  }
  if (readOnly !== undefined && typeof readOnly !== 'boolean') {
    wrong(`readOnly must be true or false, got ${formatValue(readOnly)}`)
  }
  if (structuredContent !== undefined && typeof structuredContent !== 'boolean') {
    wrong(`structuredContent must be true or false, got ${formatValue(structuredContent)}`)
  }
  const known: readonly string[] = profiles.flatMap((profile) =>
    toolDefinitions(profile, { ...(binaries && { binaries }) }).map((tool) => tool.name),
  )
  const extra = extraTools === undefined ? [] : checkedExtraTools(extraTools, new Set(known.map((own) => prefix + own)))
  const rest = { prefix, readOnly, structuredContent, extraTools: extra, name, instructions, onCall, binaries }
  if (tools === undefined) return rest
  if (!Array.isArray(tools)) return wrong(`tools must be an array of names, got ${nameOfType(tools)}`)
  const chosen = reading('createMcpServer: tools', () => [...tools] as unknown[])
  // Not in the table: it is there for hosts alone that show pages.
  const offered = profiles.includes('scene') ? [...known, 'view'] : known
  const names = chosen.map((tool) =>
    typeof tool === 'string' && offered.includes(tool)
      ? tool
      : wrong(`there is no tool ${formatValue(tool)}. Tools: ${offered.join(', ')}`),
  )
  return { ...rest, tools: names as api.McpToolName[] }
}

const TOOL_NAME = /^[A-Za-z0-9_.-]{1,64}$/

/** The tools of a host, each read once. */
function checkedExtraTools(given: unknown, taken: Set<string>): api.McpExtraTool[] {
  const who = 'createMcpServer: extraTools'
  if (!Array.isArray(given)) throw misuse(`${who} must be an array of tools, got ${nameOfType(given)}.`)
  return reading(who, () => [...given] as unknown[]).map((entry, index) => {
    const which = `${who}[${index}]`
    if (!isObject(entry)) throw misuse(`${which} must be a tool, got ${nameOfType(entry)}.`)
    const tool = reading(which, () => ({ ...entry })) as Partial<api.McpExtraTool>
    if (typeof tool.name !== 'string' || !TOOL_NAME.test(tool.name)) {
      throw misuse(`${which}: name must be 1 to 64 letters, digits, _, . and -, got ${formatValue(tool.name)}.`)
    }
    if (taken.has(tool.name))
      throw misuse(`${which}: there is another tool ${formatValue(tool.name)}. Give it another name.`)
    taken.add(tool.name)
    if (typeof tool.description !== 'string') {
      throw misuse(`${which}: description must be a text for the model, got ${nameOfType(tool.description)}.`)
    }
    if (!isObject(tool.inputSchema)) {
      throw misuse(`${which}: inputSchema must be a JSON schema, got ${nameOfType(tool.inputSchema)}.`)
    }
    requireFunction(which, 'call', tool.call)
    return tool as api.McpExtraTool
  })
}
