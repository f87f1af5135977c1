import type { Box, Point } from './wire.js'

/** The visible part of the world: its middle, and the pixels per unit. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Far beyond any drawing, and near enough for pixels to stay numbers; see `MIN_SCALE` in `crates/scene/src/paper.rs`. */
const MIN_SCALE = 1e-9
const MAX_SCALE = 1e9

/** The share of the smaller side that stays free around a fitted box. */
export const FIT_MARGIN = 0.08

export function toScreen({ x, y, scale }: Camera, { width, height }: Size, [wx, wy]: Point): Point {
  return [width / 2 + (wx - x) * scale, height / 2 - (wy - y) * scale]
}

export function toWorld({ x, y, scale }: Camera, { width, height }: Size, [sx, sy]: Point): Point {
  return [x + (sx - width / 2) / scale, y - (sy - height / 2) / scale]
}

/** The visible box, enlarged by a number of pixels. */
export function visibleBox(camera: Camera, size: Size, margin = 0): Box {
  const [minX, maxY] = toWorld(camera, size, [-margin, -margin])
  const [maxX, minY] = toWorld(camera, size, [size.width + margin, size.height + margin])
  return [minX, minY, maxX, maxY]
}

/** The camera that shows a box as large as possible, between what covers so many pixels at the top and at the bottom. */
export function fitted(box: Box | null, { width, height }: Size, coveredAbove = 0, coveredBelow = 0): Camera {
  if (!box) return { x: 0, y: 0, scale: 1 }
  const [minX, minY, maxX, maxY] = box
  const margin = FIT_MARGIN * Math.min(width, height)
  const above = Math.max(margin, coveredAbove)
  const below = Math.max(margin, coveredBelow)
  // A line along an axis has no size across it.
  const across = Math.max(width - 2 * margin, 1) / Math.max(maxX - minX, 1e-12)
  const up = Math.max(height - below - above, 1) / Math.max(maxY - minY, 1e-12)
  const size = Math.max(maxX - minX, maxY - minY)
  // A box without any size is shown at 1:1.
  const scale = bounded(size > 0 ? Math.min(across, up) : 1)
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2 + (above - below) / 2 / scale, scale }
}

/** The camera after a zoom that keeps the point under the pointer where it is. */
export function zoomed(camera: Camera, size: Size, at: Point, factor: number): Camera {
  const [wx, wy] = toWorld(camera, size, at)
  const scale = bounded(camera.scale * factor)
  return { x: wx - (at[0] - size.width / 2) / scale, y: wy + (at[1] - size.height / 2) / scale, scale }
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y + dy / camera.scale }
}

function bounded(scale: number): number {
  return Number.isFinite(scale) ? Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE) : 1
}
