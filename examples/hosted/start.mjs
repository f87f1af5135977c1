// Starts workers, and a router in front of them: nginx where it is installed, else the one of router.mjs.
//
//   node start.mjs --projects DIR [--workers 4] [--port 7400] [--router nginx|node]
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { ringOf, workersFor } from './ring.mjs'
import { startRouter } from './router.mjs'

const HERE = dirname(fileURLToPath(import.meta.url))
const NGINX = process.env.SCENEWRIGHT_NGINX ?? 'nginx'

/** Whether nginx is installed here. */
export function hasNginx() {
  return spawnSync(NGINX, ['-v'], { stdio: 'ignore' }).status === 0
}

/** Starts one worker, and answers where it listens. */
export async function startWorker(projects, flags = []) {
  const args = [join(HERE, 'worker.mjs'), '--projects', projects, '--port', '0', ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface(child.stdout)) {
    const address = /worker on http:\/\/(\S+)/.exec(line)?.[1]
    if (address === undefined) continue
    const end = (signal) => {
      child.kill(signal)
      return ended
    }
    return { address, pid: child.pid, end }
  }
  throw new Error('The worker ended before it listened.')
}

/**
 * Starts workers behind a router; workers can be killed and added while it runs.
 *
 * @param {{ projects: string, workers?: number, port?: number, router?: string, flags?: string[] }} options
 */
export async function startCluster({ projects, workers: count = 4, port = 0, router: kind, flags = [] }) {
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(projects, flags)))
  const addresses = () => workers.map(({ address }) => address)
  const start = (kind ?? (hasNginx() ? 'nginx' : 'node')) === 'nginx' ? startNginx : startRouter
  const router = await start(addresses(), port)
  return {
    url: router.url,
    workers,
    workerOf: (project) => workersFor(ringOf(addresses()), project)[0],
    /** Kills a worker as a crash would. The router gets no message. */
    async kill(index) {
      await workers[index].end('SIGKILL')
    },
    async add() {
      workers.push(await startWorker(projects, flags))
      await router.setWorkers(addresses())
    },
    async close() {
      await router.close()
      await Promise.all(workers.map(({ end }) => end('SIGTERM')))
    },
  }
}

/** nginx with the configuration beside this file, but for the addresses. */
async function startNginx(workers, port) {
  const folder = mkdtempSync(join(tmpdir(), 'scenewright-nginx-'))
  const own = port === 0 ? await freePort() : port
  const template = readFileSync(join(HERE, 'nginx.conf'), 'utf8')
  const write = (addresses) => {
    const servers = addresses.map((address) => `    server ${address} max_fails=1 fail_timeout=2s;\n`).join('')
    const text = template
      .replace(/( {4}server 127[^\n]*\n)+/, servers)
      .replace('127.0.0.1:7400', `127.0.0.1:${own}`)
      .replace('stderr warn', 'stderr crit')
    writeFileSync(join(folder, 'nginx.conf'), text)
  }
  write(workers)
  const args = ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;']
  const child = spawn(NGINX, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${own}`
  await reachable(url)
  return {
    url,
    async setWorkers(addresses) {
      write(addresses)
      // Connections that are open are answered as before.
      child.kill('SIGHUP')
    },
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  await new Promise((closed) => server.close(closed))
  return port
}

async function reachable(url) {
  for (let turn = 0; turn < 100; turn += 1) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error(`nginx does not answer at ${url}.`)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      projects: { type: 'string' },
      workers: { type: 'string', default: '4' },
      port: { type: 'string', default: '7400' },
      router: { type: 'string' },
    },
  })
  if (values.projects === undefined) throw new Error('Give the folder of the projects: --projects DIR.')
  const { projects, router } = values
  const cluster = await startCluster({ projects, router, workers: Number(values.workers), port: Number(values.port) })
  console.log(`projects at ${cluster.url}/projects/NAME/mcp, workers ${cluster.workers.map(({ pid }) => pid).join(' ')}`)
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void cluster.close())
}
