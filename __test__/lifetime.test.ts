// A session that is closed is gone, and so is one whose thread is terminated: threads, descriptors, memory.
//
// SCENEWRIGHT_LIFETIME_ROUNDS=5000 npx vitest run __test__/lifetime.test.ts takes half an hour and prints figures.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, test } from 'vitest'

import { Project, Workspace } from 'scenewright'
import { eventually, projectOf, ROOT, runnersOf, scratch } from './support.js'
import { open } from './workspace-support.js'

interface Counted {
  readonly descriptors: number
  readonly threads: number
}
interface Measured {
  readonly before: Counted
  readonly after: Counted
  readonly samples: readonly { readonly round: number; readonly residentBytes: number; readonly heapBytes: number }[]
}

const ROUNDS = Number(process.env['SCENEWRIGHT_LIFETIME_ROUNDS'] ?? 100)
/** One thread that stayed of each round would be so many at least, in the case of the fewest rounds. */
const LEFT_BY_ROUNDS = Math.ceil(ROUNDS / 25)
const LIMIT_MS = Math.max(300_000, ROUNDS * 600)

async function live(what: string, leftOut: number, rounds: number): Promise<Measured> {
  const host = join(ROOT, '__test__', 'hosts', 'lifetime.mjs')
  const order = JSON.stringify({ what, folder: scratch(), leftOut, rounds })
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', host, order], { maxBuffer: 1 << 24 })
  const measured = JSON.parse(stdout) as Measured
  const { before, after, samples } = measured
  const [first, last] = [samples[samples.length >> 1], samples.at(-1)]
  const resident = [first, last].map((sample) => Math.round((sample?.residentBytes ?? 0) / 1e6)).join(' to ')
  console.log(`${rounds} ${what}: ${JSON.stringify({ before, after })}, ${resident} MB in the second half`)
  return measured
}

/** Over the second half; a session that stayed would be a hundred kB and more. */
const MAX_GROWTH = 20e6

describe.runIf(process.platform === 'linux')('nothing is left', () => {
  test.each([
    ['closings', 10, ROUNDS],
    ['calls', 80, ROUNDS * 4],
    ['terminations', 3, LEFT_BY_ROUNDS],
  ])('of %s', { timeout: LIMIT_MS }, async (what, leftOut, rounds) => {
    const { before, after, samples } = await live(what, leftOut, rounds)
    // A pool starts a thread when its others are busy, and ends it when it has been idle for long.
    expect(after.threads).toBeLessThan(before.threads + LEFT_BY_ROUNDS)
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors)
    const half = samples[samples.length >> 1]?.residentBytes ?? NaN
    expect((samples.at(-1)?.residentBytes ?? NaN) - half).toBeLessThan(MAX_GROWTH)
  })
})

const threadNames = (): string[] =>
  readdirSync('/proc/self/task').flatMap((task) => {
    try {
      const name = readFileSync(`/proc/self/task/${task}/comm`, 'utf8').trim()
      return /^(scenewright|notify)/.test(name) ? [name] : []
    } catch {
      return []
    }
  })

describe.runIf(process.platform === 'linux')('close', () => {
  test('ends every thread of a workspace in the middle of its calls', async () => {
    const { workspace } = await open({ 'a.txt': 'one\n' }, { confirm: () => new Promise(() => {}) })
    await workspace.read({ path: 'a.txt' })
    await workspace.watch('a.txt')
    const edit = workspace.edit({ path: 'a.txt', oldText: 'one', newText: 'two' })
    await eventually('a thread of each kind', () => new Set(threadNames()).size >= 3)
    await Promise.all([workspace.close(), workspace.close()])
    // A thread that was joined may be listed for a moment longer.
    await eventually('no thread', () => threadNames().length === 0)
    expect(await edit).toMatchObject({ status: 'refused', error: { code: 'closed' } })
    await expect(workspace.read({ path: 'a.txt' })).rejects.toMatchObject({ code: 'closed' })
  })

  test('of the last project ends its threads and the idle children', async () => {
    const project = await Project.open({ root: projectOf({ main: "drawCircle('dot', 0, 0, 4)\n" }) })
    expect(await project.run()).toMatchObject({ status: 'committed' })
    expect(runnersOf(process.pid)).not.toEqual([])
    await project.close()
    expect(runnersOf(process.pid)).toEqual([])
    await eventually('no thread', () => threadNames().length === 0)
  })

  test('of one session leaves another on the same folder at work', async () => {
    const { workspace, root, historyDir, text } = await open({ 'a.txt': 'one\n' })
    const other = await Workspace.open({ root, historyDir, readFirst: 'off' })
    let inPlace = (): void => {}
    let verify = (): void => {}
    const placed = new Promise<void>((resolve) => (inPlace = resolve))
    const verified = new Promise<void>((resolve) => (verify = resolve))
    const transaction = other.transaction((tx) => tx.write({ path: 'a.txt', text: 'two\n' }), {
      verify: () => {
        inPlace()
        return verified
      },
    })
    await placed
    // It waits for the files that the other one has in place, and closing waits for neither.
    const waiting = workspace.undo()
    await workspace.close()
    expect(await waiting).toMatchObject({ status: 'refused', error: { code: 'closed' } })
    verify()
    expect(await transaction).toMatchObject({ status: 'committed' })
    expect(text('a.txt')).toBe('two\n')
    await other.close()
  })
})

test.each([
  ['at once with cancel', { cancel: true }],
  ['after its grace', {}],
])('close ends a script that loops, %s, and its call is answered as cancelled', async (_, options) => {
  const dir = projectOf({ main: "drawCircle('c', 0, 0, 5)\n" })
  const project = await Project.open({ root: dir, limits: { timeMs: 600_000 } })
  const edit = project.write({ file: 'main', text: 'while (true) {}\n' })
  await project.files()
  await project.close(options)
  // The run's own limit is ten minutes, so it did not end by itself.
  expect(await edit).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
  expect(readFileSync(join(dir, 'scene.code.js'), 'utf8')).toBe("drawCircle('c', 0, 0, 5)\n")
})
