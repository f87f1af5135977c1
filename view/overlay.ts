import { visibleBox, toScreen, type Camera, type Size } from './camera.js'
import { formatNumber } from './dom.js'
import type { SnapPoint } from './paths.js'
import type { Entity, SceneModel, SceneDifference } from './scene.js'
import type { Palette } from './theme.js'
import type { Box, FindingWire, Point } from './wire.js'

/** The canvas context of the window, with the camera and the colours to draw with. */
export interface Surface {
  readonly context: CanvasRenderingContext2D
  readonly camera: Camera
  readonly size: Size
  readonly ratio: number
  readonly palette: Palette
}

/** The most outlines that are marked one by one. */
const MAX_MARKED = 2_000

/** Steps of 1, 2 and 5 that are at least so far apart on the screen. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power
}

/** Draws the ground with a grid that fits the zoom, every fifth line stronger, and the axes. */
export function drawGrid({ context, camera, size, palette }: Surface): void {
  context.fillStyle = palette.ground
  context.fillRect(0, 0, size.width, size.height)
  const step = niceStep(14 / camera.scale)
  const [minX, minY, maxX, maxY] = visibleBox(camera, size)
  // Where the lines have numbers that are not exact, the next one may be the same.
  const isExact = Math.max(...[minX, minY, maxX, maxY].map(Math.abs)) / step < Number.MAX_SAFE_INTEGER
  const strong = new Path2D()
  const weak = new Path2D()
  const sharp = (value: number): number => Math.round(value) + 0.5
  for (let line = Math.ceil(minX / step); isExact && line <= maxX / step; line += 1) {
    const [x] = toScreen(camera, size, [line * step, 0])
    const path = line % 5 === 0 ? strong : weak
    path.moveTo(sharp(x), 0)
    path.lineTo(sharp(x), size.height)
  }
  for (let line = Math.ceil(minY / step); isExact && line <= maxY / step; line += 1) {
    const [, y] = toScreen(camera, size, [0, line * step])
    const path = line % 5 === 0 ? strong : weak
    path.moveTo(0, sharp(y))
    path.lineTo(size.width, sharp(y))
  }
  context.lineWidth = 1
  context.setLineDash([])
  context.strokeStyle = palette.grid
  context.stroke(weak)
  context.strokeStyle = palette.gridStrong
  context.stroke(strong)
  const [x, y] = toScreen(camera, size, [0, 0])
  context.strokeStyle = palette.axis
  context.beginPath()
  context.moveTo(sharp(x), 0)
  context.lineTo(sharp(x), size.height)
  context.moveTo(0, sharp(y))
  context.lineTo(size.width, sharp(y))
  context.stroke()
}

/** How much of a drawing the ground under the scale covers, as that under the readout in the style sheet. */
const SCALE_GROUND = 0.82

/** Draws the scale bar into the lower left corner. */
export function drawScaleBar({ context, camera, size, palette }: Surface, units: string): void {
  const length = niceStep(70 / camera.scale)
  const pixels = length * camera.scale
  const [x, y] = [16.5, size.height - 16.5]
  const words = `${formatNumber(length, 9)} ${units}`
  context.font = '11px system-ui, sans-serif'
  const width = Math.max(pixels, context.measureText(words).width)
  context.globalAlpha = SCALE_GROUND
  context.fillStyle = palette.ground
  context.fillRect(x + (pixels - width) / 2 - 6, y - 22, width + 12, 28)
  context.globalAlpha = 1
  context.strokeStyle = palette.ink
  context.fillStyle = palette.ink
  context.lineWidth = 1.5
  context.setLineDash([])
  context.beginPath()
  context.moveTo(x, y - 5)
  context.lineTo(x, y)
  context.lineTo(x + pixels, y)
  context.lineTo(x + pixels, y - 5)
  context.stroke()
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  context.fillText(words, x + pixels / 2, y - 4)
}

/** Draws the outline of an entity and of its children over the drawing. */
export function markEntity(surface: Surface, model: SceneModel, entity: Entity, color: string, width: number): void {
  const { context, camera, size, ratio } = surface
  const [ox, oy] = model.origin
  const scale = camera.scale * ratio
  const left = (size.width / 2) * ratio - (camera.x - ox) * scale
  const top = (size.height / 2) * ratio + (camera.y - oy) * scale
  context.save()
  context.setTransform(scale, 0, 0, -scale, left, top)
  context.setLineDash([])
  context.lineJoin = 'round'
  context.strokeStyle = color
  context.lineWidth = (width * ratio) / scale
  for (const leaf of model.leavesOf(entity).slice(0, MAX_MARKED)) context.stroke(model.path(leaf))
  context.restore()
}

