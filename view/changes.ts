import type { Entity, SceneModel } from './scene.js'
import type { Box, StyleWire } from './wire.js'

/** Compares a scene with the next one, and reuses equal outlines. */
export function changedBoxes(before: SceneModel, after: SceneModel): Box[] | undefined {
  const [[x, y], [otherX, otherY]] = [before.origin, after.origin]
  // Paths are relative to the origin, so with another one nothing can be reused.
  if (x !== otherX || y !== otherY) return undefined
  const looks = new Looks(before, after)
  const places = new Int32Array(before.entities.length).fill(-1)
  for (const [place, leaf] of before.leaves.entries()) places[leaf] = place
  const changed: Box[] = []
  const kept = new Uint8Array(before.entities.length)
  // Entities that keep their relative order look the same unless something else differs.
  let last = -1
  for (const leaf of after.leaves) {
    const entity = after.entities[leaf]
    if (!entity) continue
    // Most entities are where they were in the list: a look at names is for the others.
    const there = before.entities[entity.index]
    const old = there === entity || there?.name === entity.name ? there : before.find(entity.name)
    const place = old ? (places[old.index] ?? -1) : -1
    if (old && place >= 0 && looks.isSame(old, entity)) {
      after.takePath(entity, before, old)
      // An entity that comes earlier than one before it has changed the order: what it covers may look different.
      if (place > last) {
        last = place
        kept[old.index] = 1
        continue
      }
    }
    add(changed, entity, after.styleOf(entity))
  }
  for (const leaf of before.leaves) {
    const old = before.at(leaf)
    if (kept[leaf] === 0) add(changed, old, before.styleOf(old))
  }
  return changed
}

/** The distance that a pen reaches beyond the outline: at a sharp corner four times half its width. */
export function reachOf({ stroke }: StyleWire): number {
  return 2 * (stroke?.width ?? 0)
}

function add(boxes: Box[], { bounds }: Entity, style: StyleWire): void {
  if (!bounds) return
  const [minX, minY, maxX, maxY] = bounds
  const reach = reachOf(style)
  boxes.push([minX - reach, minY - reach, maxX + reach, maxY + reach])
}

/** The looks of the entities of two scenes, whose lists of styles are different ones. */
class Looks {
  /** A number for each style of either scene, the same for equal ones. */
  readonly #before: readonly number[]
  readonly #after: readonly number[]

  constructor(before: SceneModel, after: SceneModel) {
    const numbers = new Map<string, number>()
    const numberOf = (style: StyleWire): number => {
      const text = JSON.stringify(style)
      const number = numbers.get(text) ?? numbers.size
      numbers.set(text, number)
      return number
    }
    this.#before = before.wire.styles.map(numberOf)
    this.#after = after.wire.styles.map(numberOf)
  }

  isSame(old: Entity, entity: Entity): boolean {
    if (this.#before[old.style ?? -1] !== this.#after[entity.style ?? -1]) return false
    // Most entities are taken over from the scene before.
    if (old === entity) return true
    return (
      old.type === entity.type &&
      old.even_odd === entity.even_odd &&
      isEqual(old.matrix, entity.matrix) &&
      isEqual(old.geometry, entity.geometry)
    )
  }
}

/** Compares two JSON values. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false
    for (let index = 0; index < one.length; index += 1) if (!isEqual(one[index], other[index])) return false
    return true
  }
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => isEqual(one[key as never], other[key as never]))
}

/** A part of a picture, in whole pixels. */
export interface Patch {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The size of the tiles in which a picture is repainted, in pixels. */
const TILE = 64

/** The parts of a picture that boxes in its pixels touch: rectangles that do not overlap. */
export function patchesOf(boxes: Iterable<Box>, width: number, height: number): Patch[] {
  const [across, down] = [Math.ceil(width / TILE), Math.ceil(height / TILE)]
  const tiles = new Uint8Array(across * down)
  const tile = (pixel: number, count: number): number => Math.min(count, Math.max(0, Math.floor(pixel / TILE)))
  for (const [minX, minY, maxX, maxY] of boxes) {
    // Written so that NaN is left out too.
    if (!(maxX >= 0 && maxY >= 0 && minX < width && minY < height)) continue
    const [first, end] = [tile(minX, across - 1), tile(maxX, across - 1) + 1]
    for (let row = tile(minY, down - 1); row <= tile(maxY, down - 1); row += 1)
      tiles.fill(1, row * across + first, row * across + end)
  }
  const patches: Patch[] = []
  // The runs of the row above, which grow downwards while the same tiles are touched.
  let open = new Map<string, { first: number; end: number; top: number }>()
  for (let row = 0; row <= down; row += 1) {
    const runs = row < down ? runsOf(tiles.subarray(row * across, (row + 1) * across)) : []
    const next = new Map(
      runs.map(([first, end]) => [`${first}-${end}`, { first, end, top: open.get(`${first}-${end}`)?.top ?? row }]),
    )
    for (const [key, { first, end, top }] of open) {
      if (next.has(key)) continue
      const [left, right] = [first * TILE, Math.min(width, end * TILE)]
      const [upper, lower] = [top * TILE, Math.min(height, row * TILE)]
      patches.push({ left, top: upper, width: right - left, height: lower - upper })
    }
    open = next
  }
  return patches
}

/** The runs of tiles that are touched, each from its first to before its end. */
function runsOf(row: Uint8Array): [first: number, end: number][] {
  const runs: [number, number][] = []
  for (let at = row.indexOf(1); at >= 0; ) {
    const stop = row.indexOf(0, at)
    const end = stop < 0 ? row.length : stop
    runs.push([at, end])
    at = row.indexOf(1, end)
  }
  return runs
}
