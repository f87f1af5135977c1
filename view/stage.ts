import { around } from './boxes.js'
import { FIT_MARGIN, fitted, panned, visibleBox, toScreen, toWorld, zoomed, type Camera, type Size } from './camera.js'
import { byId, FINGERS, formatNumber } from './dom.js'
import { Gestures } from './gestures.js'
import { dragText, drawGhost, drawHandles, handleAt, handlesOf, rounded, snapped, type Handle } from './handles.js'
import {
  clipTo,
  drawDesk,
  drawFindings,
  drawGrid,
  drawLabel,
  drawMarquee,
  drawMeasure,
  drawScaleBar,
  drawSheet,
  drawStrokes,
  frameBox,
  markDifference,
  markEntity,
  markViolation,
  type Surface,
} from './overlay.js'
import { Pace } from './pace.js'
import { Painter, type Look } from './painter.js'
import type { SnapPoint } from './paths.js'
import { entitiesAt, entitiesBrushed, entitiesIn, snapAt } from './pick.js'
import { differenceOf, type Entity, type SceneDifference, type SceneModel } from './scene.js'
import { chosenSheet, notesElsewhere, sheetsOf } from './sheet-tabs.js'
import type { State, Store } from './store.js'
import { palette, colorMapper, type Palette } from './theme.js'
import type { Box, GeometryWire, Point, ProposalQuestion } from './wire.js'

/** The time of a move of the camera that no pointer makes. */
const GLIDE_MS = 220

/** The parts of the state that the drawing shows. */
const DRAWN: ReadonlySet<keyof State> = new Set([
  'model',
  'before',
  'split',
  'selected',
  'hovered',
  'hidden',
  'tool',
  'measured',
  'findings',
  'place',
  'strokes',
  'sheet',
  'theme',
])

/** The factor by which a drawing must be able to grow before the view moves: smaller changes are not worth a movement. */
const MAX_SMALLER = 1.8

/** An entity chosen in a list is in sight when it is this far from the edges of a large window, and this large, in pixels. */
const SIGHT_MARGIN = 24
const SEEN_PIXELS = 10

/** How far a window moves along one axis to show a range: to the edge of one in part in sight, to the middle of another. */
function leastShift([low, high]: readonly [number, number], [from, to]: readonly [number, number]): number {
  if (high < from || low > to) return (low + high - from - to) / 2
  if (low < from) return low - from
  return Math.max(high - to, 0)
}

/** The room that the tabs of sheets take at the top, as in the style sheet. */
const tabsHeight = (): number => (FINGERS.matches ? 66 : 46)

/** Where the room beside those tabs begins; nowhere while the names of what is compared stand there. */
function tabsRight(): number {
  const tabs = byId('sheets')
  // On their right there is as much room as on their left.
  return tabs.hidden ? Infinity : 2 * tabs.offsetLeft + tabs.offsetWidth
}

/** The room that the scale bar and the readout take at the bottom. */
const SCALE_HEIGHT = 40

/**
 * A lower window shows no scale, and one that is lower still no tabs either, as in the style sheet: the drawing would have a strip
 * between them.
 */
const MIN_SCALED_HEIGHT = 220
const MIN_TABBED_HEIGHT = 130

/** The share of the window that the smallest shape at a place has when the place is shown. */
const PLACE_SHARE = 0.15

/** The most entities that a box selects. */
const MAX_BOXED = 1_000

/** After this time without a move the person is looking at the drawing. */
const STILL_MS = 300

interface Glide {
  readonly from: Camera
  readonly to: Camera
  readonly start: number
}

/** The window on the scene: its picture, and the gestures in it. */
export class Stage {
  readonly #store: Store
  readonly canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #after: Painter
  readonly #before: Painter
  #palette: Palette
  #look: Look
  #camera: Camera = { x: 0, y: 0, scale: 1 }
  #size: Size = { width: 0, height: 0 }
  #ratio = 1
  #glide: Glide | undefined
  #isAsked = false
  #isFitted = false
  /** The window shows all of a drawing that grows, until a person moves it. */
  #follows = true
  /** The corners of the box that is being drawn. */
  #marquee: readonly [Point, Point] | undefined
  #difference: SceneDifference | undefined
  /** The cross of a measure: where it was moved to, and the point there that it snaps to. */
  #cursor: { readonly at: Point; readonly point: Point; readonly snap?: SnapPoint | undefined } | undefined
  #violations: readonly Entity[] = []
  readonly #pace = new Pace()
  readonly #gestures: Gestures
  readonly #propose: ((question: ProposalQuestion) => void) | undefined
  /** The handle that a hand drags, and the shape as it would be. */
  #held:
    | {
        readonly handle: Handle
        readonly name: string
        readonly geometry?: GeometryWire
        readonly words?: string
        readonly at?: Point
      }
    | undefined
  /** The stroke that the brush makes. */
  #stroke: readonly Point[] | undefined
  #lastMove = -Infinity

