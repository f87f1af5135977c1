// A server that is killed at any moment leaves a project that some commit made.
import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { connect, deadlineMs, fileOf, projectOf, seededRandom } from './support.js'

/** More are made by hand, to look for what is rare. */
const ROUNDS = Number(process.env.SCENEWRIGHT_KILLS ?? 20)
const SEED = 20_260_728

/** The next server answers its first call within this: Node, the handshake, and the read of a file. */
const START_WITHIN_MS = deadlineMs(1_000)

/** Of the starts, so many may be late: the machine has other work, and starting Node is most of a start. */
const LATE_STARTS = Math.ceil(ROUNDS / 15)

const sourceOf = (version: number): string =>
  `// version ${version}\ndrawCircle('dot', 0, 0, ${version + 1})\n${'// padding\n'.repeat(200)}`

test('kill -9 at random moments of a stream of edits', async () => {
  const random = seededRandom(SEED)
  const dir = projectOf({ main: sourceOf(0) })
  const main = fileOf(dir, 'main')
  // Versions are numbered; the file must hold one from the last that was answered to the last that was sent.
  let answered = 0
  let sent = 0
  const late: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    const { client, call, text, pid } = await connect(dir)
    const shown = await text('read', { file: 'main' })
    const startMs = performance.now() - startedAt

    const held = readFileSync(main, 'utf8')
    const version = Number(/^\/\/ version (\d+)\n/.exec(held)?.[1])
    expect(version, `round ${round}: an answered commit is there`).toBeGreaterThanOrEqual(answered)
    expect(version, `round ${round}: nothing that was not sent`).toBeLessThanOrEqual(sent)
    expect(held, `round ${round}: whole`).toBe(sourceOf(version))
    expect(shown).toContain(`// version ${version}`)
    if (startMs > START_WITHIN_MS) late.push(Math.round(startMs))
    answered = version
    sent = version

    const killed = new Promise<void>((resolve) => {
      client.onclose = () => resolve()
    })
    const killSoon = () => setTimeout(() => process.kill(pid, 'SIGKILL'), random() * 200)
    // From the start, or from the first answer: a loaded machine may give none before.
    if (round % 2 === 0) killSoon()
    try {
      for (;;) {
        const next = sent + 1
        sent = next
        const answer = await call('edit', {
          file: 'main',
          old_code: sourceOf(next - 1),
          new_code: sourceOf(next),
        })
        expect(answer).toMatchObject({ success: true })
        answered = next
        if (round % 2 === 1 && next === version + 1) killSoon()
      }
    } catch (error) {
      // The connection ends with the server; anything else is a failure of the test.
      if (process.platform === 'linux' && existsSync(`/proc/${pid}/exe`)) throw error
    }
    await killed
  }
  expect(sent).toBeGreaterThan(ROUNDS / 2)
  expect(late.length, `starts over ${START_WITHIN_MS} ms: ${late.join(', ')}`).toBeLessThanOrEqual(LATE_STARTS)
})
