// Isometric boxes. Three visible faces a box, shaded as by light from above.
//
//   import { box, project } from 'isometric'
//   box('crate', 0, 0, 0, 40, 40, 30, [0.8, 0.6, 0.4])
//
// x runs to the right and up, y to the left and up, z straight up. Draw what is farther away first.

const COS = Math.cos(Math.PI / 6)
const SIN = Math.sin(Math.PI / 6)

/** The place on the drawing of a point in space. */
export function project(x, y, z) {
  return [(x - y) * COS, (x + y) * SIN + z]
}

/** A colour made darker by a factor. */
export function shade([r, g, b], factor) {
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