  /** `propose` asks what a drag would be in the code; without it nothing can be dragged. */
  constructor(store: Store, propose?: (question: ProposalQuestion) => void) {
    this.#store = store
    this.#propose = propose
    this.canvas = byId<HTMLCanvasElement>('canvas')
    const context = this.canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('this browser draws no canvas')
    this.#context = context
    this.#palette = palette()
    this.#look = lookOf(store.state)
    this.#after = new Painter(this.#look)
    this.#before = new Painter(this.#look)
    new ResizeObserver(() => this.#resize()).observe(byId('stage'))
    this.#watchRatio()
    this.#resize()
    this.#gestures = new Gestures(this.canvas, {
      pan: (dx, dy) => this.#moveByHand(panned(this.#camera, dx, dy)),
      zoom: (at, factor) => this.#moveByHand(zoomed(this.#camera, this.#size, at, factor)),
      hover: (at) => this.#hover(at),
      tap: (at, adds, isFinger) => this.#tap(at, adds, isFinger),
      doubleTap: () => this.zoomToSelection(),
      box: (from, to, isDone) => this.#box(from, to, isDone),
      grab: (at, isFinger) => this.#grab(at, isFinger),
      drag: (at, isDone) => this.#drag(at, isDone),
    })
    store.listenFirst((state, changed) => this.#hear(state, changed))
  }

  get camera(): Camera {
    return this.#camera
  }

  get size(): Size {
    return this.#size
  }

  /** True when nothing moves, and picture and panels show the latest scene. */
  get isSettled(): boolean {
    return !this.#isMoving && this.#store.isSettled
  }

