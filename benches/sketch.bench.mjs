// Sketches with constraints: a chain of links, each parallel to the one before and of one length, drawn askew. The time is what one more
// sketch costs a script, its curves drawn, its rank analysed; beside planegcs (FreeCAD's solver in WebAssembly), where it is installed:
//
//   npm install --prefix /tmp/peer @salusoft89/planegcs     # LGPL: for comparisons alone, and no dependency of this package
//   PLANEGCS=/tmp/peer/node_modules/@salusoft89/planegcs node benches/sketch.bench.mjs
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { costOfOneMore, median, ms, startTable, timeMs } from './measure.mjs'

const ROUNDS = 7
const MORE_CALLS = 4
const SIZES = [50, 200, 400]

/** A chain with that many constraints: one fixed point, a direction, and two of each further link. */
const linksOf = (constraints) => Math.floor((constraints - 1) / 2)

function scriptOf(constraints, times) {
  return `
const links = ${linksOf(constraints)}
let drawn
for (let time = 0; time < ${times}; time += 1) {
  sketch('chain', (s) => {
    const points = Array.from({ length: links + 1 }, (_, at) => s.point(at * 10.7, at % 2 ? 3.1 : 0))
    const lines = points.slice(1).map((point, at) => s.line(points[at], point))
    s.fixed(points[0])
    s.horizontal(lines[0])
    lines.forEach((line, at) => {
      s.distance(line, 10)
      if (at > 0) s.parallel(lines[at - 1], line)
    })
    drawn = points
  })
}
console.log(JSON.stringify(drawn.map(({ x, y }) => [x, y])))
`
}

async function ours(constraints) {
  const { ms, logs } = await costOfOneMore((times) => scriptOf(constraints, times), ROUNDS, MORE_CALLS)
  const [line] = logs
  return { ms, points: JSON.parse(line) }
}

const folder = process.env.PLANEGCS
const peer = folder && (await import(pathToFileURL(join(folder, 'dist', 'index.js')).href))
if (!peer) console.log('planegcs is not there: set PLANEGCS to the folder of the package to compare with it.')

/** The same by planegcs; nothing where it is not installed. */
async function theirs(constraints) {
  if (!peer) return undefined
  const { Algorithm, make_gcs_wrapper: makeWrapper } = peer
  const links = linksOf(constraints)
  const gcs = await makeWrapper()
  const push = (primitive) => gcs.push_primitive(primitive)
  const times = []
  let points = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    gcs.clear_data()
    const spent = await timeMs(() => {
      for (let at = 0; at <= links; at += 1) {
        push({ id: `p${at}`, type: 'point', x: at * 10.7, y: at % 2 ? 3.1 : 0, fixed: at === 0 })
      }
      for (let at = 0; at < links; at += 1) {
        push({ id: `l${at}`, type: 'line', p1_id: `p${at}`, p2_id: `p${at + 1}` })
      }
      push({ id: 'h', type: 'horizontal_l', l_id: 'l0' })
      for (let at = 0; at < links; at += 1) {
        push({ id: `d${at}`, type: 'p2p_distance', p1_id: `p${at}`, p2_id: `p${at + 1}`, distance: 10 })
        if (at > 0) push({ id: `q${at}`, type: 'parallel', l1_id: `l${at - 1}`, l2_id: `l${at}` })
      }
      gcs.solve(Algorithm.DogLeg)
      gcs.apply_solution()
    })
    points = Array.from({ length: links + 1 }, (_, at) => gcs.sketch_index.get_sketch_point(`p${at}`)).map(
      ({ x, y }) => [x, y],
    )
    if (round > 0) times.push(spent)
  }
  return { ms: median(times), points }
}

/** The greatest distance of points from where they should be. */
function farthest(points, places) {
  return Math.max(...points.map(([x, y], at) => Math.hypot(x - places[at][0], y - places[at][1])))
}

const row = startTable(
  'One more sketch',
  ['constraints', 'scenewright', 'planegcs', 'off by', 'its', 'apart'],
  [12, 12],
)
for (const constraints of SIZES) {
  const [own, other] = [await ours(constraints), await theirs(constraints)]
  const places = Array.from({ length: linksOf(constraints) + 1 }, (_, at) => [at * 10, 0])
  const off = (points, from) => (points ? farthest(points, from).toExponential(1) : '–')
  const times = [ms(own.ms), other ? ms(other.ms) : '–']
  row([
    String(constraints),
    ...times,
    off(own.points, places),
    off(other?.points, places),
    off(other?.points, own.points),
  ])
}
