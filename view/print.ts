import type { Size } from './camera.js'
import { byId, h } from './dom.js'
import { paintFrom } from './painter.js'
import type { SceneModel } from './scene.js'
import { chosenSheet, notesElsewhere, sheetsOf } from './sheet-tabs.js'
import type { State, Store } from './store.js'
import { colorMapper } from './theme.js'
import type { Box, SheetWire } from './wire.js'

/** The millimetres of a unit; any other unit is taken for a millimetre. */
const MILLIMETRES: { readonly [units: string]: number } = {
  mm: 1,
  cm: 10,
  dm: 100,
  m: 1_000,
  km: 1e6,
  in: 25.4,
  ft: 304.8,
  yd: 914.4,
  um: 1e-3,
  µm: 1e-3,
}

/** The room around a drawing that has no page, in millimetres on paper: printers leave about as much free. */
const MARGIN = 10

/** The pixels of the page in a millimetre. */
const PAGE_PIXELS_PER_MILLIMETRE = 96 / 25.4

/**
 * A pixel of the printed picture is so many 64ths of a pixel of the page: 307 to the inch. Chromium prints a canvas as lines, and
 * rounds the ratio of its sizes to 64ths: any other ratio would print a drawing up to 3 % too small.
 */
const PARTS = 64
const LEAST_PARTS = 20

/** The most pixels of a side: a browser draws no larger canvas. */
const MAX_PIXELS = 12_000

/** The paper that a drawing is printed on: the part of the world that it shows, and its size in millimetres. */
interface Paper {
  readonly box: Box
  readonly width: number
  readonly height: number
}

/** The page of a drawing; for one without, the drawing at full size with a margin around. */
function paperOf(model: SceneModel, hidden: ReadonlySet<string>, sheet?: SheetWire): Paper | undefined {
  const { wire } = model
  const { units } = wire
  const page = sheet?.box ?? wire.page
  const scale = (sheet ? sheet.scale : wire.scale) ?? 1
  const box = page ?? model.boundsWithout(hidden)
  if (!box) return undefined
  // Without a page there is no scale. At full size a ruler on the paper agrees with the dimensions.
  const millimetre = (MILLIMETRES[units] ?? 1) / (page ? scale : 1)
  const around = page ? 0 : MARGIN / millimetre
  const [minX, minY, maxX, maxY] = [box[0] - around, box[1] - around, box[2] + around, box[3] + around]
  return { box: [minX, minY, maxX, maxY], width: (maxX - minX) * millimetre, height: (maxY - minY) * millimetre }
}

/** The size of a picture for a paper, and what part of a pixel of the page one of its pixels is. */
function pixelsOf({ width, height }: Paper): { readonly pixels: Size; readonly parts: number } {
  const longest = Math.max(width, height) * PAGE_PIXELS_PER_MILLIMETRE
  const parts = Math.max(LEAST_PARTS, Math.ceil((longest * PARTS) / MAX_PIXELS))
  const count = (millimetres: number): number =>
    Math.max(1, Math.floor((millimetres * PAGE_PIXELS_PER_MILLIMETRE * PARTS) / parts))
  return { pixels: { width: count(width), height: count(height) }, parts }
}

/** Prints the drawing at its true scale, on a paper of its size: the page itself is no part of it. */
export class Printer {
  readonly #place = byId('print')
  #rule: number | undefined

  constructor(store: Store) {
    window.addEventListener('beforeprint', () => this.#prepare(store.state))
    window.addEventListener('afterprint', () => this.#end())
  }

  #prepare(state: State): void {
    const { model, hidden } = state
    // Where no tab is open, the first of several sheets is printed.
    const chosen = chosenSheet(state) ?? (model && sheetsOf(model)[0])
    const paper = model && paperOf(model, hidden, chosen)
    const sheet = document.styleSheets[0]
    if (!model || !paper || !sheet) return
    const { box, width, height } = paper
    const { pixels, parts } = pixelsOf(paper)
    const canvas = h('canvas')
    canvas.width = pixels.width
    canvas.height = pixels.height
    canvas.style.width = `${(pixels.width * parts) / PARTS}px`
    canvas.style.height = `${(pixels.height * parts) / PARTS}px`
    // Paper is white, whatever the screen is.
    const elsewhere = chosen && notesElsewhere(model, chosen)
    const perMillimetre = (PAGE_PIXELS_PER_MILLIMETRE * PARTS) / parts
    const look = { hidden, shown: colorMapper('light'), hairline: 0.1 * perMillimetre, ...(elsewhere && { elsewhere }) }
    // From the upper left corner at the true scale: the picture has whole pixels, and the paper may have a part of one more.
    const scale = (perMillimetre * width) / (box[2] - box[0])
    paintFrom(canvas, model, look, {
      x: box[0] + canvas.width / 2 / scale,
      y: box[3] - canvas.height / 2 / scale,
      scale,
    })
    this.#place.replaceChildren(canvas)
    this.#end()
    this.#rule = sheet.insertRule(`@page { size: ${width}mm ${height}mm; margin: 0 }`, sheet.cssRules.length)
  }

  #end(): void {
    if (this.#rule !== undefined) document.styleSheets[0]?.deleteRule(this.#rule)
    this.#rule = undefined
  }
}
