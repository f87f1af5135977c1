// Many runs in a row cost the host nothing that stays: no memory, no descriptor, no thread, no child.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { ANSWER_WITHIN_MS, HELD_TO_A_DEADLINE, projectOf, ROOT } from './support.js'

interface Counted {
  readonly descriptors: number
  readonly threads: number
}

interface Measured {
  readonly before: Counted
  readonly after: Counted
  readonly childrenLeft: number
  readonly samples: readonly { readonly run: number; readonly residentBytes: number; readonly heapBytes: number }[]
  readonly tookMs: readonly number[]
}

interface Order {
  readonly main: string
  readonly limits: object
  /** The status of every result, or the kind of its error. */
  readonly expected: string
  readonly leftOut: number
  readonly runs: number
}

async function endure({ main, ...order }: Order): Promise<Measured> {
  const host = join(ROOT, '__test__', 'hosts', 'endurance.mjs')
  const args = ['--expose-gc', host, JSON.stringify({ ...order, dir: projectOf({ main }) })]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 })
  return JSON.parse(stdout) as Measured
}

/** How much `y` grows for each `x`, by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const covariance = mean(points.map(([x, y]) => (x - meanX) * (y - meanY)))
  return covariance / mean(points.map(([x]) => (x - meanX) ** 2))
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN

const slopes = (samples: Measured['samples']) => ({
  residentBytesPerRun: slope(samples.map(({ run, residentBytes }) => [run, residentBytes])),
  heapBytesPerRun: slope(samples.map(({ run, heapBytes }) => [run, heapBytes])),
})

// Bounds of growth, in bytes a run. Over 8,000 runs the resident memory stays on a plateau and wanders on it by some
// hundred KiB; over 1,000 runs that alone gives slopes of up to 500 in either direction, over 200 runs more. What the
// heap is seen to grow, 25 a tiny run, is the list of measurements and what the compiler learns. One frame of the
// protocol, one thread or one handle that is kept in every run is well above the bounds.
const TINY_GROWTH = { resident: 4_096, heap: 512 }
const KILLED_GROWTH = { resident: 8_192, heap: 1_024 }

// One child more or less that is ready for the next run, with its pipes and the thread that reads them. What each run or each
// child leaves is a hundred of them.
const MAX_DIFFERENCE = { descriptors: 6, threads: 3 }

function expectNothingLeft({ before, after }: Measured): void {
  for (const what of ['descriptors', 'threads'] as const) {
    expect(after[what] - before[what], what).toBeLessThanOrEqual(MAX_DIFFERENCE[what])
  }
}

describe.runIf(process.platform === 'linux')('leaves nothing behind in the host', () => {
  // Two thousand runs, beside other tests on the same cores: 20 to 60 seconds.
  test('a thousand tiny runs', async () => {
    const measured = await endure({
      main: "drawCircle('dot', 0, 0, 4)\n",
      limits: {},
      expected: 'committed',
      // A child is replaced after 1,000 jobs, and the first replacement starts threads: a step, and only once.
      leftOut: 1_100,
      runs: 1_000,
    })
    const { childrenLeft, samples, tookMs } = measured
    const grown = slopes(samples)
    console.log(`tiny run: median ${median(tookMs).toFixed(2)} ms; growth ${JSON.stringify(grown)}`)
    expectNothingLeft(measured)
    expect(grown.residentBytesPerRun).toBeLessThan(TINY_GROWTH.resident)
    expect(grown.heapBytesPerRun).toBeLessThan(TINY_GROWTH.heap)
    expect(childrenLeft).toEqual(0)
  })

  test('a hundred runs whose child is killed', HELD_TO_A_DEADLINE, async () => {
    const limits = { timeMs: 50 }
    const order = { main: 'for (;;) {}\n', limits, expected: 'timeout', leftOut: 60, runs: 100 }
    const measured = await endure(order)
    const { childrenLeft, samples, tookMs } = measured
    const grown = slopes(samples)
    const lateMs = median(tookMs) - limits.timeMs
    console.log(`from the limit to the answer: median ${lateMs.toFixed(2)} ms; growth ${JSON.stringify(grown)}`)
    expectNothingLeft(measured)
    expect(grown.residentBytesPerRun).toBeLessThan(KILLED_GROWTH.resident)
    expect(grown.heapBytesPerRun).toBeLessThan(KILLED_GROWTH.heap)
    expect(lateMs).toBeLessThan(ANSWER_WITHIN_MS)
    expect(childrenLeft).toEqual(0)
  })
})
