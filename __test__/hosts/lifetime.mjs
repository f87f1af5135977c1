// A host that opens and ends many sessions and prints, as JSON, what is left of them. A process of its own, so that it
// measures the product and not the test runner:
//
//   node --expose-gc __test__/hosts/lifetime.mjs '{"what": "closings", "folder": "...", "leftOut": 50, "rounds": 5000}'
//
// What: "closings" of workspaces and projects whose objects are kept, mixed "calls" on one of each, or "terminations" of
// worker threads in the middle of their calls. The rounds that are left out come first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

import { Project, Workspace } from '../../index.mjs'
import { settled } from './settled.mjs'

const never = () => new Promise(() => {})

function makeFolders(base, main) {
  mkdirSync(join(base, 'files'), { recursive: true })
  mkdirSync(join(base, 'project', 'modules'), { recursive: true })
  writeFileSync(join(base, 'files', 'a.txt'), 'hello\n')
  writeFileSync(join(base, 'project', 'scene.code.js'), main)
}

/** @returns {import('../../index.mjs').WorkspaceOptions} */
const workspaceOptions = (base) => ({ root: join(base, 'files'), historyDir: join(base, 'state'), readFirst: 'off' })

function memory(round) {
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { round, residentBytes: rss, heapBytes: heapUsed + external }
}

/**
 * @template {{ status: string }} Result
 * @param {Result} result
 * @param {Result['status'][]} statuses
 */
function expect(result, ...statuses) {
  if (!statuses.includes(result.status)) throw new Error(`Expected ${statuses}, got ${JSON.stringify(result)}`)
}

/** The last closed objects are kept: it is closing that ends a session, not the collector. */
const kept = []
const MOST_KEPT = 200

async function closing(base, round) {
  const workspace = await Workspace.open(workspaceOptions(base))
  kept.push(workspace)
  if (round % 2 === 0) await workspace.watch('a.txt')
  expect(await workspace.read({ path: 'a.txt' }), 'ok')
  if (round % 4 === 0) expect(await workspace.write({ path: 'a.txt', text: `${round}\n` }), 'committed')
  // Some calls are still in flight.
  const late = round % 3 === 0 ? workspace.grep({ pattern: 'x' }) : undefined
  const project = await Project.open({ root: join(base, 'project') })
  kept.push(project)
  expect(await project.files(), 'ok')
  await Promise.all([workspace.close(), workspace.close(), project.close()])
  await late
  kept.splice(0, kept.length - MOST_KEPT)
}

/** @type {{ workspace: Workspace, project: Project } | undefined} */
let open

async function call(base, round) {
  open ??= {
    workspace: await Workspace.open(workspaceOptions(base)),
    project: await Project.open({ root: join(base, 'project') }),
  }
  const { workspace, project } = open
  const filePath = 'a.txt'
  switch (round % 8) {
    case 0:
      return expect(await workspace.write({ path: filePath, text: `hello ${round}\n` }), 'committed')
    case 1:
      return expect(await workspace.edit({ path: filePath, oldText: 'hello', newText: 'hallo' }), 'committed')
    case 2:
      return expect(await workspace.grep({ pattern: 'h' }), 'ok')
    case 3:
      return expect(await project.read({ file: 'main' }), 'ok')
    case 4:
      return expect(await workspace.edit({ path: filePath, oldText: 'nowhere', newText: 'x' }), 'refused')
    case 5:
      return expect(
        await workspace.transaction((tx) => tx.write({ path: filePath, text: 'x\n' }), { verify: () => false }),
        'reverted',
      )
    case 6:
      return expect(await project.grep({ pattern: 'draw' }), 'ok')
    default:
      await workspace.watch(filePath)
      await workspace.unwatch(filePath)
  }
}

async function termination(base, round) {
  const own = join(base, String(round % 4))
  makeFolders(own, 'for (;;) {}\n')
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: own })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await sleep(round % 20)
  await worker.terminate()
  const text = readFileSync(join(own, 'files', 'a.txt'), 'utf8')
  if (text !== 'hello\n') throw new Error(`A transaction that was not committed was left in place: ${text}`)
}

/** Sessions in the middle of a question to the host, a verification, a run, a search and a watch. */
async function worker(base) {
  const asking = await Workspace.open({ ...workspaceOptions(base), confirm: never })
  await asking.watch('a.txt')
  asking.on('change', () => {})
  void asking.edit({ path: 'a.txt', oldText: 'hello', newText: 'asked' })
  void asking.grep({ pattern: 'h' })
  const project = await Project.open({ root: join(base, 'project') })
  void project.run()
  void project.run()
  const verifying = await Workspace.open(workspaceOptions(base))
  void verifying.transaction((tx) => tx.write({ path: 'a.txt', text: 'in place\n' }), {
    verify: () => {
      parentPort?.postMessage('in place')
      return never()
    },
  })
  setInterval(() => {}, 1_000)
}

async function main() {
  const { what, folder, leftOut, rounds } = JSON.parse(process.argv[2])
  const round = { closings: closing, calls: call, terminations: termination }[what]
  makeFolders(folder, "drawCircle('dot', 0, 0, 4)\n")
  for (let number = 0; number < leftOut; number += 1) await round(folder, number)
  const before = await settled()
  const samples = []
  for (let number = 0; number < rounds; number += 1) {
    await round(folder, number)
    if (number % Math.max(1, Math.floor(rounds / 100)) === 0) samples.push(memory(number))
  }
  const after = await settled()
  await Promise.all([open?.workspace.close(), open?.project.close()])
  process.stdout.write(JSON.stringify({ before, after, samples }))
}

await (isMainThread ? main() : worker(workerData))
