import type { Box } from './wire.js'

/** Boxes of one node. */
const FANOUT = 16

/**
 * Finds boxes that touch a box: sorted into tiles once, and packed into levels of sixteen. Building takes a few sorts, and
 * a query only visits nearby boxes.
 */
export class BoxTree {
  /** The boxes of all levels, four numbers each, the leaves first. */
  readonly #boxes: Float64Array
  /** The position of each leaf in the given list. */
  readonly #items: Uint32Array
  /** Where each level begins, the leaves first. */
  readonly #levels: number[] = []

  constructor(boxes: readonly Box[]) {
    const order = sortedIntoTiles(boxes)
    let total = 0
    // Each level has a sixteenth of the nodes below it, up to a single root.
    for (let count = boxes.length; ; count = Math.ceil(count / FANOUT)) {
      this.#levels.push(total)
      total += count
      if (count <= 1) break
    }
    this.#levels.push(total)
    this.#items = order
    this.#boxes = new Float64Array(4 * total)
    for (const [at, item] of order.entries()) this.#boxes.set(boxes[item] ?? [], 4 * at)
    for (let level = 1; level < this.#levels.length - 1; level += 1) this.#pack(level)
  }

  #pack(level: number): void {
    const [below = 0, start = 0, end = 0] = this.#levels.slice(level - 1, level + 2)
    for (let node = start; node < end; node += 1) {
      let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
      const first = below + (node - start) * FANOUT
      for (let child = first; child < Math.min(first + FANOUT, start); child += 1) {
        minX = Math.min(minX, this.#boxes[4 * child] ?? Infinity)
        minY = Math.min(minY, this.#boxes[4 * child + 1] ?? Infinity)
        maxX = Math.max(maxX, this.#boxes[4 * child + 2] ?? -Infinity)
        maxY = Math.max(maxY, this.#boxes[4 * child + 3] ?? -Infinity)
      }
      this.#boxes.set([minX, minY, maxX, maxY], 4 * node)
    }
  }

  /** The positions of all boxes that touch this one, in the order that they were given. */
  touching([minX, minY, maxX, maxY]: Box): number[] {
    const found: number[] = []
    const top = this.#levels.length - 2
    const waiting: [level: number, node: number][] = top < 0 ? [] : [[top, this.#levels[top] ?? 0]]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [level, node] = next
      const at = 4 * node
      const boxes = this.#boxes
      // A comparison with a hole in the array is false.
      if (!((boxes[at] ?? NaN) <= maxX && (boxes[at + 1] ?? NaN) <= maxY)) continue
      if (!((boxes[at + 2] ?? NaN) >= minX && (boxes[at + 3] ?? NaN) >= minY)) continue
      if (level === 0) {
        found.push(this.#items[node] ?? 0)
        continue
      }
      const [below = 0, start = 0] = this.#levels.slice(level - 1, level + 1)
      const first = below + (node - start) * FANOUT
      for (let child = first; child < Math.min(first + FANOUT, start); child += 1) waiting.push([level - 1, child])
    }
    // The stack visits nodes in no useful order, and painting needs back to front.
    return found.sort((a, b) => a - b)
  }
}

/** The number of places on the axis that sorting distinguishes, and the most boxes: both go into one number of 53 bits. */
const PLACES = 2 ** 31
const MAX_BOXES = 2 ** 22

/** The positions of the boxes, in strips by x and within them by y. */
function sortedIntoTiles(boxes: readonly Box[]): Uint32Array {
  const order = Uint32Array.from(boxes.keys())
  sortAlong(boxes, 0, order)
  // Sort-Tile-Recursive (Leutenegger, 1997): as many strips as each strip has nodes, so that tiles are nearly
  // square.
  const strip = Math.max(FANOUT, Math.ceil(Math.sqrt(boxes.length / FANOUT)) * FANOUT)
  for (let start = 0; start < order.length; start += strip) sortAlong(boxes, 1, order.subarray(start, start + strip))
  return order
}

/**
 * Sorts positions of boxes by their middles. Place and position are packed into one number each, since numbers are sorted
 * without a call of a function for each pair: of 100,000 boxes that is most of the time.
 */
function sortAlong(boxes: readonly Box[], axis: 0 | 1, order: Uint32Array): void {
  if (boxes.length > MAX_BOXES) throw new RangeError(`at most ${MAX_BOXES} boxes are sorted`)
  const middles = new Float64Array(order.length)
  let [least, most] = [Infinity, -Infinity]
  for (let at = 0; at < order.length; at += 1) {
    const box = boxes[order[at] ?? 0]
    const middle = box ? (box[axis] + box[axis === 0 ? 2 : 3]) / 2 : NaN
    // NaN would end up anywhere in the sorting.
    middles[at] = Number.isFinite(middle) ? middle : 0
    least = Math.min(least, middles[at] ?? 0)
    most = Math.max(most, middles[at] ?? 0)
  }
  const perUnit = most > least ? (PLACES - 1) / (most - least) : 0
  for (let at = 0; at < order.length; at += 1) {
    middles[at] = Math.floor(((middles[at] ?? 0) - least) * perUnit) * MAX_BOXES + (order[at] ?? 0)
  }
  middles.sort()
  for (let at = 0; at < order.length; at += 1) order[at] = (middles[at] ?? 0) % MAX_BOXES
}
