// A cancelled call is answered at once, leaves no trace, and the next call works: whatever it was doing.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

import { describe, expect, test } from 'vitest'

import type { EditResult, Project } from 'scenewright'
import { startByHand } from './by-hand.js'
import {
  CANCELLED_WITHIN_MS,
  HELD_TO_A_DEADLINE,
  atEnd,
  connect,
  contentsOf,
  eventually,
  fileOf,
  isAlive,
  openProject,
  projectOf,
  runnersOf,
  seededRandom,
  sleep,
} from './support.js'

const SEED = 20_260_801
const CIRCLE = "drawCircle('dot', 0, 0, 4)\n"
const LONG = { limits: { timeMs: 60_000 } }

/** So long after it was sent a call runs, or waits in its commit; earlier it is cancelled earlier, and no worse. */
const UNDER_WAY_MS = 300

const edit = (oldText: string, newText: string) => ({ file: 'main', oldText, newText })
const endless = edit('4)', '4)\nfor (;;) {}')

/** Aborts, and answers the result of the call and how long it took to come. */
async function cancel<Result>(controller: AbortController, call: Promise<Result>) {
  const startedAt = performance.now()
  controller.abort()
  const result = await call
  return { result, tookMs: performance.now() - startedAt }
}

/** What is on disk, by digest, and what the scene is said to be. The cache of a large scene is written late. */
async function stateOf(project: Project) {
  await project.flush()
  const digest = (content: string): string => createHash('sha256').update(content).digest('hex')
  const files = Object.entries(contentsOf(project.root)).map(([path, content]) => [path, digest(content)])
  return { files, scene: await project.inspect({ view: 'entity', name: 'dot' }) }
}

