// Isometric boxes. Three visible faces a box, shaded as by light from above.
//
//   import { boxes } from 'isometric'
//   const [wood, brick] = [[0.85, 0.68, 0.45], [0.8, 0.4, 0.32]]
//   boxes('stack', [
//     { x: 0, y: 0, z: 0, width: 40, depth: 40, height: 30, color: wood },
//     { x: 8, y: 8, z: 30, width: 24, depth: 24, height: 20, color: brick },
//     { x: 46, y: 0, z: 0, width: 24, depth: 60, height: 12, color: brick },
//   ])
//
// x runs to the right and up, y to the left and up, z straight up. What is farther away has to be drawn first: boxes does
// that, single boxes come in the order of their calls.

const COS = Math.cos(Math.PI / 6)
const SIN = Math.sin(Math.PI / 6)

/** The place on the drawing of a point in space. */
export function project(x, y, z) {
  return [(x - y) * COS, (x + y) * SIN + z]
}

/** A colour [r, g, b] made darker by a factor. */
export function shade(color, factor) {
  if (!Array.isArray(color)) throw new TypeError(`shade: color must be [r, g, b], got ${String(color)}`)
  const [r, g, b] = color
  return [r * factor, g * factor, b * factor]
}

/** One face with four corners in space, filled and without an outline. */
export function face(name, corners, color) {
  drawPolygon(name, corners.map(([x, y, z]) => project(x, y, z)))
  setFill(name, color)
  setStroke(name, null)
  return name
}

/** A box with its nearest corner at x, y, z: a group of the faces name_left, name_right and name_top. */
export function box(name, x, y, z, width, depth, height, color) {
  const [x2, y2, z2] = [x + width, y + depth, z + height]
  const left = face(`${name}_left`, [[x, y, z], [x, y2, z], [x, y2, z2], [x, y, z2]], shade(color, 0.8))
  const right = face(`${name}_right`, [[x, y, z], [x2, y, z], [x2, y, z2], [x, y, z2]], shade(color, 0.6))
  const top = face(`${name}_top`, [[x, y, z2], [x2, y, z2], [x2, y2, z2], [x, y2, z2]], color)
  createGroup(name, [left, right, top])
  return name
}

/**
 * Boxes that do not run through each other, in any order: a group of name_0, name_1 and so on, the farther ones behind.
 * Each is { x, y, z, width, depth, height, color }. Gives the names in the order of the list.
 */
export function boxes(name, list) {
  const names = list.map((_, index) => `${name}_${index}`)
  const waiting = new Set(list.keys())
  while (waiting.size > 0) {
    // Where boxes hide each other in a ring there is no right order, and any of them will do.
    const [any] = waiting
    const next = [...waiting].find((one) => ![...waiting].some((other) => isBehind(list[other], list[one]))) ?? any
    const { x, y, z, width, depth, height, color } = list[next]
    box(names[next], x, y, z, width, depth, height, color)
    waiting.delete(next)
  }
  createGroup(name, listEntities().filter((it) => names.includes(it)))
  return names
}

/** Whether a box is on the far side of another: farther along x or y, or below it. */
function isBehind(one, other) {
  if (one === other) return false
  const isFarther = one.x >= other.x + other.width || one.y >= other.y + other.depth || one.z + one.height <= other.z
  const isNearer = other.x >= one.x + one.width || other.y >= one.y + one.depth || other.z + other.height <= one.z
  return isFarther && !isNearer
}
