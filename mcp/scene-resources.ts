import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server'

import type * as api from '../index.js'
import type { SceneDoor } from '../ts/project.js'
import { wholeFile } from '../ts/results.js'
import { oneLine } from '../ts/text.js'
import { isAnswered } from '../ts/wire.js'
import { baseOf } from './addresses.js'
import { MEDIA_TYPES } from './export-links.js'
import type { PictureFolder } from './pictures.js'
import { unreadable } from './refusals.js'
import { SceneNames } from './scene-names.js'
import type { ResourceChange, ResourceSource, SourceContext } from './toolbox.js'

/** The export formats in the list of resources; the others are read by their template. */
const LISTED_FORMATS = ['svg', 'png', 'json']

const TEXT_FORMATS = ['svg', 'json', 'dxf']

const JSON_TYPE = 'application/json'
const CODE_TYPE = 'text/javascript'

/** The number of commits in the list of resources, and in the resource of all commits. */
const LISTED_COMMITS = 20
const MAX_COMMITS = 1_000

/** The part of an event that describes a change. */
type Change = Pick<api.BrokenEvent, 'files'> & Pick<api.CommitEvent, 'scene' | 'commitId'>

type Contents = NonNullable<Awaited<ReturnType<ResourceSource['read']>>>

/** The resources of one project: its scene, files, commits, entities and layers. */
export class SceneResources implements ResourceSource {
  readonly names: SceneNames
  readonly #door: SceneDoor
  /** The prefix of every URI. */
  readonly #base: string
  readonly #of: string
  readonly #pictures: PictureFolder | undefined

  constructor(door: SceneDoor, project: string, pictures?: PictureFolder) {
    this.#door = door
    this.#pictures = pictures
    this.names = new SceneNames(door.session)
    this.#base = baseOf(project)
    this.#of = project === '' ? '' : ` of ${project}`
  }

  get templates(): ResourceTemplateType[] {
    const template = (path: string, name: string, description: string, mimeType?: string): ResourceTemplateType => ({
      uriTemplate: this.#base + path,
      name: name + this.#of,
      description,
      ...(mimeType !== undefined && { mimeType }),
    })
    return [
      template('current.{format}', 'scene', 'The scene as svg, png, json, dxf or pdf.'),
      template('files/{file}', 'code', 'The code of main or of a module.', CODE_TYPE),
      template(
        'commits/{commit}',
        'commit',
        'A commit: its files, what changed in the scene, and its diff.',
        JSON_TYPE,
      ),
      template('commits/{commit}/scene.{format}', 'scene of a commit', 'The scene as it was after a commit.'),
      template('entities/{entity}', 'entity', 'All about one entity.', JSON_TYPE),
      template('layers/{layer}', 'layer', 'A layer, and the entities on it.', JSON_TYPE),
      template('exports/{+path}', 'export', "A file of the project's folder exports."),
      template('pictures/{picture}', 'picture', 'The picture of one of the last answers.', MEDIA_TYPES['png']),
    ]
  }

  async list({ signal }: SourceContext): Promise<Resource[]> {
    const scene = LISTED_FORMATS.map((format): Resource => {
      const mimeType = MEDIA_TYPES[format] ?? ''
      return { uri: `${this.#base}current.${format}`, name: `scene.${format}${this.#of}`, title: 'The scene', mimeType }
    })
    const commits: Resource = {
      uri: `${this.#base}commits`,
      name: `commits${this.#of}`,
      title: 'All commits',
      mimeType: JSON_TYPE,
    }
    const { session } = this.#door
    const [files, history] = await Promise.all([
      session.call('glob', {}, signal),
      session.call('history', { limit: LISTED_COMMITS }, signal),
    ])
    // A list with one half missing is better than none: the other half still leads to its resources.
    const code = isAnswered(files) ? files.answer.data.files.filter(({ source }) => source === 'user') : []
    const rows = isAnswered(history) ? history.answer.data.rows : []
    return [
      ...scene,
      ...code.map((file): Resource => this.#file(file)),
      commits,
      ...rows.map(({ id, message }): Resource => {
        const title = oneLine(message)
        return { uri: `${this.#base}commits/${id}`, name: `${id}${this.#of}`, title, mimeType: JSON_TYPE }
      }),
    ]
  }

  #file({ name, sizeBytes }: { readonly name: string; readonly sizeBytes: number }): Resource {
    const uri = `${this.#base}files/${encodeURIComponent(name)}`
    return { uri, name: `${name}${this.#of}`, title: `Code of ${name}`, mimeType: CODE_TYPE, size: sizeBytes }
  }

