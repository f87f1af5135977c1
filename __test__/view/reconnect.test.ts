// A page whose server ends, however it ends: the next one has the same address, and the page goes on by itself.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { atEnd, fileOf, openProject, projectOf, save, scratch } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, type LiveView } from './browser.js'

afterAll(closeBrowser)

const rect = (size: number): string => `drawRect('plate', 0, 0, ${size}, ${size})\nsetFill('plate', '#b5651d')\n`

/** Ends a server as a machine that is switched off does, or as a person does. */
async function end({ process: child }: LiveView, signal: NodeJS.Signals): Promise<void> {
  const gone = new Promise((ended) => child.once('exit', ended))
  child.kill(signal)
  await gone
}

const portOf = (url: string): number => Number(new URL(url).port)

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the address is the same after a %s, and others find nothing of it',
  async (signal) => {
    const [dir, state] = [projectOf({ main: rect(10) }), scratch()]
    const first = await serve(dir, [], state)
    const looking = await serve(dir, ['--read-only'], state)
    const chosen = await serve(dir, ['--port', '0'], state)
    for (const view of [first, looking, chosen]) await end(view, signal)
    const again = await serve(dir, [], state)
    expect(again.url).toBe(first.url)
    // A page that only looks has an address of its own, and one on any port has it for once.
    expect((await serve(dir, ['--read-only'], state)).url).toBe(looking.url)
    expect((await serve(dir, ['--port', '0'], state)).url).not.toBe(chosen.url)
    // Another project has another secret, and another user another address.
    expect(new URL((await serve(projectOf({ main: rect(10) }), [], state)).url).pathname).not.toBe(
      new URL(first.url).pathname,
    )
    const folder = join(state, 'view-addresses')
    const files = readdirSync(folder)
    expect(files).toHaveLength(3)
    if (process.platform !== 'win32') {
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    }
  },
)

test('a port that a person chose has its own address, and a port that is taken gives no secret away', async () => {
  const [dir, state] = [projectOf({ main: rect(10) }), scratch()]
  const first = await serve(dir, [], state)
  await end(first, 'SIGKILL')
  const taker = createServer((_, response) => void response.end('somebody else'))
  await new Promise<void>((listening) => taker.listen(portOf(first.url), '127.0.0.1', listening))
  atEnd(() => void taker.close())
  const other = await serve(dir, [], state)
  expect(portOf(other.url)).not.toBe(portOf(first.url))
  expect(new URL(other.url).pathname).not.toBe(new URL(first.url).pathname)
  await end(other, 'SIGKILL')
  const free = createServer()
  await new Promise<void>((listening) => free.listen(0, '127.0.0.1', listening))
  const { port } = free.address() as AddressInfo
  await new Promise((closed) => free.close(closed))
  const chosen = await serve(dir, ['--port', String(port)], state)
  expect(portOf(chosen.url)).toBe(port)
  await end(chosen, 'SIGKILL')
  const chosenAgain = await serve(dir, ['--port', String(port)], state)
  expect(chosenAgain.url).toBe(chosen.url)
  await end(chosenAgain, 'SIGKILL')
  expect((await serve(dir, [], state)).url).toBe(other.url)
})

test.each([
  '{',
  '{}',
  'null',
  '{"dir":"DIR","port":0,"token":"x"}',
  '{"dir":"/elsewhere","port":4711,"token":"TOKEN"}',
])('what else stands in its place is no address: %s', async (text) => {
  const [dir, state] = [projectOf({ main: rect(10) }), scratch()]
  const first = await serve(dir, [], state)
  await end(first, 'SIGKILL')
  const [file = ''] = readdirSync(join(state, 'view-addresses'))
  const path = join(state, 'view-addresses', file)
  const { token } = JSON.parse(readFileSync(path, 'utf8')) as { token: string }
  writeFileSync(path, text.replace('DIR', dir).replace('TOKEN', token))
  expect((await serve(dir, [], state)).url).not.toContain(token)
})

test('projects that one command serves, and those that join it, have their addresses again', async () => {
  const [one, two, state] = [projectOf({ main: rect(10) }), projectOf({ main: rect(20) }), scratch()]
  const first = await serve(one, [], state)
  const second = await serve(two, [], state)
  expect(portOf(second.url)).toBe(portOf(first.url))
  // At once, so that neither takes over.
  first.process.kill('SIGKILL')
  await end(second, 'SIGKILL')
  // In the other order.
  expect((await serve(two, [], state)).url).toBe(second.url)
  expect((await serve(one, [], state)).url).toBe(first.url)
})

