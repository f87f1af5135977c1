import type { Point } from './wire.js'

/** Gestures on the canvas. Points are in its pixels. */
export interface Hand {
  pan(dx: number, dy: number): void
  zoom(at: Point, factor: number): void
  hover(at: Point | undefined): void
  /** `isFinger` is true for a touch, which hits less exactly. */
  tap(at: Point, adds: boolean, isFinger: boolean): void
  doubleTap(): void
  /** Draws a selection box; `isDone` on release. Without points it is cancelled. */
  box(from: Point | undefined, to: Point | undefined, isDone: boolean): void
  /** Starts a drag at the pointer, if there is a handle. */
  grab(at: Point, isFinger: boolean): boolean
  /** Drags the handle; `isDone` on release. Without a point it is cancelled. */
  drag(at: Point | undefined, isDone: boolean): void
}

/** A press that moves less is a tap; a finger rolls. */
const TAP_PIXELS = 4
const FINGER_TAP_PIXELS = 10
/** Within the half second that systems allow for a double click. */
const DOUBLE_TAP_MS = 350

/** Reads pointers, wheel and pinch: mouse, pen, touch screen and touch pad. */
export class Gestures {
  readonly #canvas: HTMLCanvasElement
  readonly #hand: Hand
  readonly #pointers = new Map<number, Point>()
  #pressed: Point | undefined
  #isDrag = false
  /** True while the drag draws a box. */
  #isBox = false
  /** True while the drag moves a handle. */
  #isHolding = false
  /** True for a press whose drag was cancelled. */
  #isSpent = false
  #lastTap: { readonly at: Point; readonly time: number } | undefined

  constructor(canvas: HTMLCanvasElement, hand: Hand) {
    this.#canvas = canvas
    this.#hand = hand
    canvas.addEventListener('pointerdown', (event) => this.#down(event))
    canvas.addEventListener('pointermove', (event) => this.#move(event))
    canvas.addEventListener('pointerup', (event) => this.#up(event))
    canvas.addEventListener('pointercancel', (event) => this.#leave(event))
    canvas.addEventListener('pointerleave', (event) => {
      if (this.#pointers.size === 0 && event.pointerType !== 'touch') this.#hand.hover(undefined)
    })
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false })
    // Pointer events say all. The browser takes a quick stroke for a fling too, and the next tap, wherever it is, for what
    // stops the fling: a button beside the drawing would get no click.
    canvas.addEventListener('touchstart', (event) => event.preventDefault(), { passive: false })
    canvas.addEventListener('contextmenu', (event) => event.preventDefault())
  }

  #at(event: MouseEvent): Point {
    const box = this.#canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  #down(event: PointerEvent): void {
    this.#canvas.focus({ preventScroll: true })
    try {
      this.#canvas.setPointerCapture(event.pointerId)
    } catch {
      // A pointer that is already gone cannot be captured.
    }
    const at = this.#at(event)
    this.#pointers.set(event.pointerId, at)
    // A second finger turns the press into a pinch, and its release is no tap.
    this.#pressed = this.#pointers.size === 1 ? at : undefined
    this.letGo()
    this.#isSpent = false
    this.#isBox = this.#pointers.size === 1 && event.button === 0 && event.shiftKey
    // Other buttons pan at once; the first one only after it has moved.
    this.#isDrag = this.#pointers.size > 1 || event.button !== 0
    this.#isHolding = !this.#isBox && !this.#isDrag && this.#hand.grab(at, event.pointerType === 'touch')
  }

  /** Cancels a drag that moves a handle or draws a box; false if there is none. */
  letGo(): boolean {
    if (!this.#isHolding && !this.#isBox) return false
    if (this.#isHolding) this.#hand.drag(undefined, true)
    else this.#hand.box(undefined, undefined, true)
    this.#isHolding = this.#isBox = false
    // The rest of the press moves nothing, and its release is no tap.
    this.#isSpent = true
    return true
  }

  #move(event: PointerEvent): void {
    const at = this.#at(event)
    const before = this.#pointers.get(event.pointerId)
    if (!before) {
      if (event.pointerType !== 'touch') this.#hand.hover(at)
      return
    }
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
    this.#pointers.set(event.pointerId, at)
    const [other] = others
    if (this.#isSpent) return
    if (other) return this.#pinch(before, at, other)
    const still = event.pointerType === 'touch' ? FINGER_TAP_PIXELS : TAP_PIXELS
    if (this.#pressed && Math.hypot(at[0] - this.#pressed[0], at[1] - this.#pressed[1]) > still) this.#isDrag = true
    if (this.#isDrag && this.#isHolding) return this.#hand.drag(at, false)
    if (this.#isDrag && this.#isBox) return this.#hand.box(this.#pressed, at, false)
    if (this.#isDrag) {
      this.#canvas.classList.add('dragged')
      this.#hand.pan(at[0] - before[0], at[1] - before[1])
    }
  }

  #pinch(before: Point, at: Point, other: Point): void {
    const apart = (point: Point): number => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]))
    // The middle of two fingers moves half as far as the one that moves.
    this.#hand.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2)
    this.#hand.zoom([(at[0] + other[0]) / 2, (at[1] + other[1]) / 2], apart(at) / apart(before))
  }

  #up(event: PointerEvent): void {
    const at = this.#at(event)
    const isTap = this.#pointers.size === 1 && !this.#isDrag && !this.#isSpent
    const isBox = this.#isBox && this.#isDrag
    const isHeld = this.#isHolding && this.#isDrag
    this.#isBox = false
    this.#isHolding = false
    this.#leave(event)
    if (isHeld) return this.#hand.drag(at, true)
    if (isBox) return this.#hand.box(this.#pressed, at, true)
    if (!isTap) return
    const adds = event.shiftKey || event.ctrlKey || event.metaKey
    const last = adds ? undefined : this.#lastTap
    const still = event.pointerType === 'touch' ? FINGER_TAP_PIXELS : TAP_PIXELS
    const isDouble =
      last &&
      event.timeStamp - last.time < DOUBLE_TAP_MS &&
      Math.hypot(at[0] - last.at[0], at[1] - last.at[1]) < 2 * still
    // A third tap starts over, so that it is not the second of another pair.
    this.#lastTap = isDouble ? undefined : { at, time: event.timeStamp }
    if (isDouble) this.#hand.doubleTap()
    else this.#hand.tap(at, adds, event.pointerType === 'touch')
  }

  #leave(event: PointerEvent): void {
    this.letGo()
    this.#pointers.delete(event.pointerId)
    if (this.#pointers.size === 0) this.#canvas.classList.remove('dragged')
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    // Some browsers count lines or pages instead of pixels.
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit]
    // A touch pad that moves sideways, or a wheel with shift, pans. A pinch on a touch pad comes as a wheel with ctrl.
    if (!event.ctrlKey && (event.shiftKey || Math.abs(dx) > Math.abs(dy))) {
      return this.#hand.pan(-(dx || dy), event.shiftKey ? 0 : -dy)
    }
    // A pinch comes as a wheel of small steps. The bounds keep one turn of a fast wheel from leaving the drawing.
    const speed = event.ctrlKey ? 0.01 : 0.0018
    this.#hand.zoom(this.#at(event), Math.exp(-Math.max(-400, Math.min(400, dy)) * speed))
  }
}
