// Holes for metric screws, by the standards, and patterns of holes.
//
//   import { boltCircle, boltRect, counterbore } from 'holes'
//   drawRect('blank', 0, 0, 100, 70)
//   const holes = [...boltRect('corner', 0, 0, 84, 54, 'M5'), ...boltCircle('ring', 0, 0, 6, 22, 'M4')]
//   booleanDifference('blank', holes, 'plate')
//   for (const name of ['blank', ...holes]) deleteEntity(name)
//   counterbore('middle', 0, 0, 'M8')
//
// Lengths are millimetres: in a scene with another unit give `scale`, how many of them a millimetre has (0.1 in cm).
// A hole's `size` is 'M1.6' to 'M30'. Where a pattern takes a diameter, a size means its clearance hole. Everything is
// drawn as circles, to be cut out by booleanDifference.

/** Clearance holes by ISO 273: fine, medium, coarse. */
const CLEARANCE = {
  'M1.6': [1.7, 1.8, 2], M2: [2.2, 2.4, 2.6], 'M2.5': [2.7, 2.9, 3.1], M3: [3.2, 3.4, 3.6], M4: [4.3, 4.5, 4.8],
  M5: [5.3, 5.5, 5.8], M6: [6.4, 6.6, 7], M8: [8.4, 9, 10], M10: [10.5, 11, 12], M12: [13, 13.5, 14.5],
  M14: [15, 15.5, 16.5], M16: [17, 17.5, 18.5], M18: [19, 20, 21], M20: [21, 22, 24], M22: [23, 24, 26],
  M24: [25, 26, 28], M27: [28, 30, 32], M30: [31, 33, 35],
}

/** Drills for coarse threads of ISO 262, by ISO 2306. */
const TAPPING = {
  'M1.6': 1.25, M2: 1.6, 'M2.5': 2.05, M3: 2.5, M4: 3.3, M5: 4.2, M6: 5, M8: 6.8, M10: 8.5, M12: 10.2, M14: 12,
  M16: 14, M18: 15.5, M20: 17.5, M22: 19.5, M24: 21, M27: 24, M30: 26.5,
}

/** Counterbores for cap screws of ISO 4762, by DIN 974-1, row 1. */
const COUNTERBORE = {
  'M1.6': 3.5, M2: 4.4, 'M2.5': 5.5, M3: 6.5, M4: 8, M5: 10, M6: 11, M8: 15, M10: 18, M12: 20, M16: 26, M20: 33, M24: 40,
}

/** Theoretical diameters of the 90° heads of ISO 10642, where their flanks meet the upper face. */
const COUNTERSINK = {
  M3: 6.72, M4: 8.96, M5: 11.2, M6: 13.44, M8: 17.92, M10: 22.4, M12: 26.88, M16: 33.6, M20: 40.32,
}

const FITS = ['fine', 'medium', 'coarse']

/** The diameter of a clearance hole, ISO 273. The fit is 'fine', 'medium' or 'coarse'. */
export function clearance(size, fit = 'medium') {
  return clearanceOf('clearance', size, fit)
}

/** The diameter of the drill for a coarse thread of ISO 262, by ISO 2306. */
export function tapping(size) {
  return row('tapping', TAPPING, size)
}

/** A clearance hole about x, y. Options: fit ('medium'), scale (1). */
export function hole(name, x, y, size, options = {}) {
  const { fit = 'medium', scale = 1 } = checked('hole', options, ['fit', 'scale'])
  return circle('hole', name, x, y, clearanceOf('hole', size, fit), scale)
}

/** A hole to be tapped about x, y. Options: scale (1). */
export function tappedHole(name, x, y, size, options = {}) {
  const { scale = 1 } = checked('tappedHole', options, ['scale'])
  return circle('tappedHole', name, x, y, row('tappedHole', TAPPING, size), scale)
}

/**
 * A clearance hole with the counterbore of DIN 974-1 for a cap screw of ISO 4762: a group of name_hole and name_bore.
 * Options: fit ('medium'), scale (1).
 */
export function counterbore(name, x, y, size, options = {}) {
  return headed('counterbore', 'bore', COUNTERBORE, name, x, y, size, options)
}

/**
 * A clearance hole with a 90° countersink for a flat head of ISO 10642, at its theoretical diameter: a group of
 * name_hole and name_sink. Options: fit ('medium'), scale (1).
 */
export function countersink(name, x, y, size, options = {}) {
  return headed('countersink', 'sink', COUNTERSINK, name, x, y, size, options)
}