describe.skipIf(!hasBrowser)('an open page', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)('goes on by itself after a %s of its server', async (signal) => {
    const [dir, state] = [projectOf({ main: rect(10) }), scratch()]
    const first = await serve(dir, [], state)
    const view = await show(first.url)
    await view.settle()
    const pill = view.page.locator('#connection')
    const width = 'window.scenewrightView.store.state.live?.bounds[2]'
    await end(first, signal)
    await expect.poll(() => pill.textContent()).toBe('Not connected')
    // It says what to do, on a pointer and on a click.
    expect(await pill.getAttribute('title')).toContain('Start scenewright view again')
    await pill.click()
    await expect.poll(() => view.page.locator('#toast').textContent()).toContain('this page then reconnects by itself')
    save(fileOf(dir, 'main'), rect(40))
    await serve(dir, [], state)
    await expect.poll(() => pill.textContent()).toBe('Live')
    await until(view.page, `${width} === 20`)
    expect(await view.colorAt(15, 15)).toEqual([0xb5, 0x65, 0x1d])
    // Later changes arrive too, and actions by hand go to the new server.
    const project = await openProject(dir)
    await project.run()
    await project.write({ file: 'main', text: rect(60) })
    await until(view.page, `${width} === 30`)
    await view.page.click('#undo')
    await until(view.page, `${width} === 20`)
    await project.close()
  })

  test('is loaded again by a server with another page, unless a note is being written', async () => {
    const [dir, state] = [projectOf({ main: rect(10) }), scratch()]
    const first = await serve(dir, [], state)
    const view = await show(first.url)
    await view.settle()
    const answer = { contentType: 'text/event-stream', body: 'retry: 100\n\nevent: page\ndata: "another"\n\n' }
    let isOther = true
    await view.page.route('**/events', (route) => (isOther ? route.fulfill(answer) : route.continue()))
    await view.page.evaluate('window.isOld = true')
    await view.page.fill('#note-text', 'Half a sentence')
    await end(first, 'SIGKILL')
    await serve(dir, [], state)
    await view.page.waitForTimeout(2_500)
    expect(await view.page.evaluate('window.isOld')).toBe(true)
    await view.page.fill('#note-text', '')
    const isOld = (): Promise<unknown> => view.page.evaluate('window.isOld === true').catch(() => true)
    await expect.poll(isOld).toBe(false)
    isOther = false
    await expect.poll(() => view.page.locator('#connection').textContent()).toBe('Live')
  })

  test.each([
    [404, 'text/plain', 'Not found.\n'],
    [200, 'text/html', '<!doctype html>'],
  ])('says in words that it has no server where another program answers with %i', async (status, type, body) => {
    const dir = projectOf({ main: rect(10) })
    const project = await openProject(dir)
    for (const size of [20, 30]) await project.write({ file: 'main', text: rect(size) })
    await project.close()
    const first = await serve(dir)
    const view = await show(first.url)
    await view.settle()
    const { page } = view
    await until(page, "document.querySelectorAll('.commit').length === 2")
    await page.locator('.commit').first().dblclick()
    await page.waitForSelector('#restore')
    await end(first, 'SIGKILL')
    const taker = createServer((_, response) => {
      response.writeHead(status, { connection: 'close', 'content-type': type }).end(body)
    })
    await new Promise<void>((listening) => taker.listen(portOf(first.url), '127.0.0.1', listening))
    const toast = (): Promise<string | null> => page.textContent('#toast')
    const says = 'the program behind this page does not answer'
    await page.click('#restore')
    await expect.poll(toast).toContain(`It could not be restored: ${says}`)
    // What is looked at stays.
    expect(await page.isVisible('#restore')).toBe(true)
    await page.locator('.commit').last().click()
    await expect.poll(toast).toContain(`That scene could not be loaded: ${says}`)
    await page.focus('#canvas')
    await page.keyboard.press('f')
    await expect.poll(toast).toContain(`The forks were not read: ${says}`)
    await page.fill('#note-text', 'Hello')
    await page.click('#note-send')
    await expect.poll(toast).toContain(`The note could not be sent: ${says}`)
    await new Promise((closed) => taker.close(closed))
  })

  test('shows what is committed where its server ends while a slider is dragged', async () => {
    const main = "const width = param('width', 80, { min: 40, max: 160 })\ndrawRect('plate', 0, 0, width, 50)\n"
    const dir = projectOf({ main })
    const first = await serve(dir)
    const view = await show(first.url)
    await view.settle()
    const { page } = view
    const width = "window.scenewrightView.store.state.model.find('plate').geometry.width"
    const slider = (await page.locator('.parameter input[type=range]').boundingBox())!
    await page.mouse.move(slider.x + 100, slider.y + slider.height / 2)
    await page.mouse.down()
    await page.mouse.move(slider.x + 200, slider.y + slider.height / 2)
    await until(page, `${width} > 90`)
    await end(first, 'SIGKILL')
    await page.mouse.up()
    await expect.poll(() => page.textContent('.complaint')).toContain('The value was not set')
    await until(page, `${width} === 80`)
    await expect.poll(() => page.inputValue('.parameter input[type=number]')).toBe('80')
  })

  test('finds its server where another one refused it meanwhile', async () => {
    const [dir, state] = [projectOf({ main: rect(10) }), scratch()]
    const first = await serve(dir, [], state)
    const view = await show(first.url)
    await view.settle()
    await end(first, 'SIGKILL')
    let refused = 0
    const taker = createServer((_, response) => {
      refused += 1
      response.writeHead(404, { connection: 'close' }).end()
    })
    await new Promise<void>((listening) => taker.listen(portOf(first.url), '127.0.0.1', listening))
    await expect.poll(() => refused).toBeGreaterThan(1)
    await new Promise((closed) => taker.close(closed))
    expect((await serve(dir, [], state)).url).toBe(first.url)
    await expect.poll(() => view.page.locator('#connection').textContent()).toBe('Live')
  })
})
