import { toScreen } from './camera.js'
import { formatNumber } from './dom.js'
import type { Surface } from './overlay.js'
import { pathOf } from './paths.js'
import type { Entity, SceneModel } from './scene.js'
import type { EntityWire, GeometryWire, Point, ProposalQuestion } from './wire.js'

/** A point of a shape that a person can drag. */
export interface Handle {
  readonly at: Point
  /** The shape with the handle at another place, and the request for the change of code. */
  dragged(to: Point): { readonly geometry: GeometryWire; readonly question: ProposalQuestion }
}

/** The distances in pixels at which a pointer and a finger grab a handle; a fingertip is 44 wide. */
const REACH_PIXELS = 9
const FINGER_REACH_PIXELS = 22

/** Half the side of a handle, in pixels. */
const HALF_SIDE = 4

/** The most points of one shape that get handles: more would overlap. */
const MAX_HANDLES = 60

/** The handles of a shape; none if a transform separates its code from its place. */
export function handlesOf({ name, type, geometry, matrix }: Entity): Handle[] {
  // With a transform the numbers in the code are in other coordinates than the pointer.
  if (!geometry || matrix) return []
  const { center, radius, width, height, points } = geometry
  if ((type === 'line' || type === 'polygon') && points && points.length <= MAX_HANDLES) {
    return points.map((from, point) => ({
      at: from,
      dragged: (to) => ({
        geometry: { ...geometry, points: points.with(point, to) },
        question: { entity: name, point, from, to },
      }),
    }))
  }
  if (!center || (type !== 'circle' && type !== 'rect' && type !== 'arc')) return []
  const [x, y] = center
  const found: Handle[] = [
    {
      at: center,
      dragged: (to) => ({
        geometry: { ...geometry, center: to },
        question: { entity: name, measures: changed({ x, y }, { x: to[0], y: to[1] }) },
      }),
    },
  ]
  if (radius !== undefined && type === 'circle') {
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const) {
      const dragged: Handle['dragged'] = (to) => {
        // The longer distance counts, so that the pointer need not stay on the axis.
        const long = exact(Math.max(Math.abs(to[0] - x), Math.abs(to[1] - y)))
        return { geometry: { ...geometry, radius: long }, question: { entity: name, measures: { radius: long } } }
      }
      found.push({ at: [x + dx * radius, y + dy * radius], dragged })
    }
  }
  if (width !== undefined && height !== undefined) {
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const) {
      // A rectangle is drawn about its centre: both sides move.
      const dragged: Handle['dragged'] = (to) => {
        const measures =
          dx === 0 ? { height: exact(2 * Math.abs(to[1] - y)) } : { width: exact(2 * Math.abs(to[0] - x)) }
        return { geometry: { ...geometry, ...measures }, question: { entity: name, measures } }
      }
      found.push({ at: [x + (dx * width) / 2, y + (dy * height) / 2], dragged })
    }
  }
  return found
}

/** A measure without the last digits, which a subtraction of decimals adds: 20.1 - 10 is 10.100000000000001. */
function exact(measure: number): number {
  return Number(measure.toPrecision(12))
}

/** The handle under a pointer. */
export function handleAt(
  handles: readonly Handle[],
  surface: Pick<Surface, 'camera' | 'size'>,
  at: Point,
  isFinger: boolean,
): Handle | undefined {
  const reach = isFinger ? FINGER_REACH_PIXELS : REACH_PIXELS
  const apart = (handle: Handle): number => {
    const [x, y] = toScreen(surface.camera, surface.size, handle.at)
    return Math.hypot(at[0] - x, at[1] - y)
  }
  const near = handles.filter((handle) => apart(handle) <= reach)
  return near.sort((one, other) => apart(one) - apart(other))[0]
}

/** A point rounded to the digits that a pixel has at this scale. */
export function rounded([x, y]: Point, scale: number): Point {
  // A pixel at this scale is worth so many decimals; more would be noise in the code.
  const digits = Math.max(0, Math.min(9, Math.ceil(Math.log10(scale))))
  return [Number(x.toFixed(digits)), Number(y.toFixed(digits))]
}

/** The change that a drag would make, in a few words beside the pointer. */
export function dragText(question: ProposalQuestion, to: Point, units: string): string {
  const measures = 'measures' in question ? Object.entries(question.measures) : []
  const sizes = measures.filter(([property]) => property !== 'x' && property !== 'y')
  // A point that is moved has two coordinates, whichever of them changes.
  if (sizes.length === 0) return `x ${formatNumber(to[0])}   y ${formatNumber(to[1])}`
  return sizes
    .map(
      ([property, value]) =>
        `${property.replace(/^./, (letter) => letter.toUpperCase())} ${formatNumber(value)} ${units}`,
    )
    .join('   ')
}

/** The decimals of a point that a handle snaps to. Further ones only come from sines and cosines. */
const SNAP_DECIMALS = 9

/** The point that a handle snaps to, as it is written in code. */
export function snapped([x, y]: Point): Point {
  return [Number(x.toFixed(SNAP_DECIMALS)) + 0, Number(y.toFixed(SNAP_DECIMALS)) + 0]
}

/** Draws the handles of the selection. */
export function drawHandles({ context, camera, size, palette }: Surface, handles: readonly Handle[]): void {
  context.lineWidth = 1.5
  context.setLineDash([])
  context.strokeStyle = palette.accent
  context.fillStyle = palette.ground
  for (const { at } of handles) {
    const [x, y] = toScreen(camera, size, at)
    context.beginPath()
    context.rect(x - HALF_SIDE, y - HALF_SIDE, 2 * HALF_SIDE, 2 * HALF_SIDE)
    context.fill()
    context.stroke()
  }
}

/** Draws a preview of a shape, dashed over the drawing. */
export function drawGhost(surface: Surface, model: SceneModel, shape: EntityWire): void {
  const { context, camera, size, ratio, palette } = surface
  const [ox, oy] = model.origin
  const scale = camera.scale * ratio
  context.save()
  const left = (size.width / 2) * ratio - (camera.x - ox) * scale
  const top = (size.height / 2) * ratio + (camera.y - oy) * scale
  context.setTransform(scale, 0, 0, -scale, left, top)
  context.strokeStyle = palette.accent
  context.lineWidth = (1.5 * ratio) / scale
  context.setLineDash([5 / camera.scale, 4 / camera.scale])
  context.stroke(pathOf(shape, model.origin))
  context.restore()
}

function changed(before: { x: number; y: number }, after: { x: number; y: number }): { [property: string]: number } {
  return Object.fromEntries(
    (['x', 'y'] as const).flatMap((axis) => (after[axis] === before[axis] ? [] : [[axis, after[axis]]])),
  )
}
