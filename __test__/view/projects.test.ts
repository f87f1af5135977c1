// Several projects that one command serves.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { atEnd, PROGRAM, projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until } from './browser.js'

afterAll(closeBrowser)

/** Starts a view of several folders, and answers the addresses that it prints. */
async function serveAll(dirs: readonly string[]): Promise<{ urls: string[]; said: () => string }> {
  const child = spawn(process.execPath, [PROGRAM, 'view', ...dirs], { stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(async () => {
    const gone = new Promise((end) => child.once('exit', end))
    child.kill()
    await gone
  })
  let said = ''
  child.stdout.on('data', (bytes) => (said += bytes))
  await expect.poll(() => said, { timeout: 20_000 }).toContain('Press Ctrl-C')
  return { urls: said.match(/http:\S+/g) ?? [], said: () => said }
}

const project = (name: string): string => projectOf({ main: `drawRect('${name}', 0, 0, 10, 10)\n` })

test('each has an address of its own, which does not lead into the paths of another', async () => {
  const dirs = [project('one'), project('two')]
  const { urls } = await serveAll(dirs)
  expect(urls).toHaveLength(2)
  const [first = '', second = ''] = urls
  expect(new URL(first).port).toBe(new URL(second).port)
  expect(new URL(first).pathname).not.toBe(new URL(second).pathname)
  const scenes = await Promise.all(
    urls.map(
      async (url) =>
        ((await (await fetch(`${url}scene`)).json()) as { entities: { name: string }[] }).entities[0]?.name,
    ),
  )
  expect(scenes).toEqual(['one', 'two'])
  expect(await (await fetch(`${second}projects`)).json()).toEqual({
    pages: dirs.map((dir, index) => ({ name: basename(dir), url: urls[index] })),
    current: 1,
  })
  // Half a token, none, and two of them are nobody's.
  const { origin, pathname } = new URL(first)
  for (const path of [
    '/',
    pathname.slice(0, 20),
    `${pathname.slice(0, -1)}${new URL(second).pathname}scene`,
    '/projects',
  ]) {
    expect((await fetch(origin + path)).status).toBe(404)
  }
  for (const [index, dir] of dirs.entries()) {
    expect(JSON.parse(readFileSync(join(dir, '.scenewright', 'view.json'), 'utf8'))).toMatchObject({ url: urls[index] })
  }
  const again = spawnSync(process.execPath, [PROGRAM, 'view', dirs[1]!], { encoding: 'utf8', timeout: 60_000 })
  expect(again).toMatchObject({ status: 0 })
  expect(again.stdout).toContain(second)
})

describe.skipIf(!hasBrowser)('the switch', () => {
  test('leads to the other project, and to one that another command serves', async () => {
    const dirs = [project('one'), project('two')]
    const elsewhere = project('three')
    const { url } = await serve(elsewhere)
    const { urls, said } = await serveAll([...dirs, elsewhere])
    expect(said()).toContain('which runs already')
    // The one that runs is printed first.
    const own = urls.filter((it) => it !== url)
    const view = await show(own[0]!)
    await view.settle()
    const drawn = 'window.scenewrightView?.store.state.model?.entities[0].name'
    expect(await view.page.evaluate(drawn)).toBe('one')
    expect(await view.page.locator('#projects option').allTextContents()).toEqual(
      [...dirs, elsewhere].map((dir) => basename(dir)),
    )
    await view.page.selectOption('#projects', { label: basename(dirs[1]!) })
    await view.page.waitForURL(own[1]!)
    await until(view.page, `${drawn} === 'two'`)
    expect(await view.page.title()).toContain(basename(dirs[1]!))
    await view.page.selectOption('#projects', { label: basename(elsewhere) })
    await view.page.waitForURL(url)
    await until(view.page, `${drawn} === 'three'`)
    expect(view.faults).toEqual([])
  })

  test('is not there for one project, whose name stands there', async () => {
    const dir = project('alone')
    const { url } = await serve(dir)
    const view = await show(url)
    await view.settle()
    expect(await view.page.isVisible('#projects')).toBe(false)
    expect(await view.page.locator('#project').textContent()).toBe(basename(dir))
  })
})