  /** True for a URI with the prefix of this project. */
  owns(uri: string): boolean {
    return uri.startsWith(this.#base)
  }

  async read(uri: string, { signal }: SourceContext): Promise<Contents | undefined> {
    const [address = '', choices] = uri.split('?')
    const parts = this.#pathOf(address)
    if (!parts) return undefined
    const [first = '', second, third] = parts
    const scene = /^(?:current|scene)\.(\w+)$/.exec(parts.at(-1) ?? '')?.[1]
    if (parts.length === 1 && first.startsWith('current.')) return this.#scene(uri, scene, undefined, signal)
    if (parts.length === 1 && first === 'commits') return this.#commits(uri, signal)
    if (second === undefined || second === '') return undefined
    if (first === 'exports') return this.#export(uri, parts.slice(1).join('/'), signal)
    if (first === 'commits' && third?.startsWith('scene.') && parts.length === 3) {
      return this.#scene(uri, scene, second, signal, new URLSearchParams(choices))
    }
    if (parts.length !== 2) return undefined
    switch (first) {
      case 'pictures':
        return this.#picture(uri, second)
      case 'files':
        return this.#code(uri, second, signal)
      case 'commits':
        return this.#commit(uri, second, signal)
      case 'entities':
        return this.#entity(uri, second, signal)
      case 'layers':
        return this.#layer(uri, second, signal)
      default:
        return undefined
    }
  }

  watch(listener: (change: ResourceChange) => void): () => void {
    const { listeners } = this.#door
    const onChange = (event: Change): void => listener(this.#changeOf(event))
    const names = ['commit', 'externalEdit', 'broken'] as const
    for (const name of names) listeners.add(name, onChange)
    return () => names.forEach((name) => void listeners.remove(name, onChange))
  }

  /** Other processes may change a followed resource. */
  async follow(): Promise<void> {
    await this.#door.session.watch(true)
  }

  /** The resources that a change of the project changed. */
  #changeOf({ files, scene, commitId }: Change): ResourceChange {
    const current = Object.keys(MEDIA_TYPES).map((format) => `${this.#base}current.${format}`)
    const code = files.map(({ file }) => `${this.#base}files/${encodeURIComponent(file)}`)
    const changes = scene ? [...scene.changes.changed.names, ...scene.changes.removed.names] : []
    const entities = changes.map((name) => `${this.#base}entities/${encodeURIComponent(name)}`)
    const commits = commitId === undefined ? [] : [`${this.#base}commits`, `${this.#base}commits/${commitId}`]
    const known = [...current, ...code, ...commits, ...entities]
    const others = ['entities/', 'layers/'].map((part) => this.#base + part)
    return {
      uris: known,
      // A change may cut off its names, and a layer changes with its entities: all of both are concerned.
      concerns: (uri) => known.includes(uri) || others.some((part) => uri.startsWith(part)),
      // A commit is a resource itself.
      isListChanged: true,
    }
  }

  /** The decoded parts of a URI; undefined if it does not belong to this project. */
  #pathOf(uri: string): string[] | undefined {
    if (!this.owns(uri)) return undefined
    try {
      // Decoded after the split: a name may have a slash itself.
      return uri.slice(this.#base.length).split('/').map(decodeURIComponent)
    } catch {
      return undefined
    }
  }

  async #scene(
    uri: string,
    format = '',
    at: string | undefined,
    signal: AbortSignal,
    query = new URLSearchParams(),
  ): Promise<Contents | undefined> {
    if (!Object.hasOwn(MEDIA_TYPES, format)) return undefined
    const options = { ...choicesIn(query), ...(at !== undefined && { at }) }
    const answered = await this.#door.session.exportWhole({ format, ...options }, signal)
    if (!isAnswered(answered)) return refused(answered.answer)
    return [contentsOf(uri, format, wholeFile(answered))]
  }

  async #code(uri: string, file: string, signal: AbortSignal): Promise<Contents | undefined> {
    const answered = await this.#door.session.call('read', { file }, signal)
    if (!isAnswered(answered)) return refused(answered.answer)
    return [{ uri, mimeType: CODE_TYPE, text: answered.answer.data.code }]
  }

