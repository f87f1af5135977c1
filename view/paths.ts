import type { EntityWire, GeometryWire, Matrix, Point } from './wire.js'

/** The outline of a shape in the world, less an origin. */
export function pathOf({ type, geometry, matrix }: EntityWire, [originX, originY]: Point): Path2D {
  // Paths and the letters of texts bring their outlines along.
  const own = new Path2D(geometry?.data)
  if (geometry && geometry.data === undefined) addShape(own, type, geometry)
  if (!matrix && originX === 0 && originY === 0) return own
  const [a, b, c, d, e, f] = matrix ?? [1, 0, 0, 1, 0, 0]
  const placed = new Path2D()
  placed.addPath(own, { a, b, c, d, e: e - originX, f: f - originY })
  return placed
}

function addShape(path: Path2D, type: string, geometry: GeometryWire): void {
  const { center: [x, y] = [0, 0], radius = 0, width = 0, height = 0, points = [], holes = [] } = geometry
  switch (type) {
    case 'circle':
      path.arc(x, y, radius, 0, 2 * Math.PI)
      return path.closePath()
    case 'rect':
      return path.rect(x - width / 2, y - height / 2, width, height)
    case 'line':
      return addPoints(path, points)
    case 'polygon':
      for (const ring of [points, ...holes]) {
        addPoints(path, ring)
        path.closePath()
      }
      return
    case 'arc': {
      const { start_angle: start = 0, end_angle: end = 0 } = geometry
      // Counter-clockwise in the world, whose y points up.
      return path.arc(x, y, radius, start, end)
    }
    case 'ellipse': {
      const { radii: [rx, ry] = [0, 0], rotation = 0 } = geometry
      path.ellipse(x, y, rx, ry, rotation, 0, 2 * Math.PI)
      return path.closePath()
    }
  }
}

function addPoints(path: Path2D, points: readonly Point[]): void {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) path.moveTo(x, y)
    else path.lineTo(x, y)
  }
}

/** A point that a measure may begin or end at. */
export interface SnapPoint {
  readonly point: Point
  readonly kind: 'end' | 'middle' | 'centre' | 'quadrant'
}

/** The most points of one entity that are looked at. */
const MAX_SNAP_POINTS = 400

/** The points of a shape that a measure snaps to, in the world. */
export function snapPoints({ type, geometry, matrix }: EntityWire): SnapPoint[] {
  if (!geometry) return []
  const found: SnapPoint[] = []
  const add = (kind: SnapPoint['kind'], x: number, y: number): void => {
    if (found.length < MAX_SNAP_POINTS) found.push({ kind, point: placed([x, y], matrix) })
  }
  const { center: [x, y] = [0, 0], radius = 0, width = 0, height = 0, points = [], holes = [] } = geometry
  const addRing = (ring: readonly Point[], isClosed: boolean): void => {
    ring.forEach(([px, py], index) => {
      add('end', px, py)
      const next = ring[index + 1] ?? (isClosed ? ring[0] : undefined)
      if (next) add('middle', (px + next[0]) / 2, (py + next[1]) / 2)
    })
  }
  switch (type) {
    case 'circle':
      add('centre', x, y)
      for (let turn = 0; turn < 4; turn += 1) {
        add('quadrant', x + radius * Math.cos((turn * Math.PI) / 2), y + radius * Math.sin((turn * Math.PI) / 2))
      }
      break
    case 'rect': {
      const [w, h] = [width / 2, height / 2]
      addRing(
        [
          [x - w, y - h],
          [x + w, y - h],
          [x + w, y + h],
          [x - w, y + h],
        ],
        true,
      )
      add('centre', x, y)
      break
    }
    case 'line':
      addRing(points, false)
      break
    case 'polygon':
      for (const ring of [points, ...holes]) addRing(ring, true)
      break
    case 'arc': {
      const { start_angle: start = 0, end_angle: end = 0 } = geometry
      add('centre', x, y)
      for (const angle of [start, end]) add('end', x + radius * Math.cos(angle), y + radius * Math.sin(angle))
      const turn = 2 * Math.PI
      const half = start + ((((end - start) % turn) + turn) % turn || turn) / 2
      add('middle', x + radius * Math.cos(half), y + radius * Math.sin(half))
      break
    }
    case 'ellipse': {
      const { radii: [rx, ry] = [0, 0], rotation = 0 } = geometry
      add('centre', x, y)
      const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
      for (const [u, v] of [
        [rx, 0],
        [0, ry],
        [-rx, 0],
        [0, -ry],
      ] as const) {
        add('quadrant', x + u * cos - v * sin, y + u * sin + v * cos)
      }
      break
    }
    case 'path':
      for (const [px, py] of pathEnds(geometry.data ?? '')) add('end', px, py)
  }
  return found
}

export function placed([x, y]: Point, [a, b, c, d, e, f]: Matrix = [1, 0, 0, 1, 0, 0]): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** The ends of the segments of a path, whose commands are absolute. */
function pathEnds(data: string): Point[] {
  const ends: Point[] = []
  for (const [, command = '', rest = ''] of data.matchAll(/([A-Z])([^A-Z]*)/g)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g) ?? []).map(Number)
    const [x = NaN, y = NaN] = numbers.slice(-2)
    const last = ends.at(-1) ?? [0, 0]
    const only = numbers.at(-1) ?? NaN
    if (command === 'H') ends.push([only, last[1]])
    else if (command === 'V') ends.push([last[0], only])
    else if (command !== 'Z' && Number.isFinite(y)) ends.push([x, y])
  }
  return ends
}

/** Whether a shape has an inside, filled or not: people point at it to mean the shape. */
export function isClosed({ type, geometry }: EntityWire): boolean {
  if (type === 'circle' || type === 'rect' || type === 'polygon' || type === 'ellipse') return true
  if (type === 'line') {
    const [first, last] = [geometry?.points?.[0], geometry?.points?.at(-1)]
    return (geometry?.points?.length ?? 0) > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
  }
  return /[zZ]\s*$/.test(geometry?.data ?? '')
}
