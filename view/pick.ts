import { toScreen, type Camera, type Size } from './camera.js'
import { isClosed, snapPoints, type SnapPoint } from './paths.js'
import type { Entity, SceneModel } from './scene.js'
import type { Box, Point } from './wire.js'

/** How far a pointer may be from a line, in pixels, and a finger. */
const PICK_PIXELS = 5
const FINGER_PICK_PIXELS = 12

/** How far a measure looks for a point to snap to, in pixels. */
const SNAP_PIXELS = 12

/** The most entities near a pointer that are looked at. */
const MAX_NEAR = 3_000

let scratch: CanvasRenderingContext2D | undefined

function scratchContext(): CanvasRenderingContext2D | null {
  scratch ??= document.createElement('canvas').getContext('2d') ?? undefined
  return scratch ?? null
}

/**
 * The entities under a point of the world, the one that a person means first: lines that the pointer is on, the front one
 * first; then faces, the smallest first, whether they are filled or not. Shapes that a filled face hides come last, and after
 * them the single parts of dimensions and the like.
 */
export function entitiesAt(
  model: SceneModel,
  hidden: ReadonlySet<string>,
  [x, y]: Point,
  scale: number,
  isFinger = false,
): Entity[] {
  const context = scratchContext()
  if (!context) return []
  const reach = (isFinger ? FINGER_PICK_PIXELS : PICK_PIXELS) / scale
  const [px, py] = [x - model.origin[0], y - model.origin[1]]
  const lines: Entity[] = []
  const faces: Face[] = []
  const parts: Entity[] = []
  let isCovered = false
  const near = model.boxes.touching([x - reach, y - reach, x + reach, y + reach]).reverse()
  for (const position of near.slice(0, MAX_NEAR)) {
    const entity = model.leafAt(position)
    if (model.isHidden(entity, hidden)) continue
    const { fill, stroke } = model.styleOf(entity)
    const path = model.path(entity)
    context.lineWidth = Math.max(stroke?.width ?? 0, 2 * reach)
    const hasInside = fill !== undefined || isClosed(entity)
    const isInside = hasInside && context.isPointInPath(path, px, py, entity.even_odd ? 'evenodd' : 'nonzero')
    const isOnLine = context.isPointInStroke(path, px, py)
    if (!isInside && !isOnLine) continue
    const meant = model.meant(entity)
    if (isOnLine && !isCovered) lines.push(meant)
    else faces.push({ entity: meant, isCovered, area: areaOf(entity) })
    if (meant !== entity) parts.push(entity)
    // A colour of nine characters is seen through.
    if (isInside && fill !== undefined && fill.length < 9) isCovered = true
  }
  faces.sort((a, b) => Number(a.isCovered) - Number(b.isCovered) || a.area - b.area)
  return [...new Set([...lines, ...faces.map(({ entity }) => entity), ...parts])]
}

interface Face {
  readonly entity: Entity
  /** A filled face lies over it. */
  readonly isCovered: boolean
  readonly area: number
}

function areaOf({ bounds }: Entity): number {
  const [minX, minY, maxX, maxY] = bounds ?? [0, 0, 0, 0]
  return (maxX - minX) * (maxY - minY)
}

/** The entities that lie within a box of the world as a whole. */
export function entitiesIn(model: SceneModel, hidden: ReadonlySet<string>, box: Box): Entity[] {
  const [minX, minY, maxX, maxY] = box
  const found = model.boxes.touching(box).flatMap((position) => {
    const leaf = model.leafAt(position)
    const entity = model.meant(leaf)
    const { bounds } = entity
    const isIn = bounds && bounds[0] >= minX && bounds[1] >= minY && bounds[2] <= maxX && bounds[3] <= maxY
    return isIn && !model.isHidden(leaf, hidden) ? [entity] : []
  })
  return [...new Set(found)]
}

/** The reach of a brush stroke in pixels: half its width. */
const BRUSH_PIXELS = 6

