import { isUtf8 } from 'node:buffer'
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server'

import { toolEnvelope } from '../ts/files.js'
import { fileText } from '../ts/profiles.js'
import type { Workspace } from '../ts/workspace.js'
import type { PromptMaterial } from './prompts.js'
import { unreadable } from './refusals.js'
import type { WorkspaceSource } from './roots.js'
import { matching } from './scene-tools.js'
import type { Given, ResourceChange, ResourceSource, SourceContext } from './toolbox.js'

/** The number of recently used files in the list of resources. */
const LISTED_FILES = 50

/** The media types of files by extension; other files get one by whether they are text. */
const TYPES: { readonly [extension: string]: string } = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.xml': 'text/xml',
}

/** The id of the watches, which all clients share. */
const WATCH = 'mcp'

type Contents = NonNullable<Awaited<ReturnType<ResourceSource['read']>>>

/** The files of a workspace as resources, under the rules of the tools; a file that a client reads counts as read. */
export class FileResources implements ResourceSource {
  readonly templates: readonly ResourceTemplateType[] = [
    {
      uriTemplate: 'file:///{+path}',
      name: 'file',
      description: 'A file in one of the folders, by its absolute path.',
    },
  ]
  readonly #source: WorkspaceSource
  readonly #listeners = new Set<(change: ResourceChange) => void>()
  /** The workspaces with listeners: a new one is added when the client's folders change. */
  readonly #heard = new WeakSet<Workspace>()

  constructor(source: WorkspaceSource) {
    this.#source = source
  }

  async list({ server }: SourceContext): Promise<Resource[]> {
    const workspace = await this.#workspace(server)
    const files = await workspace.importantFiles(LISTED_FILES)
    return files.map(({ path, byteLength: size }) => {
      const name = nameIn(workspace, path)
      return { uri: pathToFileURL(path).href, name, title: name, size }
    })
  }

  async read(uri: string, { server, signal }: SourceContext): Promise<Contents | undefined> {
    const path = pathOf(uri)
    if (path === undefined) return undefined
    const workspace = await this.#workspace(server)
    // By the tool, not from the disk: it holds to the folders and ignored files, and counts the file as read.
    const { answer } = toolEnvelope(await workspace.call('ReadBytes', { path }, signal))
    if (!answer.result) {
      if (answer.kind === 'not_found' || answer.kind === 'outside_workspace') return undefined
      throw unreadable(answer.message ?? 'The file cannot be read.')
    }
    const blob = String(answer['bytes'])
    const type = TYPES[extname(path).toLowerCase()]
    const bytes = Buffer.from(blob, 'base64')
    // By the contents, not the extension: text that is no UTF-8 would lose its bytes. NUL is UTF-8, but no text.
    if (bytes.includes(0) || !isUtf8(bytes)) return [{ uri, mimeType: type ?? 'application/octet-stream', blob }]
    return [{ uri, mimeType: type ?? 'text/plain', text: bytes.toString('utf8') }]
  }

  async follow(uris: readonly string[], { server }: SourceContext): Promise<void> {
    const workspace = await this.#workspace(server)
    for (const path of uris.map(pathOf)) {
      if (path === undefined) continue
      // A file that cannot be watched cannot be read either, and reading it reports that.
      await workspace.watch(path, { id: WATCH }).catch(() => {})
    }
  }

  /** Notifies listeners that all files may have changed, as when the client has named other folders. */
  emitAllChanged(): void {
    for (const listener of this.#listeners) listener({ uris: [], concerns: () => false, isListChanged: true })
  }

  watch(listener: (change: ResourceChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async complete(subject: string, value: string, _given: Given, { server, signal }: SourceContext): Promise<string[]> {
    if (subject !== 'path') return []
    const workspace = await this.#workspace(server)
    const [root = ''] = workspace.roots
    // A resource is named by its absolute path, without the slash that precedes it in the template.
    const isOfTemplate = value !== '' && resolve(sep, value).startsWith(root)
    const typed = isOfTemplate ? relative(root, resolve(sep, value)) : value
    // The last part alone: a person often types the middle of a path, which `matching` compares with the whole.
    const pattern = `**/*${globLiteral(typed.split(/[\\/]/).at(-1) ?? '')}*`
    const found = await workspace.call('Glob', { pattern }, signal)
    if (found.status === 'refused') return []
    const names = found.answer.filenames.map((name) => nameIn(workspace, resolve(root, name)))
    const fitting = matching(names, typed)
    return isOfTemplate ? fitting.map((name) => join(root, name).slice(1)) : fitting
  }

  material(prefix: string): Pick<PromptMaterial, 'file' | 'tool'> {
    return {
      tool: (name) => prefix + name,
      file: async (path, _, { server, signal }) => {
        const workspace = await this.#workspace(server)
        const text = fileText(await workspace.call('Read', { file_path: path }, signal))
        return [{ role: 'user', content: { type: 'text', text } }]
      },
    }
  }

  async #workspace(server: SourceContext['server']): Promise<Workspace> {
    const workspace = await this.#source.of(server)
    if (!this.#heard.has(workspace)) {
      this.#heard.add(workspace)
      const notify = (path: string, isListChanged: boolean): void => {
        const uri = pathToFileURL(resolve(workspace.roots[0] ?? '.', path)).href
        const change = { uris: [uri], concerns: (other: string) => other === uri, isListChanged }
        for (const listener of this.#listeners) listener(change)
      }
      // A change from outside leaves the list as it is; edits and reads reorder the files that were used last.
      workspace.on('change', ({ path }) => notify(path, false))
      workspace.on('edit', ({ path }) => notify(path, true))
      workspace.on('read', ({ path }) => notify(path, true))
    }
    return workspace
  }
}

/** The path of a file relative to the first root, with `/`; absolute for a file elsewhere. */
function nameIn({ roots: [root = ''] }: Workspace, path: string): string {
  const inside = relative(root, path)
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside.split(sep).join('/')
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

function globLiteral(text: string): string {
  return text.replace(/[*?[\]{}!\\]/g, '?')
}
