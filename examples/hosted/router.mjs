// Routes requests to workers by the project in their path, as nginx.conf does: for trying the example without nginx.
import { once } from 'node:events'
import { Agent, createServer, request as ask } from 'node:http'

import { ringOf, workersFor } from './ring.mjs'

/** A worker that could not be reached is left out for so long. */
const FAIL_TIMEOUT_MS = 2_000
const PATH = /^\/projects\/([A-Za-z0-9_-]{1,64})\//

/** Starts a router in front of workers, each `host:port`. */
export async function startRouter(workers, port = 0) {
  let ring = ringOf(workers)
  const failedAt = new Map()
  const agent = new Agent({ keepAlive: true, timeout: 60_000 })

  const isDown = (worker) => performance.now() - (failedAt.get(worker) ?? -Infinity) < FAIL_TIMEOUT_MS

  const server = createServer((incoming, outgoing) => {
    const project = PATH.exec(incoming.url ?? '')?.[1]
    if (project === undefined) return outgoing.writeHead(404).end('There is nothing here.\n')
    const all = workersFor(ring, project)
    const waiting = [...all.filter((worker) => !isDown(worker)), ...all.filter(isDown)]
    tryNext()

    function tryNext() {
      const worker = waiting.shift()
      if (worker === undefined) return outgoing.writeHead(502).end('No worker can be reached.\n')
      const at = worker.lastIndexOf(':')
      const headers = { ...incoming.headers, 'x-client': incoming.headers['x-client'] ?? incoming.socket.remoteAddress }
      const target = { host: worker.slice(0, at), port: worker.slice(at + 1), agent, path: incoming.url, headers }
      const sent = ask({ ...target, method: incoming.method })
      sent.once('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => outgoing.destroy()).pipe(outgoing)
      })
      sent.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
        failedAt.set(worker, performance.now())
        // Where nothing was sent another may be asked; what a worker may have begun is never asked for twice.
        if (code === 'ECONNREFUSED' && !outgoing.headersSent) return tryNext()
        if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end('The worker ended while it was asked.\n')
      })
      outgoing.once('close', () => outgoing.writableFinished || sent.destroy())
      // The connection is there before the message is read: until then it can go to another worker.
      sent.once('socket', (socket) => {
        const begin = () => incoming.pipe(sent)
        if (socket.connecting) socket.once('connect', begin)
        else begin()
      })
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The worker that a project belongs to. */
    workerOf: (project) => workersFor(ring, project)[0],
    async setWorkers(changed) {
      ring = ringOf(changed)
    },
    async close() {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