/** Draws a frame with corners around a box. */
export function frameBox({ context, camera, size }: Surface, [minX, minY, maxX, maxY]: Box, color: string): void {
  const [left, top] = toScreen(camera, size, [minX, maxY])
  const [right, bottom] = toScreen(camera, size, [maxX, minY])
  const [x, y, w, h] = [left - 6, top - 6, right - left + 12, bottom - top + 12]
  const arm = Math.min(12, w / 2, h / 2)
  context.strokeStyle = color
  context.lineWidth = 1.5
  context.setLineDash([])
  context.beginPath()
  for (const [cx, cy, sx, sy] of [
    [x, y, 1, 1],
    [x + w, y, -1, 1],
    [x + w, y + h, -1, -1],
    [x, y + h, 1, -1],
  ] as const) {
    context.moveTo(cx + sx * arm, cy)
    context.lineTo(cx, cy)
    context.lineTo(cx, cy + sy * arm)
  }
  context.stroke()
}

/** Marks what is different: added and changed in the new scene, removed in the old one. */
export function markDifference(
  surface: Surface,
  before: SceneModel,
  after: SceneModel,
  difference: SceneDifference,
): void {
  const { palette } = surface
  for (const entity of difference.removed.slice(0, MAX_MARKED)) markEntity(surface, before, entity, palette.removed, 2)
  for (const entity of difference.changed.slice(0, MAX_MARKED)) markEntity(surface, after, entity, palette.changed, 2)
  for (const entity of difference.added.slice(0, MAX_MARKED)) markEntity(surface, after, entity, palette.added, 2)
}

/** Marks an entity that breaks a rule, with a sign that needs no colour. */
export function markViolation(surface: Surface, model: SceneModel, entity: Entity): void {
  const { context, camera, size, palette } = surface
  markEntity(surface, model, entity, palette.removed, 3)
  if (!entity.bounds) return
  const [minX, , maxX, maxY] = entity.bounds
  const [x, y] = toScreen(camera, size, [(minX + maxX) / 2, maxY])
  context.fillStyle = palette.removed
  context.beginPath()
  context.arc(x, y - 14, 9, 0, 2 * Math.PI)
  context.fill()
  context.fillStyle = palette.ground
  context.font = 'bold 13px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText('!', x, y - 13.5)
}

/** The most places that are marked: more of them hide the drawing. */
const MAX_PLACES = 500

/** The radius of the mark of a place, and of the ring around the chosen place, in pixels. */
const PLACE_RADIUS = 7
const CHOSEN_RADIUS = 13

/** Marks places where something is wrong: a full circle for an error, an open one for a warning. */
export function drawFindings(
  { context, camera, size, palette }: Surface,
  findings: readonly FindingWire[],
  chosen: Point | undefined,
): void {
  // To set a font takes longer than all else of a frame.
  if (findings.length === 0 && !chosen) return
  context.setLineDash([])
  context.font = 'bold 10px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  // The first are the worst: they lie on top.
  for (const { at, severity } of findings.slice(0, MAX_PLACES).reverse()) {
    const [x, y] = toScreen(camera, size, at)
    if (x < -PLACE_RADIUS || y < -PLACE_RADIUS || x > size.width + PLACE_RADIUS || y > size.height + PLACE_RADIUS)
      continue
    const isError = severity === 'error'
    context.beginPath()
    context.arc(x, y, PLACE_RADIUS, 0, 2 * Math.PI)
    context.lineWidth = 2
    context.strokeStyle = isError ? palette.removed : palette.changed
    context.fillStyle = isError ? palette.removed : palette.ground
    context.fill()
    context.stroke()
    context.fillStyle = isError ? palette.ground : palette.changed
    context.fillText(isError ? '!' : '–', x, y + 0.5)
  }
  if (!chosen) return
  const [x, y] = toScreen(camera, size, chosen)
  context.lineWidth = 2
  context.strokeStyle = palette.accent
  context.beginPath()
  context.arc(x, y, CHOSEN_RADIUS, 0, 2 * Math.PI)
  context.stroke()
}

/** The width of a brush stroke, in pixels. */
const STROKE_PIXELS = 9

