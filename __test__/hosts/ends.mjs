// Programs that use the library and end, each in another way: none may be kept from its end, and none may leave a process.
//
//   node __test__/hosts/ends.mjs CASE FOLDER
//
// The names of the cases and their exit codes are CASES. A case whose code is the name of a signal sends it to itself.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

import { createMcpServer, Project, toNodeListener, unwrap, Workspace } from '../../index.mjs'

const HERE = fileURLToPath(import.meta.url)
const DOT = "drawCircle('dot', 0, 0, 4)\n"

/** A script that only its limit or a cancellation ends. `looping` waits for its first line, which says that it runs. */
const LOOP = "console.log('looping')\nfor (;;) {}\n"

const never = () => new Promise(() => {})

const openProject = (folder, options = {}) =>
  Project.open({ root: join(folder, 'project'), durability: 'fast', ...options })

const openWorkspace = (folder, options = {}) =>
  Workspace.open({
    root: join(folder, 'files'),
    historyDir: join(folder, 'history'),
    readFirst: 'off',
    durability: 'fast',
    ...options,
  })

/** A project in the middle of a run, and the call. */
async function looping(folder, options) {
  const project = await openProject(folder, { limits: { timeMs: 600_000 } })
  const looped = new Promise((resolve) => project.once('log', resolve))
  const call = project.write({ file: 'main', text: LOOP, ...options })
  await looped
  return { project, call }
}

/** A worker of this file on a case of WORKERS. */
function startWorker(name, folder) {
  return new Worker(HERE, { workerData: { name, folder } })
}

/** A program that was to throw, and did not, has the code of no case. */
const NOT_THROWN = 99

