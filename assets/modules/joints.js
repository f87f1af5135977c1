// Finger joints, slots and boxes for parts that are cut from sheet: laser, router, water jet.
//
//   import { box } from 'joints'
//   box('crate', 0, 0, { width: 120, depth: 80, height: 60, thickness: 3, kerf: 0.15 })
//
// Sizes are outer sizes, fingers included, in the scene's unit. Two edges fit together when one is 'out' (it begins and
// ends with a finger), the other is 'in' (it begins and ends with a notch), and length, finger and thickness are the
// same. `kerf` is the width of what the cut takes away: outlines grow by half of it, so that parts have their size when
// they are cut. `clearance` is the play of a finger in its notch.

const EDGES = ['top', 'right', 'bottom', 'left']

const MOST_PARTS = 9999

/** What the panels that were drawn so far were drawn by. */
const PANELS = new Map()

/** Hexagon nuts by ISO 4032: width across flats and greatest height, in mm. */
const NUTS = { M3: [5.5, 2.4], M4: [7, 3.2], M5: [8, 4.7], M6: [10, 5.2], M8: [13, 6.8] }

/** Into how many parts an edge is divided: the odd number, 3 at least, that brings them nearest to the wanted width. */
export function fingerCount(length, finger) {
  positive('fingerCount', 'length', length)
  positive('fingerCount', 'finger', finger)
  return Math.max(3, 2 * Math.round((length / finger - 1) / 2) + 1)
}

/**
 * The corners of a panel about the origin, counter-clockwise. Options: top, right, bottom and left ('out', 'in' or
 * 'flat', which is the default), thickness, finger (4 thicknesses), kerf (0), clearance (0).
 */
export function panelOutline(width, height, options = {}) {
  return outline('panelOutline', width, height, options)
}

/**
 * Whether an edge of one panel fits an edge of another. A panel is the name of one that fingerPanel or box drew, or what it
 * would be drawn by: { width, height } with the options of panelOutline. An edge is 'top', 'right', 'bottom' or 'left'.
 */
export function mates(a, edge, b, otherEdge) {
  return mismatch('mates', a, edge, b, otherEdge) === undefined
}

/** Why an edge of one panel does not fit an edge of another, or null where it fits; the arguments are those of mates. */
export function whyNot(a, edge, b, otherEdge) {
  return mismatch('whyNot', a, edge, b, otherEdge) ?? null
}

/** A panel about x, y with fingers on its edges; the options are those of panelOutline. */
export function fingerPanel(name, x, y, width, height, options = {}) {
  number('fingerPanel', 'x', x)
  number('fingerPanel', 'y', y)
  const points = outline('fingerPanel', width, height, options)
  PANELS.set(name, { ...options, width, height })
  drawPolygon(name, points.map(([px, py]) => [x + px, y + py]))
  return name
}

/**
 * The panels of a box, unfolded about its bottom at x, y: a group of name_bottom, name_front, name_back, name_left,
 * name_right and name_top. Options: width, depth and height outside, thickness, finger, kerf and clearance as for
 * panelOutline, gap between the panels (2 thicknesses), open for a box without its top. Gives the names of the panels.
 */
export function box(name, x, y, options) {
  const known = ['width', 'depth', 'height', 'thickness', 'finger', 'kerf', 'clearance', 'gap', 'open']
  const { width, depth, height, thickness, gap = 2 * thickness, open = false, ...joint } = checked('box', options, known)
  number('box', 'x', x)
  number('box', 'y', y)
  for (const [what, value] of Object.entries({ width, depth, height, thickness })) positive('box', what, value)
  number('box', 'gap', gap)
  const lid = open ? 'flat' : 'out'
  const right = width / 2 + gap + height / 2
  const up = depth / 2 + gap + height / 2
  // Front and back have a finger at every end, so that each corner of the box belongs to one of them and to no other.
  const panels = [
    ['bottom', 0, 0, width, depth, { top: 'in', right: 'in', bottom: 'in', left: 'in' }],
    ['front', 0, -up, width, height, { top: 'out', right: 'out', bottom: lid, left: 'out' }],
    ['back', 0, up, width, height, { top: lid, right: 'out', bottom: 'out', left: 'out' }],
    ['left', -right, 0, height, depth, { top: 'in', right: 'out', bottom: 'in', left: lid }],
    ['right', right, 0, height, depth, { top: 'in', right: lid, bottom: 'in', left: 'out' }],
  ]
  if (!open) {
    const lidX = right + height / 2 + gap + width / 2
    panels.push(['top', lidX, 0, width, depth, { top: 'in', right: 'in', bottom: 'in', left: 'in' }])
  }
  const names = panels.map(([part, px, py, w, h, edges]) => {
    const points = outline('box', w, h, { ...joint, thickness, ...edges })
    PANELS.set(`${name}_${part}`, { ...joint, thickness, ...edges, width: w, height: h })
    drawPolygon(`${name}_${part}`, points.map(([cx, cy]) => [x + px + cx, y + py + cy]))
    return `${name}_${part}`
  })
  createGroup(name, names)
  return names
}