  get #isMoving(): boolean {
    return this.#glide !== undefined || this.#after.isBusy || this.#before.isBusy
  }

  move(camera: Camera): void {
    this.#glide = undefined
    this.#camera = camera
    this.#lastMove = performance.now()
    this.#showZoom()
    this.ask()
  }

  /** Glides to a camera; at once where a person wants no motion. */
  glideTo(camera: Camera): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.move(camera)
    this.#lastMove = performance.now()
    this.#glide = { from: this.#camera, to: camera, start: this.#lastMove }
    this.ask()
  }

  /** Shows everything, also what is drawn next. */
  fit(): void {
    this.#follows = true
    this.glideTo(this.#fitted(boundsOf(this.#store.state)))
  }

  zoomBy(factor: number): void {
    this.#follows = false
    this.glideTo(zoomed(this.#target, this.#size, [this.#size.width / 2, this.#size.height / 2], factor))
  }

  panBy(dx: number, dy: number): void {
    this.#moveByHand(panned(this.#target, dx, dy))
  }

  zoomToSelection(): void {
    const { model, selected } = this.#store.state
    const boxes = selected.map((name) => model?.find(name)?.bounds).filter((box) => box !== undefined)
    if (boxes.length === 0) return this.fit()
    this.#follows = false
    const near = this.#fitted(around(boxes))
    // Some of the surroundings stay in sight.
    this.glideTo({ ...near, scale: near.scale * 0.7 })
  }

  /** Brings an entity into sight that was chosen elsewhere, with as little movement as does. */
  bringIntoSight(name: string): void {
    const bounds = this.#store.state.model?.find(name)?.bounds
    if (!bounds) return
    const [minX, minY, maxX, maxY] = bounds
    const target = this.#target
    const [left, bottom, right, top] = visibleBox(target, this.#size, -this.#sightMargin)
    const pixels = Math.max(maxX - minX, maxY - minY) * target.scale
    const isSeen = minX >= left && maxX <= right && minY >= bottom && maxY <= top
    if (isSeen && pixels >= SEEN_PIXELS) return
    this.#follows = false
    const near = this.#fitted(bounds)
    const isLarger = maxX - minX > right - left || maxY - minY > top - bottom
    const scale = isLarger
      ? near.scale
      : Math.max(target.scale, Math.min(near.scale, (target.scale * SEEN_PIXELS) / pixels))
    if (Number.isFinite(scale) && scale !== target.scale) return this.glideTo({ x: near.x, y: near.y, scale })
    const x = target.x + leastShift([minX, maxX], [left, right])
    const y = target.y + leastShift([minY, maxY], [bottom, top])
    this.glideTo({ x, y, scale: target.scale })
  }

  /** Brings a place into sight, as near as the shapes there are still seen as shapes. */
  showPlace(at: Point, names: readonly string[]): void {
    const { model } = this.#store.state
    const sizes = names.flatMap((name) => {
      const [minX, minY, maxX, maxY] = model?.find(name)?.bounds ?? [0, 0, 0, 0]
      const size = Math.max(maxX - minX, maxY - minY)
      return size > 0 ? [size] : []
    })
    const target = this.#target
    const [left, bottom, right, top] = visibleBox(target, this.#size, -this.#sightMargin)
    const isSeen = at[0] >= left && at[0] <= right && at[1] >= bottom && at[1] <= top
    const least =
      sizes.length > 0 ? (PLACE_SHARE * Math.min(this.#size.width, this.#size.height)) / Math.min(...sizes) : 0
    if (isSeen && target.scale >= least) return
    this.#follows = false
    this.glideTo({ x: at[0], y: at[1], scale: Math.max(target.scale, least) })
  }

  /** How far from the edges something must be to be in sight: no further than it is where everything is shown. */
  get #sightMargin(): number {
    return Math.min(SIGHT_MARGIN, FIT_MARGIN * Math.min(this.#size.width, this.#size.height))
  }

  /** Marks entities that break a rule. */
  markViolations(entities: readonly Entity[]): void {
    this.#violations = entities
    this.ask()
  }

  /** Cancels a drag; false if there is none. */
  letGo(): boolean {
    return this.#gestures.letGo()
  }

  /** Moves the cross of a measure that is made with keys. */
  moveCursor(dx: number, dy: number): void {
    const { width, height } = this.#size
    // From where it would be without a snap: each step is shorter than the way on which a point holds it.
    const at = this.#cursor ? toScreen(this.#camera, this.#size, this.#cursor.at) : [width / 2, height / 2]
    const [x, y] = [(at[0] ?? 0) + dx, (at[1] ?? 0) + dy]
    this.#hover([Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)])
  }

  /** Sets a point of a measure where the cross is. */
  setPoint(): void {
    if (!this.#cursor) this.moveCursor(0, 0)
    if (!this.#cursor) return
    const { measured } = this.#store.state
    this.#store.set({ measured: measured.length === 1 ? [...measured, this.#cursor.point] : [this.#cursor.point] })
  }

  /** Draws with the next frame. */
  ask(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    requestAnimationFrame((now) => {
      this.#isAsked = false
      this.#frame(now)
    })
  }

  /** The camera that shows a box whole, above the scale, and below the tabs of a drawing that has sheets or right of them. */
  #fitted(box: Box | null): Camera {
    const { model } = this.#store.state
    const { height } = this.#size
    const hasTabs = model !== undefined && sheetsOf(model).length > 0 && height >= MIN_TABBED_HEIGHT
    const below = height >= MIN_SCALED_HEIGHT ? SCALE_HEIGHT : 0
    const whole = fitted(box, this.#size, 0, below)
    // In a wide and low window, as on a telephone on its side, the height is what counts.
    if (!hasTabs || (box && toScreen(whole, this.#size, [box[0], box[3]])[0] > tabsRight())) return whole
    return fitted(box, this.#size, tabsHeight(), below)
  }

  #moveByHand(camera: Camera): void {
    this.#follows = false
    this.move(camera)
  }

  /** Shows all of a drawing that has outgrown the window, or has become small in it, unless a person has moved it. */
  #follow(bounds: Box): void {
    const whole = this.#fitted(bounds)
    if (!this.#isFitted) {
      this.#isFitted = true
      this.#camera = whole
      this.#glide = undefined
      return this.#showZoom()
    }
    const [minX, minY, maxX, maxY] = visibleBox(this.#target, this.#size)
    const isCut = bounds[0] < minX || bounds[1] < minY || bounds[2] > maxX || bounds[3] > maxY
    if (isCut || whole.scale > MAX_SMALLER * this.#target.scale) this.glideTo(whole)
  }

  #box(from: Point | undefined, to: Point | undefined, isDone: boolean): void {
    this.#marquee = isDone || !from || !to ? undefined : [from, to]
    this.ask()
    const { model, hidden } = this.#store.state
    if (!isDone || !from || !to || !model) return
    const corners = [from, to].map((point) => toWorld(this.#camera, this.#size, point))
    const xs = corners.map(([x]) => x)
    const ys = corners.map(([, y]) => y)
    const found = entitiesIn(model, hidden, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])
    this.#store.set({ selected: found.slice(0, MAX_BOXED).map(({ name }) => name) })
  }

  /** The handles of the selection, if it is one shape that can be edited by hand. */
  get #handles(): Handle[] {
    const { model, selected, tool, isReadOnly, past, before } = this.#store.state
    const [name, another] = selected
    if (!this.#propose || isReadOnly || past || before || tool !== 'select') return []
    const entity = name === undefined || another !== undefined ? undefined : model?.find(name)
    return entity ? handlesOf(entity) : []
  }

  #grab(at: Point, isFinger: boolean): boolean {
    if (this.#store.state.tool === 'brush') {
      this.#stroke = [toWorld(this.#camera, this.#size, at)]
      return true
    }
    const handle = handleAt(this.#handles, { camera: this.#camera, size: this.#size }, at, isFinger)
    const [name] = this.#store.state.selected
    this.#held = handle && name !== undefined ? { handle, name } : undefined
    return this.#held !== undefined
  }

  /** Continues a stroke of the brush; the marked entities are selected when it ends. */
  #brush(stroke: readonly Point[], at: Point | undefined, isDone: boolean): void {
    const { model, hidden, selected, strokes } = this.#store.state
    const drawn = at ? [...stroke, toWorld(this.#camera, this.#size, at)] : stroke
    this.#stroke = isDone ? undefined : drawn
    this.ask()
    if (!isDone || !at || !model) return
    const names = entitiesBrushed(model, hidden, drawn, this.#camera.scale).map(({ name }) => name)
    // The first stroke starts a new selection; the next ones add to it.
    const known = strokes.length > 0 ? selected : []
    this.#store.set({ selected: [...new Set([...known, ...names])].slice(0, MAX_BOXED), strokes: [...strokes, drawn] })
  }

  #drag(at: Point | undefined, isDone: boolean): void {
    if (this.#stroke) return this.#brush(this.#stroke, at, isDone)
    const held = this.#held
    this.ask()
    if (!held || !at) return void (this.#held = undefined)
    const { model, hidden } = this.#store.state
    const world = toWorld(this.#camera, this.#size, at)
    const snap = model && snapAt(model, hidden, this.#camera, this.#size, at, world)
    // Its own points would hold the handle where it is.
    const isOwn = snap && this.#handles.some(({ at: [x, y] }) => x === snap.point[0] && y === snap.point[1])
    const to = snap && !isOwn ? snapped(snap.point) : rounded(world, this.#camera.scale)
    const { geometry, question } = held.handle.dragged(to)
    const words = dragText(question, to, model?.wire.units ?? '')
    this.#held = isDone ? undefined : { ...held, geometry, words, at }
    byId('coordinates').textContent = this.#formatPlace(to)
    if (isDone) this.#propose?.(question)
  }

  /** The camera at the end of the current movement. */
  get #target(): Camera {
    return this.#glide?.to ?? this.#camera
  }

  #hear(state: State, changed: ReadonlySet<keyof State>): void {
    if (changed.has('theme')) this.#palette = palette()
    // The entities that broke a rule in another scene may be elsewhere in this one, or missing.
    if (changed.has('model')) this.#violations = []
    if (changed.has('model') || changed.has('before')) {
      this.#difference = state.before && state.model ? differenceOf(state.before, state.model) : undefined
    }
    // The contents of the other sheets follow from the drawing.
    const isOnSheet = state.model !== undefined && state.sheet !== undefined && sheetsOf(state.model).length > 1
    const isOtherLook =
      changed.has('theme') || changed.has('hidden') || changed.has('sheet') || (changed.has('model') && isOnSheet)
    if (isOtherLook) this.#look = lookOf(state)
    if (changed.has('model') || isOtherLook) this.#after.set(state.model, this.#look)
    if (changed.has('before') || isOtherLook) this.#before.set(state.before, this.#look)
    if (changed.has('sheet')) this.fit()
    if (changed.has('model')) {
      const bounds = boundsOf(state)
      // The next first drawing is shown whole, like the first of all.
      if (!bounds) this.#isFitted = false
      else if (this.#follows || !this.#isFitted) this.#follow(bounds)
    }
    if (changed.has('model')) this.#showZoom()
    if (changed.has('tool')) this.#cursor = undefined
    if ([...changed].some((key) => DRAWN.has(key))) this.ask()
    // While nothing moves, the scene is painted now, so that the next frame shows it.
    if (changed.has('model') && performance.now() - this.#lastMove > STILL_MS) {
      this.#after.begin(this.#camera, this.#size, this.#ratio)
    }
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = byId('stage')
    const ratio = window.devicePixelRatio || 1
    if (width === this.#size.width && height === this.#size.height && ratio === this.#ratio) return
    this.#size = { width, height }
    this.#ratio = ratio
    this.canvas.width = Math.max(1, Math.round(width * ratio))
    this.canvas.height = Math.max(1, Math.round(height * ratio))
    const bounds = boundsOf(this.#store.state)
    if (bounds && this.#follows) {
      this.#glide = undefined
      this.#camera = this.#fitted(bounds)
    }
    this.#showZoom()
    this.ask()
  }

  /** Another screen may have other pixels, though the window keeps its size. */
  #watchRatio(): void {
    matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        this.#resize()
        this.#watchRatio()
      },
      { once: true },
    )
  }

  #frame(now: number): void {
    this.#pace.note(now)
    this.#glideOn(now)
    const { state } = this.#store
    const surface: Surface = {
      context: this.#context,
      camera: this.#camera,
      size: this.#size,
      ratio: this.#ratio,
      palette: this.#palette,
    }
    this.#context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0)
    const sheet = chosenSheet(state)
    if (sheet) drawDesk(surface)
    else drawGrid(surface)
    if (sheet) drawSheet(surface, sheet.box, PAPER)
    else for (const { box } of state.model ? sheetsOf(state.model) : []) drawSheet(surface, box, this.#palette.ground)
    this.#context.save()
    // Entities beside the paper are not printed.
    if (sheet) clipTo(surface, sheet.box)
    this.#drawScenes(surface, state)
    this.#context.restore()
    if (state.model) this.#drawMarks(surface, state, state.model)
    if (this.#marquee) drawMarquee(surface, ...this.#marquee)
    if (state.model && this.#size.height >= MIN_SCALED_HEIGHT) drawScaleBar(surface, state.model.wire.units)
    if (this.#isMoving) this.ask()
  }

  #drawScenes({ context }: Surface, state: State): void {
    const [camera, size, ratio] = [this.#camera, this.#size, this.#ratio]
    const isSmooth = !this.#pace.isLate
    if (!state.before) return this.#after.draw(context, camera, size, ratio, isSmooth)
    const split = Math.round(size.width * state.split)
    for (const [painter, x, width] of [
      [this.#before, 0, split],
      [this.#after, split, size.width - split],
    ] as const) {
      context.save()
      context.beginPath()
      context.rect(x, 0, width, size.height)
      context.clip()
      painter.draw(context, camera, size, ratio, isSmooth)
      context.restore()
    }
  }

  #drawMarks(surface: Surface, state: State, model: SceneModel): void {
    const { before, hovered, selected, tool, measured } = state
    if (before && this.#difference) markDifference(surface, before, model, this.#difference)
    for (const entity of this.#violations) markViolation(surface, model, entity)
    const pointed = hovered !== undefined && !selected.includes(hovered) ? model.find(hovered) : undefined
    if (pointed) markEntity(surface, model, pointed, this.#palette.hover, 3)
    for (const name of selected) {
      const entity = model.find(name)
      if (!entity) continue
      markEntity(surface, model, entity, this.#palette.accent, 2)
      if (entity.bounds) frameBox(surface, entity.bounds as Box, this.#palette.accent)
    }
    drawHandles(surface, this.#handles)
    drawFindings(surface, state.findings, state.place)
    drawStrokes(surface, this.#stroke ? [...state.strokes, this.#stroke] : state.strokes)
    const { name, geometry, words, at } = this.#held ?? {}
    const dragged = name === undefined ? undefined : model.find(name)
    if (dragged && geometry) drawGhost(surface, model, { ...dragged, geometry })
    if (words !== undefined && at) drawLabel(surface, words, ...at)
    if (tool === 'measure') drawMeasure(surface, measured, this.#cursor, model.wire.units)
  }

  #glideOn(now: number): void {
    if (!this.#glide) return
    const { from, to, start } = this.#glide
    const part = Math.min(1, Math.max(0, (now - start) / GLIDE_MS))
    const eased = 1 - (1 - part) ** 3
    // The scale grows by equal factors; the middle moves so that the motion looks straight.
    const scale = from.scale * (to.scale / from.scale) ** eased
    const moved =
      Math.abs(to.scale / from.scale - 1) < 1e-6
        ? eased
        : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale)
    this.#camera = part === 1 ? to : { x: from.x + (to.x - from.x) * moved, y: from.y + (to.y - from.y) * moved, scale }
    if (part === 1) this.#glide = undefined
    this.#showZoom()
  }

  #hover(at: Point | undefined): void {
    const { model, hidden, tool, hovered } = this.#store.state
    const readout = byId('coordinates')
    if (!at || !model) {
      readout.textContent = ''
      if (hovered !== undefined) this.#store.set({ hovered: undefined })
      if (this.#cursor) this.#cursor = undefined
      return this.ask()
    }
    const world = toWorld(this.#camera, this.#size, at)
    if (tool === 'measure') {
      const snap = snapAt(model, hidden, this.#camera, this.#size, at, world)
      // What is less than a pixel would be noise in a dimension that is made of it.
      this.#cursor = { at: world, point: snap?.point ?? rounded(world, this.#camera.scale), snap }
      this.ask()
    } else {
      this.#store.set({ hovered: entitiesAt(model, hidden, world, this.#camera.scale)[0]?.name })
    }
    readout.textContent = this.#formatPlace(this.#cursor?.point ?? world)
  }

  #formatPlace([x, y]: Point): string {
    const digits = Math.max(0, Math.min(6, Math.ceil(Math.log10(this.#camera.scale)) + 1))
    // Further digits would only show how exact a pixel is, not a place.
    const shown = (value: number): string => formatNumber(Number(value.toFixed(digits)), digits)
    return `x ${shown(x)}   y ${shown(y)}`
  }

  #tap(at: Point, adds: boolean, isFinger: boolean): void {
    const { model, hidden, tool, selected } = this.#store.state
    // Nothing came of a stroke that did not move.
    this.#stroke = undefined
    if (!model) return
    if (tool === 'measure') {
      this.#hover(at)
      return this.setPoint()
    }
    const found = entitiesAt(model, hidden, toWorld(this.#camera, this.#size, at), this.#camera.scale, isFinger)
    // A second click at the same place selects the entity behind.
    const known = found.findIndex(({ name }) => selected.length === 1 && name === selected[0])
    const name = found[adds ? 0 : (known + 1) % Math.max(found.length, 1)]?.name
    if (name === undefined) return this.#store.set({ selected: adds ? selected : [] })
    const others = selected.filter((it) => it !== name)
    this.#store.set({ selected: adds ? (others.length < selected.length ? others : [...selected, name]) : [name] })
  }

  #showZoom(): void {
    const { model } = this.#store.state
    // Without a drawing there is nothing to measure.
    byId('readout').hidden = model === undefined
    if (model) {
      byId('zoom').textContent =
        `${formatNumber(Number(this.#camera.scale.toPrecision(3)), 9)} px per ${model.wire.units}`
    }
  }
}

/** The box that the window shows when it shows everything. */
function boundsOf(state: State): Box | null {
  return chosenSheet(state)?.box ?? state.model?.boundsWithout(state.hidden) ?? null
}

/** The colour of paper, on which everything has the colour that it prints with. */
const PAPER = '#ffffff'

function lookOf(state: State): Look {
  const { hidden, theme, model } = state
  const sheet = chosenSheet(state)
  if (model && sheet) {
    return { hidden, shown: colorMapper('light'), hairline: 0.8, elsewhere: notesElsewhere(model, sheet) }
  }
  return { hidden, shown: colorMapper(theme), hairline: theme === 'contrast' ? 1.25 : 0.8 }
}
