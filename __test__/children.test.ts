// No child process outlives what started it, however that ends.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

import { describe, expect, test } from 'vitest'

import { Project } from 'scenewright'
import { atEnd, connect, eventually, isAlive, projectOf, ROOT, runnersOf } from './support.js'

const CIRCLE = "drawCircle('dot', 0, 0, 4)\n"
/** Its line says that it runs. */
const ENDLESS = "console.log('begun')\nfor (;;) {}\n"

async function gone(pids: readonly number[]): Promise<void> {
  expect(pids).not.toHaveLength(0)
  await eventually(`processes ${pids.join(', ')} are gone`, () => !pids.some(isAlive))
}

/** A host of its own process that opens a project, starts a run, and says so when the script runs. */
function startHost(dir: string) {
  const script = `
    const { Project } = require('scenewright')
    Project.open({ root: ${JSON.stringify(dir)}, limits: { timeMs: 600_000 } }).then((project) => {
      project.once('log', () => console.log('running'))
      return project.run()
    })`
  const host = spawn(process.execPath, ['-e', script], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(() => void host.kill('SIGKILL'))
  const running = new Promise<void>((resolve) => createInterface({ input: host.stdout }).once('line', () => resolve()))
  return { host, pid: host.pid ?? 0, running }
}

describe.runIf(process.platform === 'linux')('no child is left', () => {
  test('after close', async () => {
    const project = await Project.open({ root: projectOf({ main: CIRCLE }) })
    await project.run()
    const runners = runnersOf(process.pid)
    await project.close()
    await gone(runners)
  })

  test('after close in the middle of a run that reaches its limit', async () => {
    const project = await Project.open({ root: projectOf({ main: ENDLESS }), limits: { timeMs: 2_000 } })
    const begun = new Promise((resolve) => project.once('log', resolve))
    const running = project.run().catch(() => undefined)
    await begun
    const runners = runnersOf(process.pid)
    await project.close()
    await running
    await gone(runners)
  })

  test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'after %s of the host in the middle of a run',
    async (signal) => {
      const { host, pid, running } = startHost(projectOf({ main: ENDLESS }))
      await running
      const runners = runnersOf(pid)
      host.kill(signal)
      await gone([pid, ...runners])
      expect(runners).not.toHaveLength(0)
    },
  )

  test('after SIGKILL of the MCP server between calls', async () => {
    const { call, pid } = await connect(projectOf({ main: CIRCLE }))
    await call('run')
    const runners = runnersOf(pid)
    process.kill(pid, 'SIGKILL')
    await gone(runners)
  })

  test('after SIGKILL of the runner itself: the next call works', async () => {
    const project = await Project.open({ root: projectOf({ main: CIRCLE }) })
    atEnd(() => project.close())
    await project.run()
    const runners = runnersOf(process.pid)
    for (const runner of runners) process.kill(runner, 'SIGKILL')
    await gone(runners)
    expect((await project.run()).status).toBe('committed')
  })
})

test('an open project with a listener does not keep the process alive', async () => {
  const script = `
    const { Project } = require('scenewright')
    Project.open({ root: ${JSON.stringify(projectOf({ main: CIRCLE }))} }).then(async (project) => {
      project.on('commit', () => {})
      console.log((await project.run()).status)
    })`
  const host = spawn(process.execPath, ['-e', script], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(() => void host.kill('SIGKILL'))
  let output = ''
  host.stdout.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((resolve) => host.once('exit', resolve))
  expect({ code, output }).toEqual({ code: 0, output: 'committed\n' })
})
