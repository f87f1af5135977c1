import { fitted, toScreen, visibleBox, type Camera, type Size } from './camera.js'
import { changedBoxes, patchesOf, reachOf, type Patch } from './changes.js'
import type { Entity, SceneModel } from './scene.js'
import type { ColorMapper } from './theme.js'
import type { Box, StyleWire } from './wire.js'

/** The settings of the painter besides the scene. */
export interface Look {
  /** The layers that are hidden. */
  readonly hidden: ReadonlySet<string>
  /** A colour of the drawing as it is shown on this ground. */
  readonly shown: ColorMapper
  /** The thinnest line, in pixels. */
  readonly hairline: number
  /** The names of entities that are left out with their contents, such as the frames of other sheets. */
  readonly elsewhere?: ReadonlySet<string>
}

/** The margin around the window that is painted too, in pixels, so that a pan shows no empty edge. */
const MARGIN = 192

/** The time that one frame may spend on painting. */
interface Slice {
  readonly ms: number
  /** The most entities: their pixels may be made later than their commands. */
  readonly entities: number
}

/**
 * The slices of a picture that is being moved, whose frames must come in time; of one that stands still, and may be moved again
 * with the next turn of a wheel; of one that has stood still for a while and is waited for; and of the beginning of one whose
 * scene has just changed.
 */
const MOVING: Slice = { ms: 5, entities: 1_000 }
const STILL: Slice = { ms: 11, entities: 4_000 }
const AWAITED: Slice = { ms: 36, entities: 12_000 }
const CHANGED: Slice = { ms: 24, entities: 4_000 }

/** The frames without a movement after which a picture is waited for. */
const AWAITED_FRAMES = 6

/**
 * The factor by which a picture is enlarged during a zoom, before another one is begun: one for every step would cost
 * the frames, and be of no use before it is finished.
 */
const MAX_ENLARGED = 1.5

/** The entities between two looks at the clock. */
const ENTITIES_PER_LOOK = 48

/** The most entities that are painted once more where they are different; above, the picture is painted again in slices. */
const MAX_REPAINTED = 2_000

/** The pixels around a change that are painted too: lines have edges, and the thinnest are widened. */
const CHANGE_MARGIN = 3

/** Smaller things are a dot. */
const DOT_PIXELS = 1.5

/**
 * Shapes below this size, in pixels, have lines that are thinner than the thinnest: of thousands of small shapes side by side
 * the lines would cover everything else. It is where a line of the thinnest width on each side takes a tenth of the shape.
 */
const FULL_LINE_PIXELS = 24

/** The thinnest line of the smallest shapes, as a share of the thinnest of all: fainter ones are not seen at all. */
const MIN_LINE_SHARE = 0.2

/** The dots in a pixel of a small picture after which it is full: more of them would change little, and take most of the time. */
const MAX_DOTS = 3

/** The share of a dot that the lines of an unfilled shape cover. */
const DOT_COVERED = 0.45

function isLeftOut(model: SceneModel, entity: Entity, { hidden, elsewhere }: Look): boolean {
  return model.isHidden(entity, hidden) || (elsewhere !== undefined && model.isIn(entity, elsewhere))
}

/** One picture of the scene, and the camera that it was painted for. */
interface Picture {
  readonly canvas: HTMLCanvasElement
  readonly camera: Camera
  readonly size: Size
  readonly ratio: number
  readonly margin: number
  readonly context: CanvasRenderingContext2D
  readonly model: SceneModel
  readonly look: Look
}

interface Job extends Picture {
  readonly waiting: readonly number[]
  done: number
}

/**
 * Paints a scene into a picture of its own, a slice in each frame, while the last picture is shown moved and scaled. So a
 * frame costs the same for a hundred entities and for a hundred thousand.
 */
export class Painter {
  #model: SceneModel | undefined
  #look: Look
  #shown: Picture | undefined
  #job: Job | undefined
  #isStale = false
  #spare: HTMLCanvasElement | undefined
  /** The camera of the last frame, and the frames since it moved. */
  #camera: Camera | undefined
  #stillFrames = 0

  constructor(look: Look) {
    this.#look = look
  }

