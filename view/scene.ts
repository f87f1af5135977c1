import type { Box, EntityWire, LayerWire, Point, SceneWire, StyleWire } from './wire.js'
import { pathOf } from './paths.js'
import { around, BoxList } from './boxes.js'

/** An entity with its place in the tree. */
export interface Entity extends EntityWire {
  readonly index: number
  readonly children: number[]
  /** The number of groups around the entity. */
  readonly depth: number
}

/** A scene that can be drawn, searched and asked. */
export class SceneModel {
  readonly transactionId: string
  /** The name of this state of the scene; several states may have the same commit. */
  readonly version: string
  readonly wire: SceneWire
  readonly entities: readonly Entity[]
  readonly roots: readonly number[]
  /** The entities with a shape, back to front. */
  readonly leaves: readonly number[]
  readonly boxes: BoxList
  /** The names of the layers that the scene itself hides. */
  readonly hiddenLayers: ReadonlySet<string>
  /** Subtracted from all coordinates before they are drawn: far from the origin, pixels need digits that floats lack. */
  readonly origin: Point
  /** The entities by name; made when one is first asked for, which most scenes of a slider that is dragged are not. */
  #byName: Map<string, number> | undefined
  readonly #paths: (Path2D | undefined)[]
  /** The colours of the lines in groups whose filled parts were drawn. */
  readonly #lineColors = new Map<number, ReadonlySet<string>>()
  /** What is shown where some layers are hidden. */
  #shown: { readonly hidden: ReadonlySet<string>; readonly box: Box | undefined } | undefined

  /** `previous` is the scene that this one was made from: what has not changed is taken from there. */
  constructor(wire: SceneWire, transactionId: string, version = transactionId, previous?: SceneModel) {
    this.version = version
    this.wire = wire
    this.transactionId = transactionId
    const entities: Entity[] = []
    const roots: number[] = []
    const leaves: number[] = []
    const rows = previous?.wire.entities ?? []
    let hasSameNames = rows.length === wire.entities.length
    wire.entities.forEach((row, index) => {
      const parent = row.in === undefined ? undefined : entities[row.in]
      const depth = parent ? parent.depth + 1 : 0
      const known = rows[index] === row ? previous?.entities[index] : undefined
      hasSameNames &&= known !== undefined || rows[index]?.name === row.name
      // A group is never taken over: what is in it may be elsewhere in the list.
      if (row.geometry && known?.depth === depth) entities.push(known)
      // An entity with a shape has no children. With 100,000 of them, one shared empty list saves memory.
      else entities.push({ ...row, index, children: row.geometry ? NO_CHILDREN : [], depth })
      ;(parent ? parent.children : roots).push(index)
      if (row.geometry) leaves.push(index)
    })
    this.entities = entities
    this.roots = roots
    this.leaves = leaves
    this.boxes = new BoxList(leaves.map((leaf) => entities[leaf]?.bounds ?? NOWHERE))
    this.hiddenLayers = new Set(wire.layers.filter(({ visible }) => !visible).map(({ name }) => name))
    this.origin = originOf(wire.bounds)
    this.#paths = new Array(entities.length)
    if (previous && hasSameNames) this.#byName = previous.#byName
  }

  /** The same scene under the name of a later commit, which has left it as it was. */
  underName(transactionId: string): SceneModel {
    return new SceneModel(this.wire, transactionId, this.version, this)
  }

  /** All that is drawn, with the paper that it is on. */
  get bounds(): Box | null {
    return this.boundsWithout(NO_LAYERS)
  }

  /** All that is drawn on other layers than the hidden ones, with the paper that it is on; where that is nothing, all. */
  boundsWithout(hidden: ReadonlySet<string>): Box | null {
    const { bounds, page } = this.wire
    const drawn = this.#shownBounds(hidden) ?? bounds
    return drawn && page ? around([drawn, page]) : drawn
  }

