import { shownNumber } from './dom.js'
import { differenceOf, type Entity, type SceneModel } from './scene.js'
import type { Box } from './wire.js'

/** The most changes that are named: a title is read at a glance. */
const MAX_NAMED = 2

/** Smaller differences come of digits, and not of anybody's change. */
const LEAST = 1e-6

/** What became of a drawing, in the words of a drafter: `hole Ø6 → Ø10`. Nothing where it looks as before. */
export function changeInWords(before: SceneModel, after: SceneModel): string | undefined {
  const { added, removed, changed } = differenceOf(before, after)
  const words: string[] = []
  const groups = new Set<string>()
  for (const entity of changed) {
    const old = before.find(entity.name)
    // The parts of a dimension or of a group change with it: the whole is what a person knows.
    const whole = outermost(after, entity)
    if (whole !== entity && entity.in !== undefined) groups.add(`${whole.name} changed`)
    else if (old) words.push(`${entity.name} ${changeOf(before, old, after, entity)}`)
  }
  const all = [...words, ...groups, ...listed('added', after, added), ...listed('removed', before, removed)]
  if (all.length === 0) return undefined
  const more = all.length - MAX_NAMED
  return `${all.slice(0, MAX_NAMED).join('; ')}${more > 0 ? ` and ${more} more` : ''}`
}

function outermost(model: SceneModel, entity: Entity): Entity {
  let whole = entity
  for (const group of model.around(entity)) whole = group
  return whole
}

function listed(kind: 'added' | 'removed', model: SceneModel, entities: readonly Entity[]): string[] {
  const names = [...new Set(entities.map((entity) => outermost(model, entity).name))]
  if (names.length === 0) return []
  return [names.length > MAX_NAMED ? `${names.length} objects ${kind}` : `${names.join(', ')} ${kind}`]
}

function changeOf(before: SceneModel, old: Entity, after: SceneModel, entity: Entity): string {
  if (old.type !== entity.type) return `is a ${entity.type} now`
  if (old.text !== entity.text) return `“${old.text ?? ''}” → “${entity.text ?? ''}”`
  const units = after.wire.units
  if (entity.type === 'circle' && !old.matrix && !entity.matrix) {
    const [from = 0, to = 0] = [old.geometry?.radius, entity.geometry?.radius]
    if (Math.abs(from - to) > LEAST) return `Ø${shownNumber(2 * from)} → Ø${shownNumber(2 * to)}`
  }
  const [from, to] = [sizeOf(old.bounds), sizeOf(entity.bounds)]
  if (from && to && (Math.abs(from[0] - to[0]) > LEAST || Math.abs(from[1] - to[1]) > LEAST)) {
    return `${sizeText(from)} → ${sizeText(to)}`
  }
  const moved = distance(old.bounds, entity.bounds)
  if (moved > LEAST) return `moved ${shownNumber(moved)} ${units}`
  const [one, other] = [before.styleOf(old), after.styleOf(entity)]
  if (one.fill !== other.fill) return `fill ${one.fill ?? 'none'} → ${other.fill ?? 'none'}`
  if (one.stroke?.color !== other.stroke?.color)
    return `line ${one.stroke?.color ?? 'none'} → ${other.stroke?.color ?? 'none'}`
  const [layer, nextLayer] = [before.layerOf(old).name, after.layerOf(entity).name]
  if (layer !== nextLayer) return `layer ${layer} → ${nextLayer}`
  return 'changed'
}

function sizeOf(bounds: Box | undefined): [width: number, height: number] | undefined {
  return bounds && [bounds[2] - bounds[0], bounds[3] - bounds[1]]
}

function sizeText([width, height]: readonly [number, number]): string {
  return `${shownNumber(width)} × ${shownNumber(height)}`
}

function distance(one: Box | undefined, other: Box | undefined): number {
  if (!one || !other) return 0
  return Math.hypot(other[0] + other[2] - one[0] - one[2], other[1] + other[3] - one[1] - one[3]) / 2
}