/** Draws what was marked with the brush, so that the drawing is seen through it. */
export function drawStrokes({ context, camera, size, palette }: Surface, strokes: readonly (readonly Point[])[]): void {
  context.save()
  context.globalAlpha = 0.45
  context.strokeStyle = palette.accent
  context.lineWidth = STROKE_PIXELS
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.setLineDash([])
  for (const stroke of strokes) {
    context.beginPath()
    for (const [index, point] of stroke.entries()) {
      const [x, y] = toScreen(camera, size, point)
      if (index === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    context.stroke()
  }
  context.restore()
}

/** Draws a measure: its points, the line between them, and the distance. */
export function drawMeasure(
  surface: Surface,
  points: readonly Point[],
  cursor: { readonly point: Point; readonly snap?: SnapPoint | undefined } | undefined,
  units: string,
): void {
  const { context, camera, size, palette } = surface
  const [from, to] = points.length === 1 && cursor ? [points[0], cursor.point] : points
  context.setLineDash([])
  if (from && to) {
    const [x1, y1] = toScreen(camera, size, from)
    const [x2, y2] = toScreen(camera, size, to)
    context.strokeStyle = palette.accent
    context.lineWidth = 1.5
    context.beginPath()
    context.moveTo(x1, y1)
    context.lineTo(x2, y2)
    const angle = Math.atan2(y2 - y1, x2 - x1) + Math.PI / 2
    for (const [x, y] of [
      [x1, y1],
      [x2, y2],
    ] as const) {
      context.moveTo(x + 6 * Math.cos(angle), y + 6 * Math.sin(angle))
      context.lineTo(x - 6 * Math.cos(angle), y - 6 * Math.sin(angle))
    }
    context.stroke()
    drawLabel(surface, measureText(from, to, units), (x1 + x2) / 2, (y1 + y2) / 2)
  }
  for (const point of points) drawDot(surface, point)
  if (cursor) drawCursor(surface, cursor.point, cursor.snap)
}

export function measureText([x1, y1]: Point, [x2, y2]: Point, units: string): string {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI
  return `${formatNumber(Math.hypot(dx, dy))} ${units}   Δx ${formatNumber(dx)}  Δy ${formatNumber(dy)}  ${formatNumber(angle, 1)}°`
}

/** Draws words on a ground of their own, over a place of the window. */
export function drawLabel({ context, size, palette }: Surface, text: string, x: number, y: number): void {
  context.font = '12px system-ui, sans-serif'
  const width = context.measureText(text).width + 16
  const left = Math.min(Math.max(x - width / 2, 6), size.width - width - 6)
  const top = Math.min(Math.max(y - 34, 6), size.height - 28)
  context.fillStyle = palette.label
  context.beginPath()
  context.roundRect(left, top, width, 22, 4)
  context.fill()
  context.fillStyle = palette.labelInk
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillText(text, left + 8, top + 11.5)
}

function drawDot({ context, camera, size, palette }: Surface, point: Point): void {
  const [x, y] = toScreen(camera, size, point)
  context.fillStyle = palette.accent
  context.beginPath()
  context.arc(x, y, 3.5, 0, 2 * Math.PI)
  context.fill()
}

/** A square for an end, a triangle for a middle, a circle for a centre, a diamond for a quadrant; a cross elsewhere. */
function drawCursor({ context, camera, size, palette }: Surface, point: Point, snap: SnapPoint | undefined): void {
  const [x, y] = toScreen(camera, size, point)
  context.strokeStyle = palette.accent
  context.lineWidth = 2
  context.beginPath()
  if (snap?.kind === 'end') context.rect(x - 5, y - 5, 10, 10)
  else if (snap?.kind === 'centre') context.arc(x, y, 6, 0, 2 * Math.PI)
  else if (snap?.kind === 'middle')
    polygon(context, [
      [x, y - 6],
      [x + 6, y + 5],
      [x - 6, y + 5],
    ])
  else if (snap?.kind === 'quadrant')
    polygon(context, [
      [x, y - 7],
      [x + 7, y],
      [x, y + 7],
      [x - 7, y],
    ])
  else {
    context.moveTo(x - 8, y)
    context.lineTo(x + 8, y)
    context.moveTo(x, y - 8)
    context.lineTo(x, y + 8)
  }
  context.stroke()
}

function polygon(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) context.moveTo(x, y)
    else context.lineTo(x, y)
  }
  context.closePath()
}

/** Draws the box that selects what lies in it. */
export function drawMarquee({ context, palette }: Surface, [x1, y1]: Point, [x2, y2]: Point): void {
  context.strokeStyle = palette.accent
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.strokeRect(x1, y1, x2 - x1, y2 - y1)
  context.setLineDash([])
}

/** The width of the shadow of a sheet, in pixels. */
const SHADOW = 5

/** Draws the ground around a sheet of paper. */
export function drawDesk({ context, size, palette }: Surface): void {
  context.fillStyle = palette.grid
  context.fillRect(0, 0, size.width, size.height)
}

/** Keeps what is drawn from here on within a box of the world. */
export function clipTo({ context, camera, size }: Surface, [minX, minY, maxX, maxY]: Box): void {
  const [left, top] = toScreen(camera, size, [minX, maxY])
  const [right, bottom] = toScreen(camera, size, [maxX, minY])
  context.beginPath()
  context.rect(left, top, right - left, bottom - top)
  context.clip()
}

/** Draws the sheet of paper that a drawing is on. */
export function drawSheet(
  { context, camera, size, palette }: Surface,
  [minX, minY, maxX, maxY]: Box,
  paper: string,
): void {
  const [left, top] = toScreen(camera, size, [minX, maxY])
  const [right, bottom] = toScreen(camera, size, [maxX, minY])
  context.fillStyle = palette.gridStrong
  context.fillRect(left + SHADOW, top + SHADOW, right - left, bottom - top)
  context.fillStyle = paper
  context.fillRect(left, top, right - left, bottom - top)
  context.strokeStyle = palette.axis
  context.lineWidth = 1
  context.setLineDash([])
  context.strokeRect(left, top, right - left, bottom - top)
}
