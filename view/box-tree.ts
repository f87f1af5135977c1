import type { Box } from './wire.js'

/** Boxes of one node. */
const FANOUT = 16

/**
 * Finds boxes that touch a box: sorted into tiles once, and packed into levels of sixteen. Building is a few sorts, asking
 * visits what is near.
 */
export class BoxTree {
  /** The boxes of all levels, four numbers each, the leaves first. */
  readonly #boxes: Float64Array
  /** The position of each leaf in what was given. */
  readonly #items: Uint32Array
  /** Where each level begins, the leaves first. */
  readonly #levels: number[] = []

  constructor(boxes: readonly Box[]) {
    const order = sortedIntoTiles(boxes)
    let total = 0
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
      // What is compared with a hole in the array is false.
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
    return found.sort((a, b) => a - b)
  }
}

/** The positions of the boxes, in strips by x and within them by y. */
function sortedIntoTiles(boxes: readonly Box[]): Uint32Array {
  const middle = (box: Box | undefined, axis: 0 | 1): number => {
    const value = box ? (box[axis] + (axis === 0 ? box[2] : box[3])) / 2 : 0
    return Number.isFinite(value) ? value : 0
  }
  const order = Uint32Array.from(boxes.keys())
  const xs = Float64Array.from(boxes, (box) => middle(box, 0))
  const ys = Float64Array.from(boxes, (box) => middle(box, 1))
  order.sort((a, b) => (xs[a] ?? 0) - (xs[b] ?? 0))
  const strip = Math.max(FANOUT, Math.ceil(Math.sqrt(boxes.length / FANOUT)) * FANOUT)
  for (let start = 0; start < order.length; start += strip) {
    order.subarray(start, start + strip).sort((a, b) => (ys[a] ?? 0) - (ys[b] ?? 0))
  }
  return order
}
