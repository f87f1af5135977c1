// The areas that the drawing benchmark works on, as points: every contestant gets the same.

/** Twice the signed area of a ring, over two. */
export function areaOf(ring) {
  let sum = 0
  for (let index = 0; index < ring.length; index += 1) {
    const [[x1, y1], [x2, y2]] = [ring[index], ring[(index + 1) % ring.length]]
    sum += x1 * y2 - x2 * y1
  }
  return sum / 2
}

function circle(x, y, radius, segments = 64) {
  return Array.from({ length: segments }, (_, index) => {
    const angle = (2 * Math.PI * index) / segments
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

/** Circles in rows, as many in each as there are rows, as centre and radius. */
function rowsOfCircles(count, pitch, radius) {
  const columns = Math.ceil(Math.sqrt(count))
  return Array.from({ length: count }, (_, index) => [
    (index % columns) * pitch,
    Math.floor(index / columns) * pitch,
    radius,
  ])
}

/** The same circles as points. */
function circles(count, pitch, radius) {
  return rowsOfCircles(count, pitch, radius).map(([x, y, size]) => circle(x, y, size))
}

/** Circles anywhere in a square, most of them over others, as centre and radius: the same ones every time. */
function scatteredCircles(count, side, least, most) {
  let seed = 20_261_122
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
  return Array.from({ length: count }, () => [random() * side, random() * side, least + random() * (most - least)])
}

/** The same circles as points. */
function scattered(count, side, least, most) {
  return scatteredCircles(count, side, least, most).map(([x, y, radius]) => circle(x, y, radius))
}

function wave(vertices) {
  return Array.from({ length: vertices }, (_, index) => {
    const angle = (2 * Math.PI * index) / vertices
    const radius = 500 + 40 * Math.sin(23 * angle) + 5 * Math.sin(171 * angle)
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
}

const plate = () => [
  [
    [-4, -4],
    [200, -4],
    [200, 200],
    [-4, 200],
  ],
]

/**
 * What is done. Inputs are rings, made by functions whose text also stands in our scripts. Where there are `circles`, ours are
 * true circles, and the result has arcs; the others know edges alone.
 */
export const JOBS = {
  'union of 1,000 circles': { kind: 'union', first: () => scattered(1_000, 1_000, 10, 30) },
  'union of 1,000 true circles': {
    kind: 'union',
    first: () => scattered(1_000, 1_000, 10, 30),
    circles: { first: () => scatteredCircles(1_000, 1_000, 10, 30) },
  },
  'two times 500 true circles, what both have': {
    kind: 'intersection',
    first: () => scattered(1_000, 800, 10, 30).slice(0, 500),
    second: () => scattered(1_000, 800, 10, 30).slice(500),
    circles: {
      first: () => scatteredCircles(1_000, 800, 10, 30).slice(0, 500),
      second: () => scatteredCircles(1_000, 800, 10, 30).slice(500),
    },
  },
  'plate minus 2,500 holes': { kind: 'difference', first: plate, second: () => circles(2_500, 4, 1) },
  'plate minus 2,500 true holes': {
    kind: 'difference',
    first: plate,
    second: () => circles(2_500, 4, 1),
    circles: { second: () => rowsOfCircles(2_500, 4, 1) },
  },
  'offset of 10,000 vertices': { kind: 'offset', first: () => [wave(10_000)], delta: 5 },
}

/**
 * @typedef {object} Job
 * @property {string} kind
 * @property {() => unknown} first
 * @property {() => unknown} [second]
 * @property {{ first?: () => unknown, second?: () => unknown }} [circles]
 * @property {number} [delta]
 */

/**
 * A scene script that draws the inputs and does the job so many times.
 *
 * @param {Job} job
 * @param {number} times
 */
export function scriptOf({ kind, first, second = () => [], delta, circles: round = {} }, times) {
  const drawn = (prefix, rings, centers) =>
    centers
      ? `const ${prefix} = (${centers})().map(([x, y, r], i) => (drawCircle('${prefix}' + i, x, y, r), '${prefix}' + i))\n`
      : `const ${prefix} = (${rings})().map((points, i) => (drawPolygon('${prefix}' + i, points), '${prefix}' + i))\n`
  const call = {
    union: `booleanUnion(a, [], 'result')`,
    difference: `booleanDifference(a, b, 'result')`,
    intersection: `booleanIntersect(a, b, 'result')`,
    offset: `offsetPolygon('a0', ${delta}, 'result')`,
  }[kind]
  const shared = [circle, rowsOfCircles, circles, scatteredCircles, scattered, wave].join('\n')
  return `${shared}\n${drawn('a', first, round.first)}${drawn('b', second, round.second)}
for (let i = 0; i < ${times}; i++) ${call}
console.log(getArea('result'))
`
}
