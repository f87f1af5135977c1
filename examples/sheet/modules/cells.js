// A grid of labelled cells, and the pens and paints of the sheet.

export const COLUMNS = 8
const WIDTH = 104
const HEIGHT = 92
const CHAPTERS = {
  shapes: '#2f6fb5',
  transforms: '#2b8a6e',
  groups: '#b5651d',
  style: '#a23b72',
  order: '#6a4fa3',
  queries: '#3d7d8f',
  regions: '#b33f40',
  scene: '#6b7280',
  rules: '#4d7c0f',
  assets: '#0e7490',
  blocks: '#8a6d3b',
  drafting: '#374151',
  corners: '#1d6fa5',
  making: '#3f7d20',
}

let count = 0

/**
 * The next cell. `draw` draws about the origin; it gets a function that makes names of the cell's own, and everything
 * of such a name moves into the cell with it.
 */
export function cell(title, chapter, draw) {
  const [x, y] = [(count % COLUMNS) * WIDTH, -Math.floor(count / COLUMNS) * HEIGHT]
  count += 1
  const own = (part) => `${title}_${part}`
  drawRect(own('card'), 0, 0, WIDTH - 6, HEIGHT - 6)
  paint(own('card'), [0.97, 0.97, 0.97], null)
  drawRect(own('stripe'), 0, -HEIGHT / 2 + 4.5, WIDTH - 6, 3)
  paint(own('stripe'), CHAPTERS[chapter], null)
  drawText(own('title'), title, 0, -HEIGHT / 2 + 11, 8, { align: 'center' })
  draw(own)
  const mine = listEntities({ name: `${title}_*` }).filter((name) => getEntity(name).parent === null)
  createGroup(title, mine)
  translate(title, x, y)
}

/** Fill and outline in one; either may be null. */
export function paint(name, fill, stroke, width = 0.8) {
  setFill(name, fill)
  setStroke(name, stroke, width)
}

/** What a cell is about. */
export function show(name, color = [0.55, 0.74, 0.93]) {
  paint(name, color, '#2f6fb5')
}

/** What was there before. */
export function ghost(name) {
  setFill(name, null)
  setStroke(name, [0.55, 0.55, 0.55], 0.6, { dash: [3, 2] })
}

/** A line without an area. */
export function line(name, color = '#2f6fb5', width = 1.2) {
  setStroke(name, color, width, { cap: 'round', join: 'round' })
}

/** What a question to the scene has answered. */
export function answer(name, text) {
  drawText(name, text, 0, -24, 9, { align: 'center', color: '#c8494b' })
}
