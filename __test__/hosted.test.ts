// examples/hosted: several workers behind a router, with a project on one of them at a time. Under load one is killed and
// one is added; what was answered as committed is there, and every file is whole.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'

import { clientOf } from './mcp-support.js'
import { atEnd, fileOf, ROOT, scratch, sleep } from './support.js'

const TOKEN = 'the-token-of-these-workers'
const PROJECTS = 200
const EDITS = 3

/** Clients that ask at the same time. */
const AT_ONCE = 24

interface Cluster {
  readonly url: string
  readonly workers: readonly { readonly address: string; readonly pid: number }[]
  workerOf(project: string): string
  kill(index: number): Promise<void>
  add(): Promise<void>
  close(): Promise<void>
}

interface Hosted {
  startCluster(setup: { projects: string; workers?: number; router?: string; flags?: string[] }): Promise<Cluster>
  hasNginx(): boolean
}

interface Ring {
  crc32(bytes: Uint8Array): number
  ringOf(workers: readonly string[]): { readonly worker: string }[]
  workersFor(ring: unknown, key: string): string[]
}

const FOLDER = join(ROOT, 'examples', 'hosted')
let hosted: Hosted
let ring: Ring

beforeAll(async () => {
  process.env['SCENEWRIGHT_TOKEN'] = TOKEN
  hosted = await import(pathToFileURL(join(FOLDER, 'start.mjs')).href)
  ring = await import(pathToFileURL(join(FOLDER, 'ring.mjs')).href)
})

const mainAt = (count: number): string => `const count = ${count}\ndrawCircle('dot', 0, 0, 1 + count)\n`

async function start(setup: { workers?: number; router?: string; flags?: string[] } = {}) {
  const projects = scratch()
  const cluster = await hosted.startCluster({ projects, ...setup })
  atEnd(() => cluster.close())
  return { ...cluster, projects }
}

async function connect(url: string, project: string): Promise<Client> {
  const client = clientOf('2026-07-28')
  const headers = { authorization: `Bearer ${TOKEN}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/projects/${project}/mcp`), { requestInit: { headers } }),
  )
  return client
}

type Called = { readonly isError?: boolean; readonly content: readonly { readonly text?: string }[] }

/** The answer object of a call. */
const answerIn = ({ content }: Called) => JSON.parse(content[0]?.text ?? '')

/** Calls a tool until it is answered, by whichever worker. */
async function surely(client: Client, name: string, args: Record<string, unknown>): Promise<Called> {
  for (let turn = 0; ; turn += 1) {
    try {
      return (await client.callTool({ name, arguments: args })) as Called
    } catch (thrown) {
      if (turn === 40) throw thrown
      await sleep(250)
    }
  }
}

/** The knowledge of a client about its project. */
interface Known {
  readonly project: string
  /** The commits that were answered, and the count that the last of them wrote. */
  readonly commits: string[]
  count: number
  unanswered: number
}

/** Counts up in a project, one edit after the other, and looks at it again where no answer came. */
async function countUp(url: string, project: string, progress: () => void): Promise<Known> {
  const seen: Known = { project, commits: [], count: 0, unanswered: 0 }
  let client: Client | undefined
  while (!client) client = await connect(url, project).catch(() => sleep(250).then(() => undefined))
  await surely(client, 'write', { file: 'main', code: mainAt(0) })
  for (let edit = 0; edit < EDITS; edit += 1) {
    const args = { file: 'main', old_code: `count = ${seen.count}`, new_code: `count = ${seen.count + 1}` }
    try {
      const called = (await client.callTool({ name: 'edit', arguments: args })) as Called
      if (called.isError) throw new Error(`${project}: ${JSON.stringify(called.content)}`)
      seen.commits.push(answerIn(called).data.scene.transactionId)
      seen.count += 1
    } catch (thrown) {
      if (thrown instanceof Error && thrown.message.startsWith(`${project}: `)) throw thrown
      // Nobody knows whether it was made: the file shows it.
      seen.unanswered += 1
      const { content } = await surely(client, 'read', { file: 'main' })
      const found = Number(/count = (\d+)/.exec(JSON.stringify(content))?.[1])
      expect([seen.count, seen.count + 1], project).toContain(found)
      seen.count = found
      // A worker that died after its commit wrote no scene: the next that is asked for it makes it.
      await surely(client, 'inspect', { view: 'info' })
    }
    progress()
  }
  const { rows } = answerIn(await surely(client, 'history', { limit: 100 })).data as { rows: { id: string }[] }
  const known = rows.map(({ id }) => id)
  expect(
    seen.commits.filter((id) => !known.includes(id)),
    `${project}: commits that were answered and are lost`,
  ).toEqual([])
  await client.close()
  return seen
}

