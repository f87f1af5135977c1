// Involute spur gears, ring gears and racks by ISO 53.
//
//   import { centerDistance, meshAngle, spurGear } from 'gears'
//   const [pinion, wheel] = [{ module: 2, teeth: 18, bore: 8 }, { module: 2, teeth: 30, bore: 10 }]
//   spurGear('pinion', 0, 0, pinion)
//   spurGear('wheel', centerDistance(pinion, wheel), 0, { ...wheel, angle: meshAngle(pinion, wheel) })
//
// The basic rack has an addendum of 1 module and a dedendum of 1.25. Modules of ISO 54, first series: 1, 1.25, 1.5, 2,
// 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50; any other length will do as well. Tips and roots are arcs, flanks
// are curves that keep to the involute within 1e-4 modules; a flank that begins below the base circle runs straight to the
// root. A gear turns about its axis: its pivot is there.
//
// Options of a gear: module, teeth, pressureAngle (20 degrees, in radians), shift (0; profile shift in modules), clearance
// (0.25 modules between a tip and the root it meets), backlash (0; play along the pitch circle of two gears that both
// have it), angle (0; where the middle of its first tooth points).

const PRESSURE_ANGLE = Math.PI / 9
const GEAR = ['module', 'teeth', 'pressureAngle', 'shift', 'clearance', 'backlash', 'angle']
const SPUR = [...GEAR, 'bore', 'keyway']
const RING = ['module', 'teeth', 'pressureAngle', 'clearance', 'backlash', 'angle', 'rim']
const RACK = ['module', 'teeth', 'pressureAngle', 'clearance', 'backlash', 'height']

const MOST_TEETH = 5000

/** Of how many curves a flank is made. */
const PIECES = 4

/** The radii of a gear's circles: { pitch, base, tip, root }. */
export function radii(gear) {
  return sized('radii', gear, SPUR).radii
}

/** The radius at which a gear rolls on its rack: half of module times teeth. */
export function pitchRadius(gear) {
  return radii(gear).pitch
}

/** How far apart the axes of two gears are that touch without play, with their profile shifts. */
export function centerDistance(a, b) {
  const [first, second] = [sized('centerDistance', a, SPUR), sized('centerDistance', b, SPUR)]
  if (first.module !== second.module || first.pressureAngle !== second.pressureAngle) {
    throw new RangeError('centerDistance: both gears must have the same module and pressureAngle')
  }
  const { module, pressureAngle } = first
  const teeth = first.teeth + second.teeth
  const shifted = (2 * Math.tan(pressureAngle) * (first.shift + second.shift)) / teeth
  const working = inverseInvolute(involute(pressureAngle) + shifted)
  if (!(working > 0)) throw new RangeError('centerDistance: the shifts are too far inwards for gears that touch')
  return (module * teeth * Math.cos(pressureAngle)) / (2 * Math.cos(working))
}

/**
 * The angle of a gear b that meshes with a gear a. The direction is that from the axis of a to the axis of b (0); an
 * angle of a counts.
 */
export function meshAngle(a, b, direction = 0) {
  const [first, second] = [sized('meshAngle', a, SPUR), sized('meshAngle', b, SPUR)]
  number('meshAngle', 'direction', direction)
  // A tooth of a meets a gap of b; from there both turn by the same number of teeth.
  const turned = (direction - first.angle) * (first.teeth / second.teeth)
  return direction + Math.PI - Math.PI / second.teeth + turned
}

/**
 * A spur gear about x, y. Besides the options of a gear: bore (its diameter), keyway ({ width, depth }, the depth
 * measured from the bore outwards, at the side where the gear's angle points).
 */
export function spurGear(name, x, y, options) {
  const gear = sized('spurGear', options, SPUR)
  const { teeth, pressureAngle, shift } = gear
  // With fewer teeth than this a rack would cut into the flanks, unless the profile is shifted outwards.
  const least = Math.floor(2 / Math.sin(pressureAngle) ** 2)
  const enough = (least - teeth) / least
  if (shift < enough) {
    throw new RangeError(
      `spurGear: teeth must be at least ${least} without profile shift, got ${teeth}; with ${teeth} teeth shift must be ` +
        `at least ${enough.toFixed(3)}, got ${shift}`,
    )
  }
  const { tip, root } = gear.radii
  if (halfWidth(gear, tip) <= 0) {
    throw new RangeError(`spurGear: shift must leave the teeth a tip of some width, got ${shift}`)
  }
  number('spurGear', 'x', x)
  number('spurGear', 'y', y)
  drawBezier(name, teethPath(gear, x, y, root, tip) + borePath(gear, x, y, root))
  setPivot(name, x, y)
  return name
}

