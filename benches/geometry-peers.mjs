// One job by one of the others, in a thread of its own, so that a job without end can be stopped. It is timed from points
// to points, as ours reads its inputs from the scene and draws its result there.
import { parentPort, workerData } from 'node:worker_threads'

import { areaOf, JOBS } from './drawings.mjs'
import { median, timeMs } from './measure.mjs'

const { peer, job, rounds } = workerData

const ways = {
  'manifold-3d': async ({ kind, first, second, delta }) => {
    const { default: load } = await import('manifold-3d')
    const wasm = await load()
    wasm.setup()
    const { CrossSection } = wasm
    const sections = (rings) => rings.map((ring) => new CrossSection([ring]))
    return () => {
      const [a, b] = [sections(first), sections(second ?? [])]
      const made = {
        union: () => CrossSection.union(a),
        difference: () => CrossSection.difference([a[0], ...b]),
        intersection: () => CrossSection.union(a).intersect(CrossSection.union(b)),
        offset: () => a[0].offset(delta, 'Round', 2, 50),
      }[kind]()
      made.toPolygons()
      const area = made.area()
      for (const section of [...a, ...b, made]) section.delete()
      return area
    }
  },
  '@jscad/modeling': async ({ kind, first, second, delta }) => {
    const { default: jscad } = await import('@jscad/modeling')
    const polygons = (rings) => rings.map((points) => jscad.primitives.polygon({ points }))
    return () => {
      const [a, b] = [polygons(first), polygons(second ?? [])]
      const made = {
        union: () => jscad.booleans.union(a),
        difference: () => jscad.booleans.subtract(a[0], ...b),
        intersection: () => jscad.booleans.intersect(jscad.booleans.union(a), jscad.booleans.union(b)),
        offset: () => jscad.expansions.offset({ delta, corners: 'round', segments: 50 }, a[0]),
      }[kind]()
      return jscad.measurements.measureArea(made)
    }
  },
  makerjs: async ({ kind, first, second, delta }) => {
    const { default: makerjs } = await import('makerjs')
    const models = (rings) => rings.map((ring) => new makerjs.models.ConnectTheDots(true, ring))
    return () => {
      // It changes its inputs, so they are made again.
      const [a, b] = [models(first), models(second ?? [])]
      const made = {
        union: () => a.reduce((sum, one) => makerjs.model.combineUnion(sum, one)),
        difference: () => b.reduce((rest, hole) => makerjs.model.combineSubtraction(rest, hole), a[0]),
        intersection: () => {
          const all = (models) => models.reduce((sum, one) => makerjs.model.combineUnion(sum, one))
          return makerjs.model.combineIntersection(all(a), all(b))
        },
        offset: () => makerjs.model.outline(a[0], delta),
      }[kind]()
      const chains = /** @type {import('makerjs').IChain[]} */ (makerjs.model.findChains(made))
      return chains.reduce((sum, chain) => sum + Math.abs(areaOf(makerjs.chain.toPoints(chain, 1))), 0)
    }
  },
}

const { first, second, ...how } = JOBS[job]
const once = await ways[peer]({ ...how, first: first(), second: second?.() })
let area
const times = []
for (let round = 0; round <= rounds; round += 1) {
  const time = await timeMs(() => {
    area = once()
  })
  if (round > 0 || time > 2_000) times.push(time)
  if (time > 2_000) break
}
parentPort?.postMessage({ ms: median(times), area })
