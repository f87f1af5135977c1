import type * as api from '../index.js'
import type { Embedded } from '../mcp/embed.js'
import { isObject, misuse, nameOfType, readOptions, reading, shown } from './check.js'
import { ScenewrightError } from './errors.js'
import { Project } from './project.js'
import type { Opened, Served } from './served.js'
import { toolDefinitions, toolTable } from './tools.js'
import { Workspace } from './workspace.js'

const PREFIX = /^[A-Za-z0-9_.-]{0,40}$/

/** Names of projects stand in addresses of resources. */
export const PROJECT_NAME = /^[A-Za-z0-9_-]{1,64}$/

const MAX_PROJECTS = 100

/** An MCP server over an open project or workspace. Its members are documented in `types/mcp.d.ts`. */
export function createMcpServer(
  opened: api.Project | api.Workspace | { readonly [name: string]: api.Project },
  options?: api.McpServerOptions,
): api.EmbeddedMcpServer {
  const served = servedBy(opened)
  const profile = 'workspace' in served ? 'files' : 'scene'
  const given = checkedOptions(options, profile)
  return new EmbeddedServer({ ...served, table: toolTable(profile, given.structuredContent === true) }, given)
}

class EmbeddedServer implements api.EmbeddedMcpServer {
  readonly #served: Served
  readonly #options: api.McpServerOptions
  #embedded: Promise<Embedded> | undefined
  #isClosed = false

  constructor(served: Served, options: api.McpServerOptions) {
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
    if (this.#isClosed) throw new ScenewrightError('closed', 'The MCP server is closed. Make another one to go on.')
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
      throw misuse(`createMcpServer: expected ${expected}; ${shown(name)} is ${nameOfType(project)}.`)
    }
    if (!PROJECT_NAME.test(name)) {
      throw misuse(`createMcpServer: the name of a project has 1 to 64 letters, digits, _ and -, got ${shown(name)}.`)
    }
    return [name, project.door] as const
  })
  return { projects: new Map(projects) }
}

function checkedOptions(options: api.McpServerOptions | undefined, profile: 'files' | 'scene'): api.McpServerOptions {
  const given: Partial<api.McpServerOptions> = readOptions('createMcpServer', '{ readOnly: true }', options)
  const { prefix, readOnly, tools, structuredContent, ...others } = given
  const wrong = (problem: string): never => {
    throw misuse(`createMcpServer: ${problem}.`)
  }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    wrong(`there is no option ${shown(unknown)}. Options: prefix, readOnly, structuredContent, tools`)
  if (prefix !== undefined && (typeof prefix !== 'string' || !PREFIX.test(prefix))) {
    wrong(`prefix must be at most 40 letters, digits, _, . and -, got ${shown(prefix)}`)
  }
  if (readOnly !== undefined && typeof readOnly !== 'boolean') {
    wrong(`readOnly must be true or false, got ${shown(readOnly)}`)
  }
  if (structuredContent !== undefined && typeof structuredContent !== 'boolean') {
    wrong(`structuredContent must be true or false, got ${shown(structuredContent)}`)
  }
  if (tools === undefined) return { prefix, readOnly, structuredContent }
  if (!Array.isArray(tools)) return wrong(`tools must be an array of names, got ${nameOfType(tools)}`)
  const known: readonly string[] = toolDefinitions(profile).map(({ name }) => name)
  const chosen = reading('createMcpServer: tools', () => [...tools] as unknown[])
  const names = chosen.map((name) =>
    typeof name === 'string' && known.includes(name)
      ? name
      : wrong(`there is no tool ${shown(name)}. Tools: ${known.join(', ')}`),
  )
  return { prefix, readOnly, structuredContent, tools: names }
}