export const CASES = {
  'a project that is opened': [0, openProject],
  'a project after a run': [0, async (folder) => unwrap(await (await openProject(folder)).run())],
  'a project that is closed': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      unwrap(await project.run())
      await project.close()
    },
  ],
  'a project that is closed twice at once': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      unwrap(await project.run())
      await Promise.all([project.close(), project.close()])
    },
  ],
  'a project that is disposed of': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      unwrap(await project.run())
      // What `await using` calls.
      await project[Symbol.asyncDispose]()
    },
  ],
  'questions and pictures': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      unwrap(await project.render({ width: 64, height: 64 }))
      unwrap(await project.export({ format: 'dxf' }))
      unwrap(await project.lint())
      await project.undoStack()
    },
  ],
  'a run that nobody waits for': [0, async (folder) => void (await openProject(folder)).run()],
  'a run that reaches its limit': [
    0,
    async (folder) => {
      const project = await openProject(folder, { limits: { timeMs: 100 } })
      const { status } = await project.write({ file: 'main', text: LOOP })
      if (status !== 'reverted') throw new Error(status)
    },
  ],
  'a signal that is aborted before the call': [
    0,
    async (folder) => void (await (await openProject(folder)).run({ signal: AbortSignal.abort() })),
  ],
  'a signal that is aborted in the call': [
    0,
    async (folder) => {
      const controller = new AbortController()
      const { call } = await looping(folder, { signal: controller.signal })
      controller.abort()
      await call
    },
  ],
  'close with cancel in the middle of a run': [
    0,
    async (folder) => {
      const { project } = await looping(folder)
      await project.close({ cancel: true })
    },
  ],
  'a listener that stays': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      project.on('commit', () => {})
      unwrap(await project.run())
    },
  ],
  'a loop over events that nobody leaves': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      const loop = async () => {
        for await (const _ of project.events());
      }
      void loop()
      unwrap(await project.run())
    },
  ],
  'a watched project': [0, async (folder) => (await openProject(folder)).watch()],
  'a watched project that is closed': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      await project.watch()
      await project.close()
    },
  ],
  'a watched file': [0, async (folder) => (await openWorkspace(folder)).watch('a.txt')],
  'sessions of windows': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      const windows = [project.session(), project.session({ readFirst: 'require' })]
      await Promise.all(windows.map((window) => window.read({ file: 'main' })))
      await windows[0].close()
    },
  ],
  'an error that nobody catches': [
    1,
    async (folder) => {
      await looping(folder)
      throw new Error('of the program')
    },
  ],
  'a promise that nobody catches': [
    1,
    async (folder) => {
      unwrap(await (await openProject(folder)).run())
      void Promise.reject(new Error('of the program'))
    },
  ],
  'process.exit in a listener': [
    3,
    async (folder) => {
      const project = await openProject(folder)
      project.on('commit', () => process.exit(3))
      await project.run()
      process.exit(NOT_THROWN)
    },
  ],
  'process.exit in the middle of a run': [
    4,
    async (folder) => {
      await looping(folder)
      process.exit(4)
    },
  ],
  'process.exit in verify': [
    5,
    async (folder) => {
      const workspace = await openWorkspace(folder)
      await workspace.transaction((tx) => tx.write({ path: 'a.txt', text: 'two\n' }), { verify: () => process.exit(5) })
    },
  ],
  'SIGTERM in the middle of a run': [
    'SIGTERM',
    async (folder) => {
      await looping(folder)
      process.kill(process.pid, 'SIGTERM')
      await never()
    },
  ],
  'SIGKILL in the middle of a run': [
    'SIGKILL',
    async (folder) => {
      await looping(folder)
      process.kill(process.pid, 'SIGKILL')
      await never()
    },
  ],
  'a workspace after a change': [
    0,
    async (folder) => unwrap(await (await openWorkspace(folder)).write({ path: 'a.txt', text: 'two\n' })),
  ],
  'the body of a transaction that never ends': [
    0,
    async (folder) => {
      const workspace = await openWorkspace(folder)
      void workspace.transaction(never)
      await workspace.read({ path: 'a.txt' })
    },
  ],
  'a guarded command': [
    0,
    async (folder) =>
      unwrap(await (await openWorkspace(folder)).guard('echo two > a.txt', { cwd: join(folder, 'files') })),
  ],
  'a guarded function that throws': [
    1,
    async (folder) => {
      const workspace = await openWorkspace(folder)
      await workspace.guard(() => {
        throw new Error('of the program')
      })
    },
  ],
  'a fork and its merge': [
    0,
    async (folder) => {
      const workspace = await openWorkspace(folder)
      const { fork } = unwrap(await workspace.fork('other'))
      unwrap(
        await (await Workspace.open({ root: fork.root, readFirst: 'off' })).write({ path: 'a.txt', text: 'two\n' }),
      )
      unwrap(await workspace.merge('other', { discard: 'all' }))
    },
  ],
  'a sweep to its end': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      for await (const _ of project.sweep({ variants: [{}], jobs: 1 }));
    },
  ],
  'a sweep that is left': [
    0,
    async (folder) => {
      const project = await openProject(folder)
      writeFileSync(join(folder, 'project', 'scene.code.js'), "drawCircle('dot', 0, 0, param('r', 4))\n")
      for await (const _ of project.sweep({ set: { r: '1..50' }, jobs: 2 })) break
    },
  ],
  'a worker that does not close': [0, (folder) => ended(startWorker('run', folder))],
  'a worker that is terminated in the middle of a run': [
    0,
    async (folder) => {
      const worker = startWorker('loop', folder)
      await new Promise((resolve) => worker.once('message', resolve))
      await worker.terminate()
    },
  ],
  'a worker that exits': [0, (folder) => ended(startWorker('exit', folder))],
  'a server over stdio whose input ends': [
    0,
    async (folder) => {
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
      await createMcpServer(await openProject(folder)).connect(new StdioServerTransport())
    },
  ],
  'a server over HTTP that is closed': [
    0,
    async (folder) => {
      const mcp = createMcpServer([await openProject(folder), await openWorkspace(folder)])
      const server = createServer(toNodeListener(mcp)).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const method = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/mcp`
      await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(method) })).text()
      server.close()
      server.closeAllConnections()
      await mcp.close()
    },
  ],
}

/** Waits until a worker has ended by itself. */
function ended(worker) {
  return new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject))
}

const WORKERS = {
  run: async (folder) => unwrap(await (await openProject(folder)).run()),
  exit: async (folder) => {
    await looping(folder)
    process.exit(0)
  },
  loop: async (folder) => {
    const { parentPort } = await import('node:worker_threads')
    await looping(folder)
    parentPort?.postMessage('looping')
  },
}

if (!isMainThread) {
  if (workerData?.folder !== undefined) await WORKERS[workerData.name](workerData.folder)
} else if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === HERE) {
  const [name, folder] = process.argv.slice(2)
  mkdirSync(join(folder, 'project'))
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'project', 'scene.code.js'), DOT)
  writeFileSync(join(folder, 'files', 'a.txt'), 'one\n')
  await CASES[name][1](folder)
}
