// Many projects on several workers (examples/hosted): what a worker and a session take, and how long an edit takes for
// everybody else while a worker is killed and another one is added.
//
//   node benches/hosted.bench.mjs [projects] [seconds of each phase]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

import { median, ms, printTable } from './measure.mjs'

process.env.SCENEWRIGHT_TOKEN ??= 'the-token-of-these-workers'
const { startCluster, startWorker } = await import('../examples/hosted/start.mjs')

const [projects = 200, seconds = 10] = process.argv.slice(2).map(Number)

/** Edits a second, of all projects together: far less than the workers could do, as people and agents work. */
const EDITS_PER_S = 10
const SESSIONS = 50
const OWN_EDITS = 100

const TICKS_PER_S = 100

async function connect(base, project) {
  const client = new Client(
    { name: 'scenewright-bench', version: '0.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  const headers = { authorization: `Bearer ${process.env.SCENEWRIGHT_TOKEN}` }
  const url = new URL(`${base}/projects/${project}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

async function call(client, name, args) {
  const { isError, content } = await client.callTool({ name, arguments: args })
  if (isError) throw new Error(JSON.stringify(content))
}

const mainAt = (count) => `const count = ${count}\nfor (let i = 0; i < 100; i++) drawCircle('c' + i, i * 3, count, 1)\n`
const begin = (client) => call(client, 'write', { file: 'main', code: mainAt(0) })
const countUp = (client, count) =>
  call(client, 'edit', { file: 'main', old_code: `count = ${count}`, new_code: `count = ${count + 1}` })

/** The processes that a process has started, and itself. Linux only. */
function familyOf(pid) {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const stat = statOf(name)
        return stat ? [[Number(name), Number(stat[1])]] : []
      }),
  )
  const found = [pid]
  for (const parent of found) for (const [child, of] of parents) if (of === parent) found.push(child)
  return found
}

/** The fields of a process after its name; nothing where it has ended. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** The memory of a process that no other shares, in MB. */
function ownMemory(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kb = [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].reduce((sum, [, size]) => sum + Number(size), 0)
  return kb / 1_024
}

const cpuSeconds = (pid) =>
  familyOf(pid).reduce((sum, each) => {
    const stat = statOf(each)
    return sum + (stat ? (Number(stat[11]) + Number(stat[12])) / TICKS_PER_S : 0)
  }, 0)

/** The memory and the time of one worker: with no session, with many, and for an edit. */
async function sizes() {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-hosted-'))
  const worker = await startWorker(folder)
  try {
    const clients = []
    let first = 0
    for (let index = 0; index < SESSIONS; index += 1) {
      const client = await connect(`http://${worker.address}`, `s${index}`)
      await begin(client)
      clients.push(client)
      if (index === 0) first = ownMemory(worker.pid)
    }
    const open = ownMemory(worker.pid)
    const [, ...children] = familyOf(worker.pid)
    const child = Math.max(...children.map(ownMemory))
    const before = cpuSeconds(worker.pid)
    for (let count = 0; count < OWN_EDITS; count += 1) await countUp(clients[0], count)
    const cpuMs = ((cpuSeconds(worker.pid) - before) / OWN_EDITS) * 1_000
    const stateKb = sizeOf(join(folder, 's1')) / 1_024
    for (const client of clients) await client.close()
    printTable('A worker', [
      ['', 'measured'],
      ['memory with one session', `${first.toFixed(0)} MB`],
      [`each other session with a small scene (of ${SESSIONS})`, `${((open - first) / (SESSIONS - 1)).toFixed(2)} MB`],
      [`child processes, ${children.length} of them, the largest`, `${child.toFixed(0)} MB`],
      ['CPU time of a small edit, child included', ms(cpuMs)],
      ['on disk, a project with one commit', `${stateKb.toFixed(0)} kB`],
    ])
  } finally {
    await worker.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + readFileSync(join(entry.parentPath ?? entry.path, entry.name)).length, 0)
}

/** Edits of all projects in turn, at an even rate, while a worker is killed and one is added. */
async function underLoad() {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-hosted-'))
  const cluster = await startCluster({ projects: folder, workers: 4 })
  const names = Array.from({ length: projects }, (_, index) => `p${index}`)
  const states = new Map()
  for (const name of names) {
    const client = await connect(cluster.url, name)
    await begin(client)
    states.set(name, { client, count: 0, isBusy: false })
  }
  const victim = cluster.workerOf('p0')
  const isHit = new Map(names.map((name) => [name, cluster.workerOf(name) === victim]))
  const phases = { before: [], 'a worker killed': [], 'a worker added': [] }
  let phase = 'before'
  let failures = 0
  const edit = async (name) => {
    const state = states.get(name)
    if (state.isBusy) return
    state.isBusy = true
    const at = phase
    const startedAt = performance.now()
    try {
      await countUp(state.client, state.count)
      state.count += 1
      phases[at].push({ time: performance.now() - startedAt, isHit: isHit.get(name) })
    } catch {
      // The change of the dead worker: the file shows whether it was made.
      failures += 1
      const { content } = await state.client.callTool({ name: 'read', arguments: { file: 'main' } })
      state.count = Number(/count = (\d+)/.exec(JSON.stringify(content))?.[1] ?? 0)
    } finally {
      state.isBusy = false
    }
  }
  const running = []
  let turn = 0
  const timer = setInterval(() => running.push(edit(names[turn++ % names.length]).catch(() => {})), 1_000 / EDITS_PER_S)
  const wait = () => new Promise((next) => setTimeout(next, seconds * 1_000))
  try {
    await wait()
    phase = 'a worker killed'
    await cluster.kill(cluster.workers.findIndex(({ address }) => address === victim))
    await wait()
    phase = 'a worker added'
    await cluster.add()
    await wait()
    clearInterval(timer)
    await Promise.all(running)
  } finally {
    clearInterval(timer)
    for (const { client } of states.values()) await client.close().catch(() => {})
    await cluster.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const of = (rows, hit) => rows.filter(({ isHit }) => isHit === hit).map(({ time }) => time)
  const ninetieth = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? 0
  const calm = median(of(phases.before, false))
  printTable(`An edit, ${projects} projects on 4 workers, ${EDITS_PER_S} edits a second`, [
    ['', 'edits', 'other projects: median', '90 %', 'to before', 'projects of the killed: median'],
    ...Object.entries(phases).map(([name, rows]) => {
      const [others, hit] = [of(rows, false), of(rows, true)]
      const middle = median(others)
      return [
        name,
        String(rows.length),
        ms(middle),
        ms(ninetieth(others)),
        `${(middle / calm).toFixed(2)} ×`,
        hit.length > 0 ? ms(median(hit)) : '-',
      ]
    }),
  ])
  console.log(`Without an answer, and looked up afterwards: ${failures}`)
}

if (process.platform === 'linux') await sizes()
await underLoad()