/** A slot with round ends about x, y: its overall length and its width, turned by an angle. */
export function slot(name, x, y, length, width, angle = 0) {
  for (const [what, value] of Object.entries({ x, y, angle })) number('slot', what, value)
  positive('slot', 'length', length)
  positive('slot', 'width', width)
  if (length <= width) throw new RangeError(`slot: length must be greater than the width ${width}, got ${length}`)
  const [r, half] = [width / 2, (length - width) / 2]
  const at = (u, v) => place(x, y, angle, u, v)
  drawBezier(
    name,
    `M ${at(-half, -r)} L ${at(half, -r)} A ${r} ${r} 0 0 1 ${at(half, r)}` +
      ` L ${at(-half, r)} A ${r} ${r} 0 0 1 ${at(-half, -r)} Z`,
  )
  return name
}

/**
 * The cut for a screw and its nut that hold another panel against an edge at x, y; the angle points into the material.
 * Options: size ('M3' to 'M8'; nut by ISO 4032), length of the screw in the panel (5 diameters), depth of the nut
 * (half of the length), clearance (0.2), kerf (0), scale (1; lengths of the standard are mm).
 */
export function tSlot(name, x, y, angle, options = {}) {
  const known = ['size', 'length', 'depth', 'clearance', 'kerf', 'scale']
  const { size = 'M3', clearance = 0.2, kerf = 0, scale = 1, ...wanted } = checked('tSlot', options, known)
  if (!Object.hasOwn(NUTS, size)) {
    throw new RangeError(`tSlot: size must be one of ${Object.keys(NUTS).join(', ')}, got ${shown(size)}`)
  }
  for (const [what, value] of Object.entries({ x, y, angle, clearance, kerf })) number('tSlot', what, value)
  const diameter = Number(size.slice(1)) * positive('tSlot', 'scale', scale)
  const length = positive('tSlot', 'length', wanted.length ?? 5 * diameter)
  const depth = positive('tSlot', 'depth', wanted.depth ?? length / 2)
  const [flats, thick] = NUTS[size].map((value) => value * scale + clearance - kerf)
  if (depth + thick > length) {
    throw new RangeError(`tSlot: length must be at least ${depth + thick} to hold the nut at depth ${depth}, got ${length}`)
  }
  const half = (diameter + clearance - kerf) / 2
  const side = [[0, half], [depth, half], [depth, flats / 2], [depth + thick, flats / 2], [depth + thick, half], [length, half]]
  const corners = [...side, ...side.map(([u, v]) => [u, -v]).reverse()]
  drawPolygon(name, corners.map(([u, v]) => place(x, y, angle, u, v)))
  return name
}

function mismatch(caller, a, edge, b, otherEdge) {
  const [one, other] = [edgeOf(caller, 'a', a, edge), edgeOf(caller, 'b', b, otherEdge)]
  if (one.kind === 'flat' || other.kind === 'flat') return 'one of the edges is flat'
  if (one.kind === other.kind) return `both edges are '${one.kind}'; one must be 'out' and the other 'in'`
  for (const what of ['length', 'thickness', 'finger', 'clearance']) {
    const [first, second] = [one[what], other[what]]
    if (Math.abs(first - second) > 1e-9 * Math.max(first, second)) return `${what} is ${first} and ${second}`
  }
  return undefined
}

/** All that an edge must have in common with its mate. */
function edgeOf(caller, what, panel, edge) {
  if (!EDGES.includes(edge)) throw new RangeError(`${caller}: edge must be one of ${EDGES.join(', ')}, got ${shown(edge)}`)
  if (typeof panel === 'string' && !PANELS.has(panel)) {
    throw new RangeError(`${caller}: ${what} must be a panel of fingerPanel or box, got ${shown(panel)}`)
  }
  const known = [...EDGES, 'width', 'height', 'thickness', 'finger', 'kerf', 'clearance']
  const described = typeof panel === 'string' ? PANELS.get(panel) : checked(caller, panel, known)
  const { width, height, thickness, finger = 4 * thickness, clearance = 0 } = described
  const lies = edge === 'top' || edge === 'bottom'
  const length = lies ? positive(caller, `${what}.width`, width) : positive(caller, `${what}.height`, height)
  const kind = described[edge] ?? 'flat'
  if (kind === 'flat') return { kind }
  positive(caller, `${what}.thickness`, thickness)
  // The width of a finger counts as it is, not as it was wished for.
  return { kind, length, thickness, finger: length / fingerCount(length, finger), clearance }
}

