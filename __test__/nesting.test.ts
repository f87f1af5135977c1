// A search for places takes long: those who wait hear what it is doing, and can cancel it.
import { expect, test } from 'vitest'

import type { LogEvent, ProgressEvent } from 'scenewright'
import { openProject, projectOf } from './support.js'

const PARTS = `const parts = []
for (let i = 0; i < 12; i++) {
  drawPolygon('part_' + i, [[0, 0], [60 + i, 0], [60 + i, 15], [15, 15], [15, 40 + i], [0, 40 + i]])
  parts.push('part_' + i)
}
`
const NEST = (effort: string) => `${PARTS}nest(parts, [400, 250], { gap: 3, effort: '${effort}' })\n`

type Event = LogEvent | ProgressEvent

const words = (events: Event[]) => events.flatMap((it) => (it.type === 'progress' ? [it.message] : []))

test('nest reports what it is doing while it runs, and prints nothing', async () => {
  const project = await openProject(projectOf({ main: NEST('fast') }), { limits: { timeMs: 60_000 } })
  const events: Event[] = []
  const result = await project.run({ onEvent: (event) => events.push(event) })
  expect(result).toMatchObject({ status: 'committed', logs: [] })
  // The start of a run is a step of its own.
  const steps = events.flatMap((it) => (it.type === 'progress' ? [it.step] : []))
  expect(steps.filter((step) => step === 'run')).toHaveLength(1)
  expect(steps).toContain('script')
  const said = words(events)
  expect(said).toContain('running main: nest, 12 of 12 parts placed')
  const shares = said.flatMap((it) => /moving parts together, (\d+) %/.exec(it)?.slice(1).map(Number) ?? [])
  expect(shares.length).toBeGreaterThan(1)
  expect(shares).toEqual([...shares].sort((one, other) => one - other))
  await project.close()
})

test('a search is cancelled while it runs, and the next one has its time', async () => {
  const project = await openProject(projectOf({ main: PARTS }), { limits: { timeMs: 120_000 } })
  const controller = new AbortController()
  const cancelled = await project.write({
    file: 'main',
    text: NEST('best'),
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type === 'progress' && event.message.includes('moving parts together')) controller.abort()
    },
  })
  expect(cancelled).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
  expect(await project.run()).toMatchObject({ status: 'committed' })
  await project.close()
})