  get isBusy(): boolean {
    if (this.#job !== undefined) return true
    return this.#model !== undefined && (this.#isStale || this.#shown?.camera.scale !== this.#camera?.scale)
  }

  set(model: SceneModel | undefined, look: Look): void {
    this.#model = model
    this.#look = look
    this.#isStale = true
    // The unfinished picture shows another scene.
    this.#endJob()
    // With another look every pixel changes.
    if (model && this.#shown?.look === look) this.#repaint(this.#shown, model)
  }

  /** Starts painting a scene that was just set, before the frame that shows it. */
  begin(camera: Camera, size: Size, ratio: number): void {
    if (!this.#isStale || this.#job || !this.#model) return
    this.#start(camera, size, ratio)
    if (this.#job) this.#paint(this.#job, CHANGED)
  }

  /** Draws the scene as it is shown from here; `isSmooth` costs a machine without a graphics card half of a frame. */
  draw(context: CanvasRenderingContext2D, camera: Camera, size: Size, ratio: number, isSmooth: boolean): void {
    this.#goOn(camera, size, ratio)
    const picture = this.#shown
    if (!picture) return
    const { width, height } = picture.size
    const scale = camera.scale / picture.camera.scale
    // Where the picture's middle is now.
    const x = size.width / 2 + (picture.camera.x - camera.x) * camera.scale
    const y = size.height / 2 - (picture.camera.y - camera.y) * camera.scale
    const [w, h] = [(width + 2 * picture.margin) * scale, (height + 2 * picture.margin) * scale]
    context.imageSmoothingEnabled = scale !== 1 && isSmooth
    if (scale === 1 && picture.ratio === ratio) {
      // Whole pixels stay whole.
      const left = Math.round((x - w / 2) * ratio) / ratio
      const top = Math.round((y - h / 2) * ratio) / ratio
      context.drawImage(picture.canvas, left, top, w, h)
    } else {
      context.drawImage(picture.canvas, x - w / 2, y - h / 2, w, h)
    }
  }

  #goOn(camera: Camera, size: Size, ratio: number): void {
    const isMoved = camera !== this.#camera
    // Cameras are values that are replaced, so another object means a movement.
    this.#camera = camera
    this.#stillFrames = isMoved ? 0 : this.#stillFrames + 1
    if (!this.#job && this.#model) {
      const picture = this.#shown
      const suffices = picture && !this.#isStale && covers(picture, camera, size, ratio, isMoved)
      if (!suffices) this.#start(camera, size, ratio)
    }
    const still = this.#stillFrames > AWAITED_FRAMES ? AWAITED : STILL
    if (this.#job) this.#paint(this.#job, isMoved ? MOVING : still)
  }

  #start(camera: Camera, size: Size, ratio: number): void {
    const model = this.#model
    if (!model || size.width === 0 || size.height === 0) return
    this.#isStale = false
    const margin = Math.min(MARGIN, Math.round(Math.max(size.width, size.height) / 4))
    const [width, height] = [size.width, size.height].map((side) => Math.round((side + 2 * margin) * ratio))
    const canvas = this.#spare ?? document.createElement('canvas')
    this.#spare = undefined
    // Kept in main memory: each slice is turned into pixels at once, and not all of them in the last frame.
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) return
    if (canvas.width === width && canvas.height === height) {
      // Its pixels are used again: others would have to be had from the system, which takes longer than many entities.
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, width, height)
    } else {
      canvas.width = width ?? 0
      canvas.height = height ?? 0
    }
    const picture: Picture = { canvas, camera, size, ratio, margin, context, model, look: this.#look }
    aim(picture)
    this.#job = { ...picture, waiting: model.boxes.touching(visibleBox(camera, size, margin)), done: 0 }
  }

  #paint(job: Job, { ms, entities }: Slice): void {
    const brush = new Brush(job)
    const until = performance.now() + ms
    const end = Math.min(job.waiting.length, job.done + entities)
    while (job.done < end) {
      const stop = Math.min(end, job.done + ENTITIES_PER_LOOK)
      for (; job.done < stop; job.done += 1) {
        const entity = job.model.leafAt(job.waiting[job.done] ?? -1)
        if (!isLeftOut(job.model, entity, job.look)) brush.draw(entity)
      }
      if (performance.now() > until) break
    }
    // The old picture stays until the new one is whole.
    if (job.done < job.waiting.length) return
    this.#spare = this.#shown?.canvas
    this.#shown = job
    this.#job = undefined
  }

  /** Paints what is different from the scene of a picture into it; a picture of too much else is left to be painted again. */
  #repaint(picture: Picture, model: SceneModel): void {
    const boxes = changedBoxes(picture.model, model)
    // An entity may be on a hidden layer, or on another sheet, by one of the groups around it.
    if (!boxes || picture.look.hidden.size > 0 || picture.look.elsewhere?.size) return
    const { canvas, context } = picture
    const widest = model.wire.styles.reduce((most, style) => Math.max(most, reachOf(style)), 0)
    const reach = widest + CHANGE_MARGIN / picture.camera.scale
    const patches = patchesOf(
      boxes.map((box) => pixelsOf(picture, box)),
      canvas.width,
      canvas.height,
    ).map((patch) => ({ patch, found: model.boxes.touching(worldOf(picture, patch, reach)) }))
    if (patches.reduce((sum, { found }) => sum + found.length, 0) > MAX_REPAINTED) return
    const shown = { ...picture, model }
    for (const { patch, found } of patches) {
      context.save()
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.beginPath()
      context.rect(patch.left, patch.top, patch.width, patch.height)
      context.clip()
      context.clearRect(patch.left, patch.top, patch.width, patch.height)
      aim(shown)
      const brush = new Brush(shown)
      for (const position of found) brush.draw(model.leafAt(position))
      context.restore()
    }
    this.#shown = shown
    this.#isStale = false
  }