  async #picture(uri: string, name: string): Promise<Contents | undefined> {
    const bytes = await this.#pictures?.read(name)
    return bytes && [contentsOf(uri, 'png', bytes)]
  }

  async #commits(uri: string, signal: AbortSignal): Promise<Contents | undefined> {
    const answered = await this.#door.session.call('history', { limit: MAX_COMMITS }, signal)
    if (!isAnswered(answered)) return refused(answered.answer)
    return [jsonOf(uri, answered.answer.data)]
  }

  async #commit(uri: string, id: string, signal: AbortSignal): Promise<Contents | undefined> {
    const answered = await this.#door.session.call('history', { id }, signal)
    if (!isAnswered(answered)) return refused(answered.answer)
    const [row] = answered.answer.data.rows
    return row && [jsonOf(uri, row)]
  }

  async #entity(uri: string, name: string, signal: AbortSignal): Promise<Contents | undefined> {
    const answered = await this.#door.session.call('inspect', { view: 'entity', name }, signal)
    if (!isAnswered(answered)) return refused(answered.answer)
    return [jsonOf(uri, answered.answer.data)]
  }

  async #layer(uri: string, name: string, signal: AbortSignal): Promise<Contents | undefined> {
    const layer = await this.names.layer(name, signal)
    return layer && [jsonOf(uri, layer)]
  }

  async #export(uri: string, path: string, signal: AbortSignal): Promise<Contents | undefined> {
    const answered = await this.#door.session.readExport(path, signal)
    if (!isAnswered(answered)) return refused(answered.answer)
    return [contentsOf(uri, /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '', wholeFile(answered))]
  }
}

/** Returns undefined for a missing resource, and throws for one that cannot be returned. */
function refused(answer: { readonly error: string; readonly errorInfo: { readonly kind: string } }): undefined {
  if (['not_found', 'invalid_name', 'invalid_input', 'outside_workspace'].includes(answer.errorInfo.kind))
    return undefined
  throw unreadable(answer.error)
}

/** The variant of a format that a URI requests. */
function choicesIn(query: URLSearchParams): object {
  const [text, fills, dedupe] = [query.get('text'), query.get('fills'), query.get('dedupe')]
  const sheet = query.get('sheet')
  return {
    ...(text !== null && { text }),
    ...(fills !== null && { fills: fills !== 'false' }),
    ...(dedupe !== null && { dedupe: dedupe === 'true' }),
    ...(sheet !== null && { sheet }),
  }
}

/** A file of a format as the protocol carries it: text as text. */
function contentsOf(uri: string, format: string, bytes: Buffer): Contents[number] {
  const known = Object.hasOwn(MEDIA_TYPES, format) ? MEDIA_TYPES[format] : undefined
  const mimeType = known ?? 'application/octet-stream'
  if (TEXT_FORMATS.includes(format)) return { uri, mimeType, text: bytes.toString('utf8') }
  return { uri, mimeType, blob: bytes.toString('base64') }
}

function jsonOf(uri: string, data: unknown): Contents[number] {
  return { uri, mimeType: JSON_TYPE, text: JSON.stringify(data) }
}
