// Several projects that one command serves.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { atEnd, openProject, PROGRAM, projectOf, scratch } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, userOf } from './browser.js'

afterAll(closeBrowser)

/** Starts a view of several folders, and answers the addresses that it prints. */
async function serveAll(
  dirs: readonly string[],
  state = scratch(),
  flags: readonly string[] = [],
): Promise<{ urls: string[]; said: () => string; end: () => Promise<void> }> {
  const child = spawn(process.execPath, [PROGRAM, 'view', ...dirs, ...flags], {
    env: userOf(state),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = async (): Promise<void> => {
    const gone = new Promise((ended) => child.once('exit', ended))
    if (child.exitCode === null && child.kill()) await gone
  }
  atEnd(end)
  let said = ''
  child.stdout.on('data', (bytes) => (said += bytes))
  await expect.poll(() => said).toContain('Press Ctrl-C')
  return { urls: said.match(/http:\S+/g) ?? [], said: () => said, end }
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
  const env = userOf(scratch())
  const again = spawnSync(process.execPath, [PROGRAM, 'view', dirs[1]!], { encoding: 'utf8', env })
  expect(again).toMatchObject({ status: 0 })
  expect(again.stdout).toContain(second)
})

interface Pages {
  readonly pages: readonly { readonly name: string; readonly url: string }[]
  readonly current: number
}

const pagesOf = async (url: string): Promise<Pages> => (await fetch(`${url}projects`)).json() as Promise<Pages>
const drawnAt = async (url: string): Promise<string | undefined> =>
  ((await (await fetch(`${url}scene`)).json()) as { entities: { name: string }[] }).entities[0]?.name
const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

describe('a second command', () => {
  test('brings its project to the page that runs, and takes it away again', async () => {
    const [one, two, state] = [project('one'), project('two'), scratch()]
    const first = await serveAll([one], state)
    const second = await serveAll([two], state)
    expect(second.said()).toContain('in the page that runs already')
    expect(second.said()).toContain('Press Ctrl-C to take it off that page.')
    expect(new URL(second.urls[0]!).port).toBe(new URL(first.urls[0]!).port)
    expect(await drawnAt(second.urls[0]!)).toBe('two')
    const both = [
      { name: basename(one), url: first.urls[0] },
      { name: basename(two), url: second.urls[0] },
    ]
    expect(await pagesOf(first.urls[0]!)).toEqual({ pages: both, current: 0 })
    expect(await pagesOf(second.urls[0]!)).toEqual({ pages: both, current: 1 })
    // A third finds the second where it is.
    const env = userOf(state)
    const third = spawnSync(process.execPath, [PROGRAM, 'view', two], { encoding: 'utf8', env })
    expect([third.status, third.stdout]).toEqual([0, expect.stringContaining(second.urls[0]!)])
    await second.end()
    await expect.poll(() => isUp(second.urls[0]!)).toBe(false)
    expect((await pagesOf(first.urls[0]!)).pages).toEqual(both.slice(0, 1))
    // The writer of the project is gone too: another command serves it at once.
    expect(await drawnAt((await serveAll([two], state)).urls[0]!)).toBe('two')
  })

  test('goes on at the same address when the first ends, and so do those that joined it', async () => {
    const state = scratch()
    const first = await serveAll([project('one')], state)
    const others = [await serveAll([project('two')], state), await serveAll([project('three')], state)]
    await first.end()
    for (const { said } of others) {
      await expect.poll(said).toContain('The address stays the same.')
    }
    expect(await Promise.all(others.map(({ urls }) => drawnAt(urls[0]!)))).toEqual(['two', 'three'])
    const listed = (await pagesOf(others[0]!.urls[0]!)).pages.map(({ url }) => url)
    expect(listed.sort()).toEqual(others.map(({ urls }) => urls[0]).sort())
    expect(await isUp(first.urls[0]!)).toBe(false)
  })

  test('is alone with a port of its own, beside a page that only looks, and for another user', async () => {
    const [state, dirs] = [scratch(), ['one', 'two', 'three', 'four'].map(project)]
    const first = await serveAll([dirs[0]!], state)
    for (const { urls } of [
      await serveAll([dirs[1]!], state, ['--port', '0']),
      await serveAll([dirs[2]!], state, ['--read-only']),
      await serveAll([dirs[3]!]),
    ]) {
      expect((await pagesOf(urls[0]!)).pages).toHaveLength(1)
    }
    expect((await pagesOf(first.urls[0]!)).pages).toHaveLength(1)
  })

  test('is the only one that the control address is for, which lets nothing else in', async () => {
    const [state, dir] = [scratch(), project('one')]
    const { urls } = await serveAll([dir], state)
    const file = join(state, 'view.json')
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    const { url: control } = JSON.parse(readFileSync(file, 'utf8')) as { url: string }
    const post = (url: string, body: string, headers = {}): Promise<Response> =>
      fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
    const asked = JSON.stringify({ dir: project('two'), options: {} })
    // A page has no way to join, whatever it knows.
    expect((await post(`${urls[0]}join`, asked)).status).toBe(404)
    expect((await post(`${control}join`, asked, { origin: 'http://example.com' })).status).toBe(403)
    expect((await fetch(`${control}scene`)).status).toBe(404)
    for (const body of ['{', '{}', '{"dir":1,"options":{}}', JSON.stringify({ dir, options: { nonsense: true } })]) {
      expect((await post(`${control}join`, body)).ok, body).toBe(false)
    }
    expect((await pagesOf(urls[0]!)).pages).toHaveLength(1)
    expect(JSON.stringify(await pagesOf(urls[0]!))).not.toContain(new URL(control).pathname)
    // A client that leaves without a message is gone.
    const gone = new AbortController()
    const response = await fetch(`${control}join`, {
      method: 'POST',
      body: asked,
      headers: { 'content-type': 'application/json' },
      signal: gone.signal,
    })
    expect(response.status).toBe(200)
    await expect.poll(async () => (await pagesOf(urls[0]!)).pages.length).toBe(2)
    gone.abort()
    await response.text().catch(() => {})
    await expect.poll(async () => (await pagesOf(urls[0]!)).pages.length).toBe(1)
  })
})

describe.skipIf(!hasBrowser)('eight pages of one browser', () => {
  test('all load, show what is committed, undo, and hear of a lost server', async () => {
    const dirs = [project('one'), project('two')]
    const { urls, end } = await serveAll(dirs)
    const width = "window.scenewrightView?.store.state.live?.find('two')?.geometry.width"
    const first = await show(urls[0]!)
    const context = first.page.context()
    const pages = [first.page]
    for (let index = 1; index < 8; index += 1) {
      const page = await context.newPage()
      pages.push(page)
      await page.goto(urls[index % 2]!)
      await until(page, 'window.scenewrightView?.store.state.model')
      await expect.poll(() => page.textContent('#connection')).toBe('Live')
    }
    const last = pages[7]!
    const session = await openProject(dirs[1]!)
    for (const size of [20, 30]) await session.write({ file: 'main', text: `drawRect('two', 0, 0, ${size}, 10)\n` })
    for (const page of [pages[1]!, last]) await until(page, `${width} === 30`)
    await last.click('#undo')
    for (const page of [last, pages[1]!]) await until(page, `${width} === 20`)
    await session.close()
    await end()
    for (const page of [pages[1]!, last]) {
      await expect.poll(() => page.textContent('#connection')).toBe('Not connected')
    }
  })
})

describe.skipIf(!hasBrowser)('the switch', () => {
  test('has what other commands bring and take away, and a page finds the server that follows', async () => {
    const state = scratch()
    const first = await serveAll([project('one')], state)
    const second = await serveAll([project('two')], state)
    const view = await show(second.urls[0]!)
    await view.settle()
    const names = (): Promise<string[]> => view.page.locator('#projects option').allTextContents()
    await expect.poll(names).toHaveLength(2)
    const third = await serveAll([project('three')], state)
    await expect.poll(names).toHaveLength(3)
    expect(await view.page.isVisible('#projects')).toBe(true)
    await third.end()
    await expect.poll(names).toHaveLength(2)
    await first.end()
    // The browser asks again a second after it lost the server.
    await expect.poll(names).toHaveLength(1)
    expect(await view.page.isVisible('#projects')).toBe(false)
    await expect.poll(() => view.page.locator('#connection').textContent()).toBe('Live')
  })

  test('leads to the other project, and to one that another command serves', async () => {
    const dirs = [project('one'), project('two')]
    const elsewhere = project('three')
    const { url } = await serve(elsewhere)
    // Of another user's page nothing is known but what stands in the project.
    const { urls, said } = await serveAll([...dirs, elsewhere])
    expect(said()).toContain('which runs already')
    // The one that runs is printed first.
    const own = urls.filter((it) => it !== url)
    const view = await show(own[0]!)
    await view.settle()
    const drawn = 'window.scenewrightView?.store.state.model?.entities[0].name'
    expect(await view.page.evaluate(drawn)).toBe('one')
    await expect
      .poll(() => view.page.locator('#projects option').allTextContents())
      .toEqual([...dirs, elsewhere].map((dir) => basename(dir)))
    await view.page.selectOption('#projects', { label: basename(dirs[1]!) })
    await view.page.waitForURL(own[1]!)
    await until(view.page, `${drawn} === 'two'`)
    await expect.poll(() => view.page.title()).toContain(basename(dirs[1]!))
    await view.page.selectOption('#projects', { label: basename(elsewhere) })
    await view.page.waitForURL(url)
    await until(view.page, `${drawn} === 'three'`)
    expect(view.faults).toEqual([])
  })

  test('keeps a note that is half written, with its subject, until it is sent', async () => {
    const [one, two] = [project('one'), project('two')]
    const { urls } = await serveAll([one, two])
    const view = await show(urls[0] ?? '')
    await view.settle()
    const { page } = view
    await page.evaluate("window.scenewrightView.store.set({ selected: ['one'], strokes: [[[0, 0], [2, 2]]] })")
    await page.fill('#note-text', 'Make this a bit')
    const go = async (index: number, drawn: string): Promise<void> => {
      await page.selectOption('#projects', { index })
      await page.waitForURL(urls[index] ?? '')
      await until(page, `window.scenewrightView?.store.state.model?.find('${drawn}')`)
      await view.settle()
    }
    await go(1, 'two')
    // The other project has a note of its own.
    expect(await page.inputValue('#note-text')).toBe('')
    await page.fill('#note-text', 'Another note')
    await go(0, 'one')
    expect(await page.inputValue('#note-text')).toBe('Make this a bit')
    await expect.poll(() => page.textContent('#note-state')).toBe('with “one”')
    expect(await page.evaluate('window.scenewrightView.store.state.strokes')).toEqual([
      [
        [0, 0],
        [2, 2],
      ],
    ])
    await page.reload()
    await view.settle()
    await expect.poll(() => page.textContent('#note-state')).toBe('with “one”')
    // Another program that has the port later finds no address.
    const kept = (await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')) as string
    expect(kept).toContain('Another note')
    for (const url of urls) expect(kept).not.toContain(new URL(url).pathname.slice(1, 12))
    await page.click('#note-send')
    await expect.poll(() => page.textContent('#note-state')).toContain('Sent')
    await page.reload()
    await view.settle()
    expect(await page.inputValue('#note-text')).toBe('')
    expect(await page.evaluate('window.scenewrightView.store.state.selected')).toEqual([])
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