  #endJob(): void {
    if (this.#job) this.#spare = this.#job.canvas
    this.#job = undefined
    if (!this.#model) this.#shown = undefined
  }
}

/** Sets the transform so that drawing uses coordinates of the world, less the origin. */
function aim({ context, canvas, camera, ratio, model }: Picture): void {
  const zoom = camera.scale * ratio
  const [ox, oy] = model.origin
  const left = canvas.width / 2 - (camera.x - ox) * zoom
  const top = canvas.height / 2 + (camera.y - oy) * zoom
  context.setTransform(zoom, 0, 0, -zoom, left, top)
  context.lineJoin = 'miter'
  context.miterLimit = 4
}

/** A box of the world in pixels of a picture, enlarged by the soft edges of shapes. */
function pixelsOf({ canvas, camera, ratio }: Picture, [minX, minY, maxX, maxY]: Box): Box {
  const zoom = camera.scale * ratio
  const around = CHANGE_MARGIN * ratio
  const [middleX, middleY] = [canvas.width / 2, canvas.height / 2]
  return [
    middleX + (minX - camera.x) * zoom - around,
    middleY - (maxY - camera.y) * zoom - around,
    middleX + (maxX - camera.x) * zoom + around,
    middleY - (minY - camera.y) * zoom + around,
  ]
}

/** A part of a picture as a box of the world, enlarged by a margin. */
function worldOf({ canvas, camera, ratio }: Picture, { left, top, width, height }: Patch, around: number): Box {
  const zoom = camera.scale * ratio
  const minX = camera.x + (left - canvas.width / 2) / zoom
  const maxY = camera.y - (top - canvas.height / 2) / zoom
  return [minX - around, maxY - height / zoom - around, minX + width / zoom + around, maxY + around]
}

/** Whether a picture still shows all of the window, as sharp as it should be. */
function covers(picture: Picture, camera: Camera, size: Size, ratio: number, isMoved: boolean): boolean {
  if (picture.ratio !== ratio || picture.size.width !== size.width || picture.size.height !== size.height) return false
  const grown = camera.scale / picture.camera.scale
  // Once the movement ends, the picture is painted at its true scale.
  if (grown !== 1 && !isMoved) return false
  if (grown > MAX_ENLARGED) return false
  const dx = Math.abs(picture.camera.x - camera.x) * camera.scale
  const dy = Math.abs(picture.camera.y - camera.y) * camera.scale
  // Half of the margin is left for what moves on while the next picture is painted.
  const free = (side: number): number => ((side + picture.margin) * grown - side) / 2
  return dx < free(size.width) && dy < free(size.height)
}

/** Draws entities one after the other, and sets only what changes from one to the next. */
class Brush {
  readonly #context: CanvasRenderingContext2D
  readonly #model: SceneModel
  readonly #look: Look
  readonly #scale: number
  readonly #pixel: number
  #fill = ''
  #isLine = false
  #stroke = ''
  #width = -1
  #pen: StyleWire['stroke']
  /** The number of dots in each pixel of a small picture. */
  readonly #dots: Uint8Array | undefined
  readonly #camera: Camera
  readonly #size: Size

  constructor({ context, model, look, camera, size, ratio }: Picture, isSmall = false) {
    this.#camera = camera
    this.#size = size
    if (isSmall) this.#dots = new Uint8Array(size.width * size.height)
    this.#context = context
    this.#model = model
    this.#look = look
    this.#scale = camera.scale
    this.#pixel = 1 / (camera.scale * ratio)
  }