  #shownBounds(hidden: ReadonlySet<string>): Box | undefined {
    if (!this.wire.layers.some(({ name }) => hidden.has(name))) return undefined
    if (this.#shown?.hidden !== hidden) {
      const boxes = this.leaves.flatMap((leaf) => {
        const entity = this.at(leaf)
        return entity.bounds && !this.isHidden(entity, hidden) ? [entity.bounds] : []
      })
      this.#shown = { hidden, box: boxes.length > 0 ? around(boxes) : undefined }
    }
    return this.#shown.box
  }

  find(name: string): Entity | undefined {
    this.#byName ??= indexesOf(this.entities)
    const index = this.#byName.get(name)
    return index === undefined ? undefined : this.entities[index]
  }

  at(index: number): Entity {
    const entity = this.entities[index]
    if (!entity) throw new RangeError(`there is no entity ${index}`)
    return entity
  }

  /** The position of the leaf among {@link leaves}, as the list of boxes knows it. */
  leafAt(position: number): Entity {
    return this.at(this.leaves[position] ?? -1)
  }

  styleOf(entity: EntityWire): StyleWire {
    return this.wire.styles[entity.style ?? -1] ?? {}
  }

  layerOf(entity: EntityWire): LayerWire {
    return this.wire.layers[entity.layer] ?? { name: '0', color: null, visible: true, locked: false }
  }

  /** The outline in the world, less the origin. */
  path(entity: Entity): Path2D {
    const known = this.#paths[entity.index]
    if (known) return known
    const path = pathOf(entity, this.origin)
    this.#paths[entity.index] = path
    return path
  }

  /** Takes over the outline of the same shape in another scene, where it was needed. */
  takePath(entity: Entity, from: SceneModel, same: Entity): void {
    this.#paths[entity.index] = from.#paths[same.index]
  }

  /** The group around, one by one outwards. */
  *around(entity: Entity): Generator<Entity> {
    for (let parent = entity.in; parent !== undefined; ) {
      const group = this.at(parent)
      yield group
      parent = group.in
    }
  }

  /** The entity that a person means by pointing at a shape: the shape, or the dimension, note or table that it is a part of. */
  meant(leaf: Entity): Entity {
    let meant = leaf
    for (const group of this.around(leaf)) {
      if (!isPartOf(leaf, group)) break
      meant = group
    }
    return meant
  }

  /** True for a filled shape that is read as a line is: a letter, and the arrow of a dimension, which has the colour of its lines. */
  isInk(leaf: Entity): boolean {
    const parent = leaf.in === undefined ? undefined : this.at(leaf.in)
    if (leaf.type === 'text' || parent?.type === 'text') return true
    if (!parent || !isPartOf(leaf, parent)) return false
    const { fill } = this.styleOf(leaf)
    if (fill === undefined) return false
    const known = this.#lineColors.get(parent.index)
    const colors =
      known ?? new Set(parent.children.flatMap((child) => this.styleOf(this.at(child)).stroke?.color ?? []))
    if (!known) this.#lineColors.set(parent.index, colors)
    return colors.has(fill)
  }

  /** The leaves in an entity, itself where it is one. */
  leavesOf(entity: Entity): Entity[] {
    const found: Entity[] = []
    const waiting = [entity]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (next.geometry) found.push(next)
      for (const child of next.children) waiting.push(this.at(child))
    }
    return found
  }

  /** True when the entity or a group around has one of these names. */
  isIn(entity: Entity, names: ReadonlySet<string>): boolean {
    if (names.size === 0) return false
    if (names.has(entity.name)) return true
    for (const group of this.around(entity)) if (names.has(group.name)) return true
    return false
  }

  /** True when a layer of the entity or of a group around is hidden. */
  isHidden(entity: Entity, hidden: ReadonlySet<string>): boolean {
    if (hidden.size === 0) return false
    if (hidden.has(this.layerOf(entity).name)) return true
    for (const group of this.around(entity)) if (hidden.has(this.layerOf(group).name)) return true
    return false
  }
}

/**
 * True for an entity that one call drew as a part of a group, with the name of the group and a number. If the calls are known,
 * shapes of different calls with such names are no parts.
 */
function isPartOf({ name, at }: Entity, group: Entity): boolean {
  const number = name.startsWith(`${group.name}_`) ? name.slice(group.name.length + 1) : ''
  return /^[\d_]+$/.test(number) && (!at || !group.at || String(at) === String(group.at))
}

/** The empty list of children that all shapes share; nothing may be added to it. */
const NO_CHILDREN = Object.freeze<number[]>([]) as number[]

/** The first entity of each name. */
function indexesOf(entities: readonly Entity[]): Map<string, number> {
  const indexes = new Map<string, number>()
  for (const { name, index } of entities) if (!indexes.has(name)) indexes.set(name, index)
  return indexes
}

/** The place of an entity without bounds, of which nothing is drawn. */
const NOWHERE: Box = [Infinity, Infinity, -Infinity, -Infinity]

const NO_LAYERS: ReadonlySet<string> = new Set()

function originOf(bounds: Box | null): Point {
  if (!bounds) return [0, 0]
  const [minX, minY, maxX, maxY] = bounds
  const size = Math.max(maxX - minX, maxY - minY, Number.MIN_VALUE)
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2]
  return Math.max(Math.abs(x), Math.abs(y)) > 100 * size ? [x, y] : [0, 0]
}

/** The names that are different between two scenes. */
export interface SceneDifference {
  readonly added: readonly Entity[]
  readonly removed: readonly Entity[]
  readonly changed: readonly Entity[]
}

/** Compares what is drawn of two scenes, by name. */
export function differenceOf(before: SceneModel, after: SceneModel): SceneDifference {
  const look = (model: SceneModel, entity: Entity): string =>
    JSON.stringify([
      entity.type,
      entity.geometry,
      entity.matrix,
      entity.text,
      model.styleOf(entity),
      model.layerOf(entity).name,
    ])
  const listed = (model: SceneModel): Entity[] => model.entities.filter((it) => it.geometry || it.type === 'text')
  const added: Entity[] = []
  const changed: Entity[] = []
  for (const entity of listed(after)) {
    const old = before.find(entity.name)
    if (!old) added.push(entity)
    else if (look(before, old) !== look(after, entity)) changed.push(entity)
  }
  const removed = listed(before).filter((entity) => !after.find(entity.name))
  return { added, removed, changed }
}