/** A stroke whose ends are nearer than this share of its length goes around something. */
const LOOP_SHARE = 0.2

/** The points of a stroke that are looked at: a hand makes some hundred in a second. */
const MAX_SAMPLES = 150

/** The entities that a brush stroke goes over, and those that it goes around. */
export function entitiesBrushed(
  model: SceneModel,
  hidden: ReadonlySet<string>,
  stroke: readonly Point[],
  scale: number,
): Entity[] {
  const context = scratchContext()
  if (!context || stroke.length === 0) return []
  const [ox, oy] = model.origin
  const reach = BRUSH_PIXELS / scale
  const every = Math.max(1, Math.ceil(stroke.length / MAX_SAMPLES))
  const samples = stroke.filter((_, index) => index % every === 0).map(([x, y]): Point => [x - ox, y - oy])
  const [xs, ys] = [stroke.map(([x]) => x), stroke.map(([, y]) => y)]
  const box: Box = [Math.min(...xs) - reach, Math.min(...ys) - reach, Math.max(...xs) + reach, Math.max(...ys) + reach]
  const loop = loopOf(samples)
  const found = new Set<Entity>()
  for (const position of model.boxes.touching(box).slice(0, MAX_NEAR)) {
    const entity = model.leafAt(position)
    const { bounds } = entity
    if (!bounds || model.isHidden(entity, hidden)) continue
    const [minX, minY, maxX, maxY] = bounds
    const corners: Point[] = [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
    ]
    const isAround = loop && corners.every(([x, y]) => context.isPointInPath(loop, x - ox, y - oy))
    const path = model.path(entity)
    context.lineWidth = Math.max(model.styleOf(entity).stroke?.width ?? 0, 2 * reach)
    // Over a face alone goes every stroke on a plate: its line is what a person means, or a face that is no wider.
    const isSmall = Math.max(maxX - minX, maxY - minY) <= 4 * reach
    const isOver = samples.some(
      ([x, y]) => context.isPointInStroke(path, x, y) || (isSmall && context.isPointInPath(path, x, y)),
    )
    if (isAround || isOver) found.add(model.meant(entity))
  }
  if (found.size > 0) return [...found]
  const [first] = stroke
  return first ? entitiesAt(model, hidden, first, scale).slice(0, 1) : []
}

/** The area that a stroke goes around; nothing where it goes along something. */
function loopOf(samples: readonly Point[]): Path2D | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || samples.length < 4) return undefined
  let length = 0
  const path = new Path2D()
  samples.forEach(([x, y], index) => {
    const before = samples[index - 1]
    if (before) length += Math.hypot(x - before[0], y - before[1])
    if (index === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  })
  path.closePath()
  return Math.hypot(last[0] - first[0], last[1] - first[1]) <= LOOP_SHARE * length ? path : undefined
}

/** The nearest point that a measure snaps to. */
export function snapAt(
  model: SceneModel,
  hidden: ReadonlySet<string>,
  camera: Camera,
  size: Size,
  at: Point,
  world: Point,
): SnapPoint | undefined {
  const reach = SNAP_PIXELS / camera.scale
  const [x, y] = world
  let nearest: SnapPoint | undefined
  let least = SNAP_PIXELS
  const near = model.boxes.touching([x - reach, y - reach, x + reach, y + reach]).reverse()
  for (const position of near.slice(0, MAX_NEAR)) {
    const entity = model.leafAt(position)
    if (model.isHidden(entity, hidden)) continue
    for (const snap of snapPoints(entity)) {
      const [sx, sy] = toScreen(camera, size, snap.point)
      const distance = Math.hypot(sx - at[0], sy - at[1])
      // Ends are what people mean where several points are near.
      const weighted = snap.kind === 'end' ? distance * 0.8 : distance
      if (weighted < least) [least, nearest] = [weighted, snap]
    }
  }
  return nearest
}