  draw(entity: Entity): void {
    const { fill, stroke } = this.#model.styleOf(entity)
    if (fill === undefined && stroke === undefined) return
    if (entity.bounds && this.#isDot(entity, stroke?.width ?? 0)) {
      if (this.#isFull(entity.bounds)) return
      // The lines of so small an outline cover a part of it; with many outlines, the eye sees that part as a grey.
      this.#context.globalAlpha = fill === undefined ? DOT_COVERED : 1
      this.#dot(entity, fill ?? stroke?.color ?? '', fill === undefined)
      this.#context.globalAlpha = 1
      return
    }
    const path = this.#model.path(entity)
    if (fill !== undefined) {
      this.#setFill(fill, this.#model.isInk(entity))
      this.#context.fill(path, entity.even_odd ? 'evenodd' : 'nonzero')
    }
    if (stroke) {
      this.#setPen(stroke, this.#lineShare(entity))
      this.#context.stroke(path)
    }
  }

  /** The share of the thinnest line that a shape gets, by its size on the screen. A filled shape needs no line. */
  #lineShare({ bounds, type }: Entity): number {
    if (!bounds || type === 'text') return 1
    const [minX, minY, maxX, maxY] = bounds
    const pixels = Math.max(maxX - minX, maxY - minY) * this.#scale
    return Math.min(1, Math.max(MIN_LINE_SHARE, Math.round((8 * pixels) / FULL_LINE_PIXELS) / 8))
  }

  #isDot({ bounds }: Entity, width: number): boolean {
    const [minX, minY, maxX, maxY] = bounds ?? [0, 0, Infinity, Infinity]
    return Math.max(maxX - minX, maxY - minY, width) * this.#scale < DOT_PIXELS
  }

  /** Counts a dot; true where its pixel has enough of them. */
  #isFull([minX, minY, maxX, maxY]: Box): boolean {
    if (!this.#dots) return false
    const [x, y] = toScreen(this.#camera, this.#size, [(minX + maxX) / 2, (minY + maxY) / 2])
    const at = Math.floor(y) * this.#size.width + Math.floor(x)
    const count = this.#dots[at] ?? 0
    if (count < MAX_DOTS) this.#dots[at] = count + 1
    return count >= MAX_DOTS
  }

  #dot({ bounds }: Entity, color: string, isLine: boolean): void {
    const [minX, minY, maxX, maxY] = bounds ?? [0, 0, 0, 0]
    const [ox, oy] = this.#model.origin
    const size = Math.max(maxX - minX, maxY - minY, this.#pixel)
    this.#setFill(color, isLine)
    this.#context.fillRect((minX + maxX) / 2 - ox - size / 2, (minY + maxY) / 2 - oy - size / 2, size, size)
  }

  #setFill(color: string, isLine: boolean): void {
    if (color === this.#fill && isLine === this.#isLine) return
    this.#fill = color
    this.#isLine = isLine
    this.#context.fillStyle = this.#look.shown(color, isLine)
  }

  #setPen(pen: NonNullable<StyleWire['stroke']>, share: number): void {
    const width = Math.max(pen.width, (share * this.#look.hairline) / this.#scale)
    if (width !== this.#width) this.#context.lineWidth = this.#width = width
    if (pen === this.#pen) return
    this.#pen = pen
    if (pen.color !== this.#stroke) {
      this.#stroke = pen.color
      this.#context.strokeStyle = this.#look.shown(pen.color, true)
    }
    this.#context.lineCap = pen.cap
    this.#context.lineJoin = pen.join
    this.#context.setLineDash(pen.dash ? [...pen.dash] : [])
  }
}

/**
 * Gives a canvas as many pixels as the screen shows in its box, since a stretched picture is blurred. Where it has no box it gets a
 * size. Returns the pixels of the canvas in a pixel of the page.
 */
export function resizeToBox(canvas: HTMLCanvasElement, { width, height }: Size): number {
  const ratio = Math.max(1, window.devicePixelRatio || 1)
  canvas.width = Math.round((canvas.clientWidth || width) * ratio)
  canvas.height = Math.round((canvas.clientHeight || height) * ratio)
  return ratio
}

/** Paints a whole scene at once into a small picture, such as the thumbnail of a commit. */
export function paintSmall(canvas: HTMLCanvasElement, model: SceneModel, look: Look): void {
  paintFrom(canvas, model, look, fitted(model.boundsWithout(look.hidden), canvas), true)
}

/** Paints a whole scene at once, as a camera sees it. */
export function paintFrom(
  canvas: HTMLCanvasElement,
  model: SceneModel,
  look: Look,
  camera: Camera,
  isSmall = false,
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const size = { width: canvas.width, height: canvas.height }
  const picture: Picture = {
    canvas,
    camera,
    size,
    ratio: 1,
    margin: 0,
    context,
    model,
    look,
  }
  aim(picture)
  const brush = new Brush(picture, isSmall)
  for (const position of model.leaves.keys()) {
    const entity = model.leafAt(position)
    if (!isLeftOut(model, entity, look)) brush.draw(entity)
  }
}