/** Does something for each, so many at a time. */
async function forEach<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...items]
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) results.push(await act(item))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

describe('the ring', () => {
  const workers = ['127.0.0.1:7401', '127.0.0.1:7402', '127.0.0.1:7403', '127.0.0.1:7404']
  const names = Array.from({ length: 2_000 }, (_, index) => `project-${index}`)

  test('has the checksum of zlib', () => {
    expect(ring.crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
    expect(ring.crc32(Buffer.from(''))).toBe(0)
  })

  test('distributes projects evenly, and moves only one worker’s projects when it ends', () => {
    const before = ring.ringOf(workers)
    const after = ring.ringOf(workers.slice(1))
    const owners = names.map((name) => ring.workersFor(before, name)[0]!)
    for (const worker of workers) {
      const share = owners.filter((owner) => owner === worker).length / names.length
      expect(share).toBeGreaterThan(0.15)
      expect(share).toBeLessThan(0.35)
    }
    const moved = names.filter((name, index) => ring.workersFor(after, name)[0] !== owners[index])
    expect(moved.every((name) => owners[names.indexOf(name)] === workers[0])).toBe(true)
    // The next in line before is the one that takes its place.
    for (const name of moved) expect(ring.workersFor(after, name)[0]).toBe(ring.workersFor(before, name)[1])
  })
})

const ROUTERS = ['node', 'nginx']

describe.each(ROUTERS)('workers behind %s', (router) => {
  test('lose no commit that was answered, and tear no file, while one is killed and one is added', async (context) => {
    if (router === 'nginx' && !hosted.hasNginx()) context.skip('nginx is not installed')
    const { url, projects, kill, add, workerOf, workers } = await start({ router })
    const names = Array.from({ length: PROJECTS }, (_, index) => `p${index}`)
    const killed = workerOf('p0')
    let done = 0
    const events: Promise<void>[] = []
    const seen = await forEach(names, (name) =>
      countUp(url, name, () => {
        done += 1
        if (done === PROJECTS) events.push(kill(workers.findIndex(({ address }) => address === killed)))
        if (done === 2 * PROJECTS) events.push(add())
      }),
    )
    await Promise.all(events)
    expect(events).toHaveLength(2)
    expect(seen).toHaveLength(PROJECTS)
    for (const { project, count } of seen) {
      const dir = join(projects, project)
      expect(readFileSync(fileOf(dir, 'main'), 'utf8'), project).toBe(mainAt(count))
      const scene = JSON.parse(readFileSync(join(dir, 'scene.json'), 'utf8'))
      expect(scene.entities[0].geometry.radius, project).toBe(1 + count)
    }
    // Most answers came: what a dead worker had in hand is all that may be without one.
    const unanswered = seen.reduce((sum, { unanswered }) => sum + unanswered, 0)
    expect(unanswered).toBeLessThanOrEqual(AT_ONCE)
  })

  test('send a project to the worker that the ring names, and to the next when that has gone', async (context) => {
    if (router === 'nginx' && !hosted.hasNginx()) context.skip('nginx is not installed')
    const { url, workers, workerOf, kill } = await start({ router, workers: 2 })
    const sessionsOf = async (address: string): Promise<number> => {
      const answer = await fetch(`http://${address}/health`)
      return Number.parseInt(await answer.text(), 10)
    }
    const [one, two] = [workers[0]!, workers[1]!]
    const names = Array.from({ length: 12 }, (_, index) => `q${index}`)
    for (const name of names) await (await connect(url, name)).close()
    for (const { address } of [one, two]) {
      expect(await sessionsOf(address)).toBe(names.filter((name) => workerOf(name) === address).length)
    }
    await kill(0)
    for (const name of names) await surely(await connect(url, name), 'glob', {})
    expect(await sessionsOf(two.address)).toBe(names.length)
  })
})

describe('a worker', () => {
  test('admits clients with the token, serves projects only, and does not follow a name out of its folder', async () => {
    const { url, workers, projects } = await start({ router: 'node', workers: 1 })
    const address = `http://${workers[0]!.address}`
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const statusOf = async (path: string, headers: Record<string, string> = {}): Promise<number> =>
      (
        await fetch(address + path, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', ...headers },
        })
      ).status
    expect(await statusOf('/projects/a/mcp')).toBe(401)
    expect(await statusOf('/projects/a/mcp', { authorization: `Bearer ${TOKEN}x` })).toBe(401)
    const own = { authorization: `Bearer ${TOKEN}` }
    for (const path of [
      '/',
      '/projects/',
      '/projects/a',
      '/projects/a%2Fb/mcp',
      '/projects/..%2F..%2Fetc/mcp',
      '/projects/a/mcp/x',
    ]) {
      expect(await statusOf(path, own), path).toBe(404)
    }
    const client = await connect(url, 'fine')
    const { isError } = await surely(client, 'write', { file: 'main', code: mainAt(1) })
    await client.close()
    expect(isError).toBe(false)
    expect(readFileSync(fileOf(join(projects, 'fine'), 'main'), 'utf8')).toBe(mainAt(1))
  })

  test('ends the session that was used least recently where it has too many, and answers it again', async () => {
    const { url, workers } = await start({ router: 'node', workers: 1, flags: ['--sessions', '2'] })
    const clients = []
    for (const name of ['a', 'b', 'c']) {
      const client = await connect(url, name)
      await surely(client, 'write', { file: 'main', code: mainAt(0) })
      clients.push(client)
    }
    expect(await (await fetch(`http://${workers[0]!.address}/health`)).text()).toBe('2 sessions\n')
    const { content } = await surely(clients[0]!, 'read', { file: 'main' })
    expect(JSON.stringify(content)).toContain('count = 0')
    for (const client of clients) await client.close()
  })
})

test('two workers that have the same project, as while routes change, lose nothing of each other', async () => {
  const { url, workers, projects } = await start({ router: 'node', workers: 2 })
  const main = Array.from({ length: 20 }, (_, line) => `const v${line} = 0`).join('\n')
  const first = await connect(url, 'shared')
  await surely(first, 'write', { file: 'main', code: `${main}\n` })
  await first.close()
  const both = await Promise.all(workers.map(({ address }) => connect(`http://${address}`, 'shared')))
  await Promise.all(
    both.map(async (client, own) => {
      for (let line = own; line < 20; line += 2) {
        const args = { file: 'main', old_code: `v${line} = 0`, new_code: `v${line} = ${line + 1}` }
        // One that was overtaken three times says so, and nothing of it was made.
        for (let turn = 0; turn < 20; turn += 1) if (!(await surely(client, 'edit', args)).isError) break
      }
    }),
  )
  const written = Array.from({ length: 20 }, (_, line) => `const v${line} = ${line + 1}`).join('\n')
  expect(readFileSync(fileOf(join(projects, 'shared'), 'main'), 'utf8')).toBe(`${written}\n`)
  for (const client of both) await client.close()
})