/**
 * Holes on a circle about x, y, the first at the angle: name_0, name_1 and so on. The diameter is a length or a size.
 * Options: fit ('medium'), scale (1). Gives the names.
 */
export function boltCircle(name, x, y, count, radius, diameter, angle = 0, options = {}) {
  whole('boltCircle', 'count', count)
  positive('boltCircle', 'radius', radius)
  number('boltCircle', 'angle', angle)
  const places = Array.from({ length: count }, (_, index) => {
    const turn = angle + (2 * Math.PI * index) / count
    return [radius * Math.cos(turn), radius * Math.sin(turn)]
  })
  return pattern('boltCircle', name, x, y, places, diameter, options)
}

/**
 * nx by ny holes, dx and dy apart, centred on x, y: name_0, name_1 and so on, row by row from the lower left. The
 * diameter is a length or a size. Options: fit ('medium'), scale (1). Gives the names.
 */
export function boltGrid(name, x, y, nx, ny, dx, dy, diameter, options = {}) {
  for (const [what, value] of Object.entries({ nx, ny })) whole('boltGrid', what, value)
  for (const [what, value] of Object.entries({ dx, dy })) positive('boltGrid', what, value)
  const places = Array.from({ length: nx * ny }, (_, index) => {
    return [((index % nx) - (nx - 1) / 2) * dx, (Math.floor(index / nx) - (ny - 1) / 2) * dy]
  })
  return pattern('boltGrid', name, x, y, places, diameter, options)
}

/**
 * Holes at the corners of a rectangle about x, y, counter-clockwise from the lower left: name_0 to name_3. The diameter
 * is a length or a size. Options: fit ('medium'), scale (1). Gives the names.
 */
export function boltRect(name, x, y, width, height, diameter, options = {}) {
  positive('boltRect', 'width', width)
  positive('boltRect', 'height', height)
  const places = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([sx, sy]) => [(sx * width) / 2, (sy * height) / 2])
  return pattern('boltRect', name, x, y, places, diameter, options)
}

function headed(caller, part, table, name, x, y, size, options) {
  const { fit = 'medium', scale = 1 } = checked(caller, options, ['fit', 'scale'])
  const head = row(caller, table, size)
  const inner = circle(caller, `${name}_hole`, x, y, clearanceOf(caller, size, fit), scale)
  const outer = circle(caller, `${name}_${part}`, x, y, head, scale)
  drawOrder(outer, `below:${inner}`)
  createGroup(name, [outer, inner])
  return name
}

function pattern(caller, name, x, y, places, diameter, options) {
  const { fit = 'medium', scale = 1 } = checked(caller, options, ['fit', 'scale'])
  number(caller, 'x', x)
  number(caller, 'y', y)
  const isSize = typeof diameter === 'string'
  const [across, factor] = isSize ? [clearanceOf(caller, diameter, fit), scale] : [diameter, 1]
  positive(caller, 'diameter', across)
  return places.map(([dx, dy], index) => circle(caller, `${name}_${index}`, x + dx, y + dy, across, factor))
}

function circle(caller, name, x, y, diameter, scale) {
  number(caller, 'x', x)
  number(caller, 'y', y)
  drawCircle(name, x, y, (diameter * positive(caller, 'scale', scale)) / 2)
  return name
}

function clearanceOf(caller, size, fit) {
  const column = FITS.indexOf(fit)
  if (column < 0) throw new RangeError(`${caller}: fit must be 'fine', 'medium' or 'coarse', got ${shown(fit)}`)
  return row(caller, CLEARANCE, size)[column]
}

function row(caller, table, size) {
  if (typeof size === 'string' && Object.hasOwn(table, size)) return table[size]
  throw new RangeError(`${caller}: size must be one of ${Object.keys(table).join(', ')}, got ${shown(size)}`)
}

function checked(caller, options, known) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${caller}: options must be an object, got ${shown(options)}`)
  }
  const unknown = Object.keys(options).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new TypeError(`${caller}: there is no option ${unknown}; there are ${known.join(', ')}`)
  return options
}

function whole(caller, what, value) {
  if (!Number.isInteger(value) || value < 1) {
    throw new RangeError(`${caller}: ${what} must be a whole number from 1, got ${shown(value)}`)
  }
  return value
}

function number(caller, what, value) {
  if (!Number.isFinite(value)) throw new TypeError(`${caller}: ${what} must be a finite number, got ${shown(value)}`)
  return value
}

function positive(caller, what, value) {
  if (number(caller, what, value) <= 0) throw new RangeError(`${caller}: ${what} must be greater than 0, got ${value}`)
  return value
}

function shown(value) {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