/** Holds the project's lock from another process: a commit has to wait for it. Answers what lets it go. */
async function holdLock(dir: string): Promise<() => Promise<void>> {
  mkdirSync(`${dir}/.scenewright`, { recursive: true })
  const holder = spawn('flock', [`${dir}/.scenewright/lock`, '-c', 'echo held; cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  atEnd(() => void holder.kill('SIGKILL'))
  const exited = new Promise<void>((resolve) => holder.once('exit', () => resolve()))
  await new Promise((resolve) => createInterface({ input: holder.stdout }).once('line', resolve))
  return () => {
    holder.stdin.end()
    return exited
  }
}

describe('by AbortSignal', HELD_TO_A_DEADLINE, () => {
  test('a call that waits for its turn', async () => {
    const project = await openProject(projectOf({ main: CIRCLE }), LONG)
    await project.run()
    const before = await stateOf(project)
    const ending = new AbortController()
    const first = project.edit({ ...endless, signal: ending.signal })
    const controller = new AbortController()
    const waiting = project.edit({ ...edit('4', '5'), signal: controller.signal })
    await sleep(UNDER_WAY_MS)
    const { result, tookMs } = await cancel(controller, waiting)
    expect(result).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
    expect(tookMs).toBeLessThan(CANCELLED_WITHIN_MS)
    // The call before it still runs.
    ending.abort()
    expect(await first).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
    expect(await stateOf(project)).toEqual(before)
    expect((await project.edit(edit('4', '5'))).status).toBe('committed')
  })

  test('an endless script', async () => {
    const project = await openProject(projectOf({ main: CIRCLE }), LONG)
    await project.run()
    const before = await stateOf(project)
    const controller = new AbortController()
    const running = project.edit({ ...endless, signal: controller.signal })
    await sleep(UNDER_WAY_MS)
    const { result, tookMs } = await cancel(controller, running)
    expect(result).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
    expect(tookMs).toBeLessThan(CANCELLED_WITHIN_MS)
    expect(await stateOf(project)).toEqual(before)
    expect((await project.edit(edit('4', '5'))).status).toBe('committed')
  })

  test.runIf(process.platform === 'linux')('a change that was proven and waits for the lock to commit', async () => {
    const project = await openProject(projectOf({ main: CIRCLE }), LONG)
    await project.edit(edit('4', '5'))
    const before = await stateOf(project)
    const release = await holdLock(project.root)
    const controller = new AbortController()
    const committing = project.edit({ ...edit('5', '6'), signal: controller.signal })
    await sleep(UNDER_WAY_MS)
    const { result, tookMs } = await cancel(controller, committing)
    expect(result).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
    expect(tookMs).toBeLessThan(CANCELLED_WITHIN_MS)
    await release()
    expect(await stateOf(project)).toEqual(before)
    expect((await project.edit(edit('5', '7'))).status).toBe('committed')
  })

  test.runIf(process.platform === 'linux')('an export that waits for the lock', async () => {
    const project = await openProject(projectOf({ main: CIRCLE }), LONG)
    await project.run()
    const release = await holdLock(project.root)
    const controller = new AbortController()
    const exporting = project.export({ format: 'svg', toExports: 'dot.svg', signal: controller.signal })
    await sleep(UNDER_WAY_MS)
    const { result, tookMs } = await cancel(controller, exporting)
    expect(result).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
    expect(tookMs).toBeLessThan(CANCELLED_WITHIN_MS)
    await release()
    await project.flush()
    expect(existsSync(`${project.root}/exports`)).toBe(false)
  })

  test.runIf(process.platform === 'linux')(
    'a committed run whose cache waits for the lock says so at once',
    async () => {
      const project = await openProject(projectOf({ main: CIRCLE }), LONG)
      const release = await holdLock(project.root)
      const controller = new AbortController()
      const committing = new Promise((begun) => project.on('progress', ({ step }) => step === 'commit' && begun(step)))
      const running = project.run({ signal: controller.signal })
      await committing
      await sleep(UNDER_WAY_MS)
      const { result, tookMs } = await cancel(controller, running)
      expect(result.status).toBe('committed')
      expect(tookMs).toBeLessThan(CANCELLED_WITHIN_MS)
      await release()
      await project.flush()
      expect(contentsOf(project.root)['scene.json']).toContain('dot')
    },
  )

  test('a render of a scene that has to be drawn first', async () => {
    const project = await openProject(projectOf({ main: 'for (;;) {}\n' }), LONG)
    const controller = new AbortController()
    const rendering = project.render({ signal: controller.signal })
    await sleep(UNDER_WAY_MS)
    const { result, tookMs } = await cancel(controller, rendering)
    expect(result).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
    expect(tookMs).toBeLessThan(CANCELLED_WITHIN_MS)
    expect((await project.write({ file: 'main', text: CIRCLE })).status).toBe('committed')
  })
})

describe('at any moment', HELD_TO_A_DEADLINE, () => {
  /**
   * Edits a number in main again and again, each cancelled at a random moment of the time that such an edit takes:
   * either it was committed wholly and says so, or there is no trace of it.
   */
  async function cancelAtRandom(project: Project, source: (radius: number) => string, rounds: number) {
    const random = seededRandom(SEED)
    const main = fileOf(project.root, 'main')
    const change = (from: number, to: number, signal?: AbortSignal): Promise<EditResult> =>
      project.edit({ ...edit(`0, 0, ${from})`, `0, 0, ${to})`), signal })
    let radius = 1
    const startedAt = performance.now()
    expect((await change(radius, ++radius)).status).toBe('committed')
    const editMs = performance.now() - startedAt
    const late: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const before = await stateOf(project)
      const controller = new AbortController()
      const call = change(radius, radius + 1, controller.signal)
      await sleep(random() * editMs)
      const { result, tookMs } = await cancel(controller, call)
      if (result.status === 'committed') {
        radius += 1
        expect(readFileSync(main, 'utf8')).toBe(source(radius))
        expect(JSON.stringify(await project.inspect({ view: 'entity', name: 'dot' }))).toContain(`${radius}`)
      } else {
        expect(result).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
        if (tookMs >= CANCELLED_WITHIN_MS) late.push(Math.round(tookMs))
        expect(await stateOf(project)).toEqual(before)
      }
    }
    expect(late).toEqual([])
    expect((await change(radius, radius + 1)).status).toBe('committed')
  }

  test('a small change is committed and says so, or leaves no trace', async () => {
    const source = (radius: number): string => `drawCircle('dot', 0, 0, ${radius})\n`
    const project = await openProject(projectOf({ main: source(1) }))
    await project.run()
    await cancelAtRandom(project, source, 200)
  })

  test('so is a change of a large scene, which takes its time after the script is done', async () => {
    const source = (radius: number): string =>
      `for (var i = 0; i < 10000; i++) drawCircle('c' + i, i % 100, i / 100, 1)\ndrawCircle('dot', 0, 0, ${radius})\n`
    const project = await openProject(projectOf({ main: source(1) }), LONG)
    await project.run()
    await cancelAtRandom(project, source, 10)
  })
})

describe('by the MCP client', HELD_TO_A_DEADLINE, () => {
  const wireEdit = (old_code: string, new_code: string) => ({ file: 'main', old_code, new_code })
  const notify = (id: number) => ['notifications/cancelled', { requestId: id, reason: 'a test' }] as const
  const FLAGS = ['--time-ms', '60000']

  test('a cancelled call leaves no trace, and the calls after it continue', async () => {
    const dir = projectOf({ main: '// slot 0;\n// slot 1;\n' })
    const { client, call } = await connect(dir, FLAGS)
    const controller = new AbortController()
    const running = client.callTool(
      { name: 'edit', arguments: wireEdit('// slot 0;', 'for (;;) {}') },
      { signal: controller.signal },
    )
    const next = call('edit', wireEdit('// slot 1;', "drawCircle('c', 0, 0, 1);"))
    setTimeout(() => controller.abort(), UNDER_WAY_MS)
    await expect(running).rejects.toThrow()
    expect((await next).success).toBe(true)
    expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toBe("// slot 0;\ndrawCircle('c', 0, 0, 1);\n")
  })

  /** A server with a call under way (2) and a question after it (4), whose answer shows that the way is free. */
  async function startWith(underWay: object, prepare?: (dir: string) => Promise<() => Promise<void>>) {
    const dir = projectOf({ main: CIRCLE })
    const server = startByHand(dir, FLAGS)
    await server.initialize()
    await server.call(10, 'run')
    const before = contentsOf(dir)
    const release = await prepare?.(dir)
    void server.call(2, 'edit', underWay)
    await sleep(UNDER_WAY_MS)
    const next = server.call(4, 'inspect', { view: 'info' })
    return { ...server, dir, before, release, next }
  }

  test('a running script: its child is gone and the next call answered within 50 ms, without a response', async () => {
    const { dir, before, next, notify: send, ...server } = await startWith(wireEdit('4)', '4)\nfor (;;) {}'))
    const runners = process.platform === 'linux' ? runnersOf(server.server.pid ?? 0) : []
    const startedAt = performance.now()
    send(...notify(2))
    const answer = await next
    expect(performance.now() - startedAt).toBeLessThan(CANCELLED_WITHIN_MS)
    expect(answer.result?.isError).toBe(false)
    expect(contentsOf(dir)).toEqual(before)
    await eventually('the runner is gone', () => !runners.some(isAlive))
    expect((await server.call(5, 'edit', wireEdit('4', '5'))).result?.isError).toBe(false)
    await server.end()
    expect(server.responsesTo(2)).toEqual([])
  })

  test('a call that waits for its turn is never started', async () => {
    const { dir, before, next, notify: send, ...server } = await startWith(wireEdit('4)', '4)\nfor (;;) {}'))
    void server.call(3, 'edit', wireEdit('4', '5'))
    await sleep(UNDER_WAY_MS)
    send(...notify(3))
    send(...notify(2))
    await next
    expect((await server.call(5, 'inspect', { view: 'info' })).result?.isError).toBe(false)
    expect(contentsOf(dir)).toEqual(before)
    await server.end()
    expect([...server.responsesTo(2), ...server.responsesTo(3)]).toEqual([])
  })

  test.runIf(process.platform === 'linux')('a change that waits to commit', async () => {
    const { dir, before, release, next, notify: send, ...server } = await startWith(wireEdit('4', '5'), holdLock)
    const startedAt = performance.now()
    send(...notify(2))
    await next
    expect(performance.now() - startedAt).toBeLessThan(CANCELLED_WITHIN_MS)
    await release?.()
    expect(contentsOf(dir)).toEqual(before)
    expect((await server.call(5, 'edit', wireEdit('4', '6'))).result?.isError).toBe(false)
    await server.end()
    expect(server.responsesTo(2)).toEqual([])
    expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toBe(CIRCLE.replace('4', '6'))
  })
})