/**
 * A ring with teeth inside, about x, y; the middle of a gap points along its angle, so that a gear whose tooth points
 * there fits at the difference of the pitch radii. Besides the options of a gear, without shift: rim (3 modules), the
 * thickness of the ring behind its teeth.
 */
export function ringGear(name, x, y, options) {
  const gear = sized('ringGear', options, RING)
  const { module, radii: { pitch, base } } = gear
  const rim = positive('ringGear', 'rim', gear.rim ?? 3 * module)
  number('ringGear', 'x', x)
  number('ringGear', 'y', y)
  // The gaps of the ring are the teeth of a gear that is wider by the backlash.
  const gaps = { ...gear, backlash: -gear.backlash }
  const [tip, root] = [pitch - module, pitch + (1 + gear.clearance) * module]
  if (tip < base) {
    const least = Math.ceil(2 / (1 - Math.cos(gear.pressureAngle)))
    throw new RangeError(
      `ringGear: teeth must be at least ${least}, so that tips stay outside of the base circle, got ${gear.teeth}`,
    )
  }
  drawBezier(name, teethPath(gaps, x, y, tip, root) + circlePath(x, y, root + rim))
  setPivot(name, x, y)
  return name
}

/**
 * A rack whose pitch line runs through x, y along the x axis, its teeth up and the middle of the first one at x.
 * Options: module, teeth, pressureAngle, clearance and backlash as for a gear, height (3 modules) of the bar below the
 * pitch line.
 */
export function rack(name, x, y, options) {
  const { module, teeth, pressureAngle, clearance, backlash, ...rest } = sized('rack', options, RACK)
  const { height = 3 * module } = rest
  number('rack', 'x', x)
  number('rack', 'y', y)
  const deep = (1 + clearance) * module
  if (number('rack', 'height', height) <= deep) {
    throw new RangeError(`rack: height must be greater than the dedendum ${deep}, got ${height}`)
  }
  const pitch = Math.PI * module
  const half = (pitch - backlash) / 4
  const slope = Math.tan(pressureAngle)
  const points = []
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const middle = x + tooth * pitch
    points.push([middle - half - deep * slope, y - deep], [middle - half + module * slope, y + module])
    points.push([middle + half - module * slope, y + module], [middle + half + deep * slope, y - deep])
  }
  const [first, last] = [x - pitch / 2, x + (teeth - 0.5) * pitch]
  drawPolygon(name, [[first, y - height], [first, y - deep], ...points, [last, y - deep], [last, y - height]])
  return name
}