/** The corners of a panel, for the function that was called. */
function outline(caller, width, height, options) {
  const known = [...EDGES, 'thickness', 'finger', 'kerf', 'clearance']
  const { thickness, finger = 4 * thickness, kerf = 0, clearance = 0, ...edges } = checked(caller, options, known)
  for (const [what, value] of Object.entries({ width, height })) positive(caller, what, value)
  for (const [what, value] of Object.entries({ kerf, clearance })) {
    if (number(caller, what, value) < 0) throw new RangeError(`${caller}: ${what} must be at least 0, got ${value}`)
  }
  const kinds = EDGES.map((edge) => edges[edge] ?? 'flat')
  const wrong = kinds.findIndex((kind) => !['out', 'in', 'flat'].includes(kind))
  if (wrong >= 0) throw new RangeError(`${caller}: ${EDGES[wrong]} must be 'out', 'in' or 'flat', got ${shown(kinds[wrong])}`)
  const joined = kinds.some((kind) => kind !== 'flat')
  if (joined) {
    positive(caller, 'thickness', thickness)
    positive(caller, 'finger', finger)
  }
  const [top, right, bottom, left] = kinds
  // Counter-clockwise from the lower left corner, as the edges are walked.
  const walk = [[bottom, width], [right, height], [top, width], [left, height]].map(([kind, length]) => {
    return profile(caller, kind, length, { thickness, finger, clearance })
  })
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([sx, sy]) => [(sx * width) / 2, (sy * height) / 2])
  const along = [[1, 0], [0, 1], [-1, 0], [0, -1]]
  const points = walk.flatMap((steps, side) => {
    const [cx, cy] = corners[side]
    const [dx, dy] = along[side]
    const [before] = walk[(side + 3) % 4].slice(-1)
    // At a corner each of the two edges says how far the other one is cut back.
    return steps.slice(0, -1).map(([at, inset], index) => {
      const u = index === 0 ? before[1] : at
      return [cx + dx * u - dy * inset, cy + dy * u + dx * inset]
    })
  })
  return grown(points, kerf / 2)
}

/**
 * An edge as steps [distance along it, how far it is cut back]. The first and the last are its ends, whose place along
 * the edge is for its neighbours to say.
 */
function profile(caller, kind, length, { thickness, finger, clearance }) {
  if (kind === 'flat') return [[0, 0], [length, 0]]
  const count = fingerCount(length, finger)
  const width = length / count
  if (count > MOST_PARTS) {
    throw new RangeError(
      `${caller}: finger must divide an edge of ${length} into at most ${MOST_PARTS} parts, got ${finger}`,
    )
  }
  if (width <= thickness) {
    throw new RangeError(
      `${caller}: an edge of ${length} has fingers of ${width}; they must be wider than the thickness ${thickness}`,
    )
  }
  if (clearance >= width) {
    throw new RangeError(`${caller}: clearance must be less than the width of a finger, ${width}, got ${clearance}`)
  }
  const inset = (part) => ((part % 2 === 0) === (kind === 'out') ? 0 : thickness)
  const steps = [[0, inset(0)]]
  for (let part = 1; part < count; part += 1) {
    // The play of a finger is shared by the two sides of the finger and of its notch.
    const at = part * width + ((inset(part) === 0 ? 1 : -1) * clearance) / 4
    steps.push([at, inset(part - 1)], [at, inset(part)])
  }
  steps.push([length, inset(count - 1)])
  return steps
}

/** A counter-clockwise outline of edges along the axes, moved outwards by a distance. */
function grown(points, distance) {
  return points.map(([x, y], index) => {
    const [px, py] = points.at(index - 1)
    const [nx, ny] = points[(index + 1) % points.length]
    const outX = Math.sign(y - py) + Math.sign(ny - y)
    const outY = -Math.sign(x - px) - Math.sign(nx - x)
    return [x + outX * distance, y + outY * distance]
  })
}

function place(x, y, angle, u, v) {
  return [x + u * Math.cos(angle) - v * Math.sin(angle), y + u * Math.sin(angle) + v * Math.cos(angle)]
}

function checked(caller, options, known) {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`${caller}: options must be an object, got ${shown(options)}`)
  }
  const unknown = Object.keys(options).find((key) => !known.includes(key))
  if (unknown !== undefined) throw new TypeError(`${caller}: there is no option ${unknown}; there are ${known.join(', ')}`)
  return options
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
