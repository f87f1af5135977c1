// The command `view` as a person starts it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { version } from 'scenewright'

import { atEnd, PROGRAM, projectOf, scratch } from '../support.js'
import { serve, userOf } from './browser.js'

const MAIN = "drawRect('a', 0, 0, 10, 10)\n"

const again = (dir: string, ...flags: string[]) =>
  spawnSync(process.execPath, [PROGRAM, 'view', dir, ...flags], {
    encoding: 'utf8',
    env: userOf(scratch()),
  })

test('a second view says the address of the one that runs, and ends', async () => {
  const dir = projectOf({ main: MAIN })
  const { url, process: first } = await serve(dir)
  const second = again(dir)
  expect(second).toMatchObject({ status: 0, stderr: '' })
  expect(second.stdout).toContain('which runs already')
  expect(second.stdout).toContain(url)
  expect(second.stdout).toContain('Open this address in a browser on this machine')
  const file = join(dir, '.scenewright', 'view.json')
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  const gone = new Promise((end) => first.once('exit', end))
  first.kill()
  await gone
  expect(existsSync(file)).toBe(false)
})

test('a folder that was not there is named as a new one, since its name may be mistyped', async () => {
  const folder = scratch()
  const { said } = await serve(join(folder, 'plat'))
  expect(said()).toContain('plat, a new folder')
  expect((await serve(projectOf({ main: MAIN }))).said()).not.toContain('new folder')
})

test('a read-only view is another view, and a file that names no running view of this version is ignored', async () => {
  const dir = projectOf({ main: MAIN })
  const { url } = await serve(dir)
  const looking = await serve(dir, ['--read-only'])
  expect(looking.url).not.toBe(url)
  const other = projectOf({ main: MAIN })
  await serve(other)
  for (const text of [
    '{',
    JSON.stringify({ url: `${'http://127.0.0.1:1/'.padEnd(62, 'a')}/`, version }),
    JSON.stringify({ url: 'http://example.com/', version }),
    JSON.stringify({ url: (await serve(dir)).url, version: '0.0.0-of-another-time' }),
  ]) {
    writeFileSync(join(other, '.scenewright', 'view.json'), text)
    const fresh = await serve(other)
    expect((await fetch(fresh.url)).status).toBe(200)
  }
})

test.skipIf(process.platform === 'win32')('--open hands the address to the browser of the user', async () => {
  const dir = projectOf({ main: MAIN })
  const asked = join(scratch(), 'asked')
  const browser = join(scratch(), 'browser')
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > "${asked}"\n`, { mode: 0o755 })
  const child = spawn(process.execPath, [PROGRAM, 'view', dir, '--open'], {
    env: { ...userOf(scratch()), BROWSER: browser },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atEnd(() => void child.kill())
  let said = ''
  child.stdout.on('data', (bytes) => (said += bytes))
  await expect.poll(() => existsSync(asked) && readFileSync(asked, 'utf8')).toMatch(/^http:/)
  await expect.poll(() => said).toContain(readFileSync(asked, 'utf8'))
  const second = spawnSync(process.execPath, [PROGRAM, 'view', dir, '--open'], {
    env: { ...userOf(scratch()), BROWSER: join(scratch(), 'missing') },
    encoding: 'utf8',
  })
  expect(second.stdout).toContain('No browser could be started here')
})
