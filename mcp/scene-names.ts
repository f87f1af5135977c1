import { wholeFile } from '../ts/results.js'
import type { Session } from '../ts/session.js'
import { isAnswered } from '../ts/wire.js'

interface ListedEntity {
  readonly name: string
  readonly layer: string
}

/** A scene's entities and layers by name, at one commit. */
interface Listed {
  readonly transactionId: string
  readonly entities: readonly ListedEntity[]
  readonly layers: readonly { readonly name: string }[]
}

/** The names of a project's files, entities and layers, for completion. */
export class SceneNames {
  readonly #session: Session
  #listed: Listed | undefined

  constructor(session: Session) {
    this.#session = session
  }

  async files(signal: AbortSignal): Promise<string[]> {
    const answered = await this.#session.call('glob', {}, signal)
    return isAnswered(answered) ? answered.answer.data.files.map(({ name }) => name) : []
  }

  async entities(signal: AbortSignal): Promise<string[]> {
    return ((await this.#scene(signal))?.entities ?? []).map(({ name }) => name)
  }

  async layers(signal: AbortSignal): Promise<string[]> {
    return ((await this.#scene(signal))?.layers ?? []).map(({ name }) => name)
  }

  async commits(signal: AbortSignal): Promise<string[]> {
    const answered = await this.#session.call('history', { limit: 100 }, signal)
    return isAnswered(answered) ? answered.answer.data.rows.map(({ id }) => id) : []
  }

  /** A layer of the scene, with the names of the entities on it; undefined if it does not exist. */
  async layer(name: string, signal: AbortSignal): Promise<object | undefined> {
    const scene = await this.#scene(signal)
    const layer = scene?.layers.find((it) => it.name === name)
    if (!scene || !layer) return undefined
    const entities = scene.entities.filter((entity) => entity.layer === name).map((entity) => entity.name)
    return { ...layer, entities, transactionId: scene.transactionId }
  }

  /** The committed scene; undefined if there is none. */
  async #scene(signal: AbortSignal): Promise<Listed | undefined> {
    const summary = await this.#session.summary(signal)
    if (!isAnswered(summary)) return undefined
    const { transactionId } = summary.answer.data
    if (this.#listed?.transactionId === transactionId) return this.#listed
    const exported = await this.#session.exportWhole({ format: 'json' }, signal)
    if (!isAnswered(exported)) return undefined
    const { entities, layers }: Pick<Listed, 'entities' | 'layers'> = JSON.parse(wholeFile(exported).toString('utf8'))
    const listed = { transactionId, entities: entities.map(({ name, layer }) => ({ name, layer })), layers }
    this.#listed = listed
    return listed
  }
}
