// The executable that scripts run in: it opens the addon, and says what is wrong when it cannot.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { currentHost, platformName, runnerFileName } from '../ts/platform.js'
import { projectOf, ROOT, scratch } from './support.js'

const RUNNER = join(ROOT, runnerFileName(currentHost()))
const ADDON = join(ROOT, `scenewright.${platformName(currentHost())}.node`)

/** Starts the launcher, and returns its exit code and its error output. */
function start(...args: string[]): [code: number | null, words: string] {
  const { status, stderr } = spawnSync(RUNNER, args, { input: '', encoding: 'utf8' })
  return [status, stderr]
}

test('the executable says that it is not started by hand', () => {
  expect(start()).toEqual([88, expect.stringContaining('scenewright starts this program itself')])
})

test('the executable says which file it could not open, and why', () => {
  const nothing = join(scratch(), 'nothing.node')
  expect(start(nothing)).toEqual([88, expect.stringContaining(`could not open ${nothing}: `)])
  const text = join(scratch(), 'text.node')
  writeFileSync(text, 'no library')
  expect(start(text)).toEqual([88, expect.stringContaining(`could not open ${text}: `)])
})

test.runIf(process.platform === 'linux')('the executable says that a library is no addon', () => {
  const [library = ''] = /\/\S+\/libm\S*\.so\S*$/m.exec(readFileSync('/proc/self/maps', 'utf8')) ?? []
  expect(start(library)).toEqual([88, expect.stringContaining(`${library} is not a scenewright addon`)])
})

test('the executable ends with its input', () => {
  const { status, stderr } = spawnSync(RUNNER, [ADDON], { input: '' })
  expect([status, stderr.toString()]).toEqual([0, ''])
})

test('the executable has nothing of the code in it', () => {
  expect(statSync(RUNNER).size).toBeLessThan(statSync(ADDON).size / 10)
  expect(readFileSync(RUNNER).includes('drawRect')).toBe(false)
  expect(readFileSync(ADDON).includes('drawRect')).toBe(true)
})

test.runIf(process.platform !== 'win32')('a run after the package was removed is refused with what to do', () => {
  const folder = scratch()
  const [addon, runner] = [join(folder, 'scenewright.node'), join(folder, runnerFileName(currentHost()))]
  copyFileSync(ADDON, addon)
  copyFileSync(RUNNER, runner)
  const script = `
    const { rmSync } = require('node:fs')
    const { Project } = require('scenewright')
    const binaries = ${JSON.stringify({ addon, runner })}
    Project.open({ root: ${JSON.stringify(projectOf({ main: "drawCircle('dot', 0, 0, 4)\n" }))}, binaries }).then(async (project) => {
      rmSync(binaries.addon)
      const { error } = await project.run()
      await project.close()
      console.log(JSON.stringify(error))
    })`
  const error = JSON.parse(execFileSync(process.execPath, ['-e', script], { cwd: ROOT, encoding: 'utf8' }))
  expect(error).toMatchObject({ code: 'runner', hint: expect.stringContaining('scenewright doctor') })
  expect(error.message).toContain(`The script runner could not start: could not open ${addon}`)
})
