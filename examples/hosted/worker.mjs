// One worker of a hosted scenewright: serves the projects of a folder by HTTP, each at /projects/NAME/mcp.
//
//   SCENEWRIGHT_TOKEN=SECRET node worker.mjs --projects /srv/projects --port 7401
//
// A worker keeps nothing that is not on disk but the sessions of its clients: it may be killed at any time, and whoever
// gets its projects next finishes or takes back what it left half done.
import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'

import { createMcpServer, Project } from 'scenewright'

const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: 'projects' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '7401' },
    // Open sessions of this worker, and how long one is kept that nobody uses.
    sessions: { type: 'string', default: '200' },
    'idle-s': { type: 'string', default: '300' },
  },
})

const MAX_SESSIONS = Number(values.sessions)
const IDLE_MS = Number(values['idle-s']) * 1_000
const PATH = /^\/projects\/([A-Za-z0-9_-]{1,64})\/mcp$/

/** The share of the machine that one script of one client may take. */
const LIMITS = { timeMs: 5_000, memoryBytes: 256 << 20, entities: 50_000 }

/** The open sessions: one of each client in each project, since each client has its own record of read files. */
const sessions = new Map()

function sessionOf(name, client) {
  const key = `${name} ${client}`
  const known = sessions.get(key)
  if (known) return known
  makeRoom()
  const dir = join(values.projects, name)
  const serve = async () => {
    const project = await Project.open({ root: dir, limits: LIMITS })
    return { project, server: createMcpServer(project) }
  }
  const session = { key, open: 0, usedAt: performance.now(), served: serve() }
  session.served.catch(() => sessions.delete(key))
  sessions.set(key, session)
  return session
}

/** Ends the session that nobody has used for the longest time, where there are too many. */
function makeRoom() {
  if (sessions.size < MAX_SESSIONS) return
  const free = [...sessions.values()].filter(({ open }) => open === 0).sort((a, b) => a.usedAt - b.usedAt)
  if (free[0]) void end(free[0])
  else throw new Busy()
}

class Busy extends Error {}

async function end({ key, served }) {
  sessions.delete(key)
  const { project, server } = await served
  await server.close()
  await project.close()
}

const sweep = setInterval(() => {
  for (const session of sessions.values()) {
    if (session.open === 0 && performance.now() - session.usedAt > IDLE_MS) void end(session)
  }
}, 1_000).unref()

const token = process.env.SCENEWRIGHT_TOKEN ?? ''
if (token.length < 16) throw new Error('Set SCENEWRIGHT_TOKEN to a secret of at least 16 characters.')

/** Whether a request may be answered. A host of your own asks here who the user is, and which projects are his. */
function isAllowed({ headers }) {
  const digest = (text) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

const server = createServer(async (request, response) => {
  const refuse = (status, words) => response.writeHead(status, { 'content-type': 'text/plain' }).end(`${words}\n`)
  let session
  try {
    if (request.url === '/health') return refuse(isEnding ? 503 : 200, `${sessions.size} sessions`)
    const name = PATH.exec(request.url ?? '')?.[1]
    if (name === undefined) return refuse(404, 'There is nothing here. A project is at /projects/NAME/mcp.')
    if (!isAllowed(request)) return refuse(401, 'The token is missing, or is another one.')
    // The proxy in front names the client; without one its address does.
    const client = String(request.headers['x-client'] ?? request.socket.remoteAddress)
    session = sessionOf(name, client)
    session.open += 1
    const { server } = await session.served
    await send(await server.fetch(toWebRequest(request, response), { client }), response)
  } catch (thrown) {
    if (!(thrown instanceof Busy)) console.error(thrown)
    if (response.headersSent) response.destroy()
    else if (thrown instanceof Busy) refuse(503, 'This worker has as many sessions as it takes. Ask again.')
    else refuse(500, 'Internal fault.')
  } finally {
    if (session) {
      session.open -= 1
      session.usedAt = performance.now()
    }
  }
})

/** A request of Node's server as Fetch has it, aborted when the client goes away. */
function toWebRequest(request, response) {
  const gone = new AbortController()
  response.once('close', () => response.writableFinished || gone.abort())
  const { method, url, headers } = request
  const body = method === 'GET' || method === 'HEAD' ? undefined : Readable.toWeb(request)
  return new Request(new URL(url, 'http://localhost'), { method, headers, signal: gone.signal, body, duplex: 'half' })
}

async function send({ status, headers, body }, response) {
  response.writeHead(status, Object.fromEntries(headers))
  if (!body) return void response.end()
  response.flushHeaders()
  const stream = Readable.fromWeb(body)
  stream.once('error', () => response.destroy())
  stream.pipe(response)
  await once(response, 'close').finally(() => stream.destroy())
}

// Longer than the proxy keeps a connection: it is never closed under a request that is on its way.
server.keepAliveTimeout = 75_000

let isEnding = false

/** Answers what was asked, closes the projects, and ends. */
async function stop() {
  if (isEnding) return
  isEnding = true
  clearInterval(sweep)
  const closed = new Promise((done) => server.close(done))
  server.closeIdleConnections()
  setTimeout(() => server.closeAllConnections(), 10_000).unref()
  await closed
  await Promise.allSettled([...sessions.values()].map(end))
}

/** Does once what the first call would wait for: loads the protocol and the native half, and runs a script. */
async function warmUp() {
  const dir = mkdtempSync(join(tmpdir(), 'scenewright-warm-'))
  const project = await Project.open({ root: dir, limits: LIMITS })
  const mcp = createMcpServer(project)
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  await (await mcp.fetch(new Request('http://localhost/', { method: 'POST', headers, body }))).text()
  await project.write({ file: 'main', text: "drawCircle('dot', 0, 0, 1)\n" })
  await mcp.close()
  await project.close()
  rmSync(dir, { recursive: true, force: true })
}

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop())
// Nobody is sent here before: the first clients of a new worker wait no longer than those of the others.
await warmUp()
server.listen(Number(values.port), values.host, () => {
  const { address, port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`worker on http://${address}:${port}`)
})