/** What follows from the options of a gear, with those absent filled in. */
function sized(caller, options, known) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${caller}: options must be an object, got ${shown(options)}`)
  }
  const unknown = Object.keys(options).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new TypeError(`${caller}: there is no option ${unknown}; there are ${known.join(', ')}`)
  const gear = { pressureAngle: PRESSURE_ANGLE, shift: 0, clearance: 0.25, backlash: 0, angle: 0, ...options }
  const { module, teeth, pressureAngle, shift, clearance, backlash, angle } = gear
  positive(caller, 'module', module)
  if (!Number.isInteger(teeth) || teeth < 3 || teeth > MOST_TEETH) {
    throw new RangeError(`${caller}: teeth must be a whole number from 3 to ${MOST_TEETH}, got ${shown(teeth)}`)
  }
  if (number(caller, 'pressureAngle', pressureAngle) < 0.15 || pressureAngle > 0.6) {
    throw new RangeError(`${caller}: pressureAngle must be between 0.15 and 0.6 radians, got ${pressureAngle}`)
  }
  number(caller, 'shift', shift)
  number(caller, 'angle', angle)
  for (const [what, value, most] of [['clearance', clearance, 1], ['backlash', backlash, module]]) {
    if (number(caller, what, value) < 0 || value > most) {
      throw new RangeError(`${caller}: ${what} must be between 0 and ${most}, got ${value}`)
    }
  }
  const pitch = (module * teeth) / 2
  const radii = {
    pitch,
    base: pitch * Math.cos(pressureAngle),
    tip: pitch + (1 + shift) * module,
    root: pitch - (1 + clearance - shift) * module,
  }
  return { ...gear, radii }
}

/** Half of the angle that a tooth takes at a radius, seen from the axis. */
function halfWidth({ module, teeth, pressureAngle, shift, backlash, radii: { pitch, base } }, radius) {
  const thickness = module * (Math.PI / 2 + 2 * shift * Math.tan(pressureAngle)) - backlash / 2
  const there = radius <= base ? 0 : Math.acos(base / radius)
  return thickness / (2 * pitch) + involute(pressureAngle) - involute(there)
}

/** The outline of teeth between two radii, counter-clockwise, as path data. */
function teethPath(gear, x, y, inner, outer) {
  const { base } = gear.radii
  const roll = (radius) => Math.sqrt(Math.max(0, (radius / base) ** 2 - 1))
  const [start, end] = [roll(inner), roll(outer)]
  const step = (end - start) / PIECES
  const width = halfWidth(gear, base)

  /** A point of the right flank by its roll angle, moved along the tangent there; the tooth points along u. */
  const flank = (angle, along = 0) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const [u, v] = [cos + angle * (sin + along * cos), sin - angle * (cos - along * sin)]
    return place(0, 0, -width, base * u, base * v)
  }
  // Cubic curves with the tangents of the involute, from the foot to the tip.
  const right = [flank(start)]
  for (let piece = 0; piece < PIECES; piece += 1) {
    const [a, b] = [start + piece * step, start + (piece + 1) * step]
    right.push(flank(a, step / 3), flank(b, -step / 3), flank(b))
  }
  const mirrored = ([u, v]) => [u, -v]
  const left = right.map(mirrored).reverse()
  // Below the base circle there is no involute: the flank runs straight to the root.
  const isStraight = inner < base
  const foot = isStraight ? place(0, 0, -width, inner, 0) : right[0]

  const path = []
  for (let tooth = 0; tooth < gear.teeth; tooth += 1) {
    const turn = gear.angle + (2 * Math.PI * tooth) / gear.teeth
    const at = ([u, v]) => place(x, y, turn, u, v).join(' ')
    const curves = (points) => `C ${points.slice(1).map(at).join(' ')}`
    path.push(tooth === 0 ? `M ${at(foot)}` : `A ${inner} ${inner} 0 0 1 ${at(foot)}`)
    if (isStraight) path.push(`L ${at(right[0])}`)
    path.push(curves(right), `A ${outer} ${outer} 0 0 1 ${at(left[0])}`, curves(left))
    if (isStraight) path.push(`L ${at(mirrored(foot))}`)
  }
  const first = place(x, y, gear.angle, ...foot)
  return `${path.join(' ')} A ${inner} ${inner} 0 0 1 ${first.join(' ')} Z`
}

/** The bore with its keyway, clockwise, so that it is a hole in the gear; empty for a gear without one. */
function borePath(gear, x, y, root) {
  const { bore, keyway, angle } = gear
  if (bore === undefined && keyway === undefined) return ''
  const radius = positive('spurGear', 'bore', bore) / 2
  if (radius >= root) throw new RangeError(`spurGear: bore must be less than the root circle ${2 * root}, got ${bore}`)
  if (keyway === undefined) return circlePath(x, y, radius)
  if (typeof keyway !== 'object' || keyway === null) {
    throw new TypeError(`spurGear: keyway must be { width, depth }, got ${shown(keyway)}`)
  }
  const half = positive('spurGear', 'keyway.width', keyway.width) / 2
  const end = radius + positive('spurGear', 'keyway.depth', keyway.depth)
  if (half >= radius) throw new RangeError(`spurGear: keyway.width must be less than the bore ${bore}, got ${keyway.width}`)
  if (Math.hypot(end, half) >= root) {
    throw new RangeError(`spurGear: keyway.depth must end inside of the root circle ${2 * root}, got ${keyway.depth}`)
  }
  const side = Math.sqrt(radius ** 2 - half ** 2)
  const at = (u, v) => place(x, y, angle, u, v).join(' ')
  return (
    ` M ${at(side, -half)} A ${radius} ${radius} 0 1 0 ${at(side, half)}` +
    ` L ${at(end, half)} L ${at(end, -half)} Z`
  )
}

/** A circle as path data, clockwise. */
function circlePath(x, y, radius) {
  const arc = (to) => `A ${radius} ${radius} 0 0 0 ${to} ${y}`
  return ` M ${x + radius} ${y} ${arc(x - radius)} ${arc(x + radius)} Z`
}

/** How far the involute has turned about its base circle where its pressure angle is this. */
function involute(angle) {
  return Math.tan(angle) - angle
}

/** The pressure angle of an involute of at least 0, by Newton's method from above, where it cannot overshoot. */
function inverseInvolute(value) {
  let angle = Math.min(Math.cbrt(3 * value), 1.5)
  for (let round = 0; round < 30 && angle > 0; round += 1) angle -= (involute(angle) - value) / Math.tan(angle) ** 2
  return angle
}

function place(x, y, angle, u, v) {
  return [x + u * Math.cos(angle) - v * Math.sin(angle), y + u * Math.sin(angle) + v * Math.cos(angle)]
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
