// Faults that people met on the page: measured by what the page shows, in pixels and words.
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { connect, fileOf, openProject, projectOf, save } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, shown, until, type Shown } from './browser.js'

afterAll(closeBrowser)

const MODEL = 'window.scenewrightView.store.state.model'

async function opened(dir: string, options: Parameters<typeof show>[1] = {}): Promise<Shown> {
  const { url } = await serve(dir)
  const view = await show(url, options)
  await until(view.page, 'window.scenewrightView.store.state.isLoaded')
  return view
}

const readText = async ({ page }: Shown, selector: string): Promise<string> =>
  (await page.locator(selector).textContent()) ?? ''

/** The pixels within a box of the world that are not those of the ground. */
async function inkIn(view: Shown, [minX, minY, maxX, maxY]: readonly number[]): Promise<number> {
  await view.settle()
  const [from, to] = await Promise.all([view.at(minX!, maxY!), view.at(maxX!, minY!)])
  return view.page.evaluate(`(() => {
    const canvas = document.getElementById('canvas')
    const box = canvas.getBoundingClientRect()
    const ratio = canvas.width / box.width
    const [x, y, w, h] = [${from.x} - box.left, ${from.y} - box.top, ${to.x - from.x}, ${to.y - from.y}].map((it) => Math.round(it * ratio))
    const { data } = canvas.getContext('2d').getImageData(x, y, Math.max(1, w), Math.max(1, h))
    let dark = 0
    for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 480) dark += 1
    return dark
  })()`)
}

const DRAWING = `setUnits('mm')
drawRect('plate', 0, 0, 120, 80)
drawCircle('bore', 0, 0, 12)
dimension('length', { type: 'horizontal', of: 'plate', side: 'below' })
dimension('bore_size', { type: 'diameter', of: 'bore', tolerance: 'H7' })
leader('edge', { of: 'plate', at: 'topRight' }, 'broken edge', { offset: [12, 8] })
balloon('position', 'bore', 1, { offset: [-40, 30] })
setPage('A3', { scale: '1:1', titleBlock: { title: 'Plate', number: 'P-001' } })
table('parts', [['Pos.', 'Part'], [1, 'Plate']], { at: 'topRight' })
`

describe.skipIf(!hasBrowser)('texts', () => {
  test('of dimensions, notes, tables and title blocks are drawn, in a comparison too', async () => {
    const dir = projectOf({ main: DRAWING })
    const project = await openProject(dir)
    const made = await project.run()
    expect(made, JSON.stringify(made)).toMatchObject({ status: 'committed' })
    await project.edit({ file: 'main', oldText: "'plate', 0, 0, 120, 80", newText: "'plate', 0, 0, 130, 80" })
    await project.edit({ file: 'main', oldText: "'bore', 0, 0, 12", newText: "'bore', 0, 0, 14" })
    const view = await opened(dir, { viewport: { width: 1_600, height: 1_000 } })
    await view.settle()
    const texts = (await view.page.evaluate(`${MODEL}.entities
      .filter(({ type, geometry, bounds }) => type === 'text' && geometry && bounds)
      .map(({ name, bounds }) => ({ name, bounds }))`)) as { name: string; bounds: number[] }[]
    expect(texts.length).toBeGreaterThan(8)
    const inked = async (): Promise<string[]> => {
      const empty: string[] = []
      for (const { name, bounds } of texts) if ((await inkIn(view, bounds)) === 0) empty.push(name)
      return empty
    }
    // Small letters have few pixels at this zoom: each text is looked at near by.
    const near = async (): Promise<string[]> => {
      const found: string[] = []
      for (const { name, bounds } of texts) {
        await view.page.evaluate(`(() => {
          const { stage } = window.scenewrightView
          const [minX, minY, maxX, maxY] = ${JSON.stringify(bounds)}
          stage.move({ x: (minX + maxX) / 2, y: (minY + maxY) / 2, scale: 300 / Math.max(maxX - minX, maxY - minY) })
        })()`)
        if ((await inkIn(view, bounds)) < 20) found.push(name)
      }
      return found
    }
    expect(await near()).toEqual([])
    await view.page.keyboard.press('b')
    await view.page.waitForSelector('#compare:not([hidden])')
    // All of the window is the side before.
    await view.page.evaluate('window.scenewrightView.store.set({ split: 1 })')
    expect((await near()).length).toBeLessThan(texts.length / 4)
    await view.page.keyboard.press('Escape')
    await view.page.keyboard.press('0')
    expect((await inked()).length).toBeLessThan(texts.length / 4)
  })
})

const PLATE = `const width = param('width', 120, { min: 40, max: 200, step: 5, label: 'Width' })
drawRect('plate', 0, 0, width, 50)
setFill('plate', '#b5651d')
`

const widthOf = ({ page }: Shown): Promise<number> =>
  shown(page, `(() => { const { bounds } = ${MODEL} ?? {}; return bounds ? Math.round(bounds[2] - bounds[0]) : 0 })()`)

const slider = ({ page }: Shown) => page.locator('input[type=range][data-parameter=width]')

async function withCommit(): Promise<string> {
  const dir = projectOf({})
  const project = await openProject(dir)
  expect(await project.write({ file: 'main', text: PLATE })).toMatchObject({ status: 'committed' })
  await project.close()
  return dir
}

describe.skipIf(!hasBrowser)('values of parameters', () => {
  test('that another process sets are shown after a commit, and a step of the slider goes on from them', async () => {
    const dir = await withCommit()
    const view = await opened(dir)
    expect(await widthOf(view)).toBe(120)
    const { call } = await connect(dir)
    await call('run', { parameters: { width: 150 } })
    await expect.poll(() => widthOf(view)).toBe(150)
    expect(await slider(view).inputValue()).toBe('150')
    await slider(view).focus()
    await view.page.keyboard.press('ArrowRight')
    await view.page.keyboard.press('Enter')
    await expect.poll(() => readText(view, '.commit[data-last]')).toContain('width 150 → 155')
    await view.page.reload()
    await view.settle()
    expect(await widthOf(view)).toBe(155)
  })

  test('are a step that undo reverses, before the commit that made the code', async () => {
    const dir = await withCommit()
    const view = await opened(dir)
    await slider(view).focus()
    await view.page.keyboard.press('ArrowRight')
    await expect.poll(() => view.page.locator('.commit').count()).toBe(2)
    expect(await readText(view, '.commit[data-last]')).toContain('width 120 → 125')
    await view.page.click('#undo')
    await expect.poll(() => widthOf(view)).toBe(120)
    await expect.poll(() => slider(view).inputValue()).toBe('120')
    await view.page.click('#redo')
    await expect.poll(() => widthOf(view)).toBe(125)
    await view.page.click('#undo')
    await expect.poll(() => widthOf(view)).toBe(120)
    // Now the commit itself: nothing is drawn any longer, and that is no alarm.
    await view.page.click('#undo')
    await view.page.waitForSelector('#empty:not([hidden])')
    expect(await widthOf(view)).toBe(0)
    expect(await readText(view, '#connection')).toBe('Waiting')
    expect(await view.page.locator('#banner').isVisible()).toBe(false)
    await view.page.click('#redo')
    await expect.poll(() => widthOf(view)).toBe(120)
    expect(view.faults).toEqual([])
  })

  test('are reset one by one and together', async () => {
    const view = await opened(await withCommit())
    expect(await view.page.locator('#parameters-reset').isVisible()).toBe(false)
    await view.page.fill('#parameter-width', '60')
    await view.page.keyboard.press('Tab')
    await expect.poll(() => widthOf(view)).toBe(60)
    await view.page.click('[aria-label="Reset Width"]')
    await expect.poll(() => widthOf(view)).toBe(120)
    await view.page.fill('#parameter-width', '80')
    await view.page.keyboard.press('Tab')
    await expect.poll(() => widthOf(view)).toBe(80)
    await view.page.click('#parameters-reset')
    await expect.poll(() => widthOf(view)).toBe(120)
    await expect.poll(() => view.page.locator('#parameters-reset').isVisible()).toBe(false)
  })

  test.each([
    ['500', '500 is more than 200, the most that is allowed. It stays 125.'],
    ['3', '3 is less than 40, the least that is allowed. It stays 125.'],
    ['152', '152 is between two steps: 150 and 155 are allowed. It stays 125.'],
    ['', 'A number is needed. It stays 125.'],
  ])('that cannot be are refused in words, and the box shows the value of the scene: %j', async (typed, said) => {
    const view = await opened(await withCommit())
    await slider(view).focus()
    await view.page.keyboard.press('ArrowRight')
    await expect.poll(() => view.page.locator('.commit').count()).toBe(2)
    await expect.poll(() => readText(view, '#parameters-state')).toBe('')
    await view.page.fill('#parameter-width', typed)
    await view.page.keyboard.press('Tab')
    await expect.poll(() => readText(view, '#parameter-width-complaint')).toBe(said)
    expect(await view.page.inputValue('#parameter-width')).toBe('125')
    expect(await slider(view).inputValue()).toBe('125')
    expect(await widthOf(view)).toBe(125)
    expect(await view.page.locator('#banner').isVisible()).toBe(false)
  })

  test('that a rule refuses return on every kind of control', async () => {
    const code = `const holes = param('holes', 4, { choices: [2, 4, 40] })
const wide = param('wide', false)
const name = param('name', 'plate')
const gap = param('gap', 10, { min: 0, max: 20 })
drawRect('plate', 0, 0, 100, 50)
invariant('room', () => holes < 40 && !wide && name === 'plate' && gap > 1, 'there is no room')
`
    const view = await opened(projectOf({ main: code }))
    const { page } = view
    await page.selectOption('#parameter-holes', { label: '40' })
    await expect.poll(() => readText(view, '#parameter-holes-complaint')).toContain('there is no room')
    expect(await page.locator('#parameter-holes option:checked').textContent()).toBe('4')
    await page.click('#parameter-wide')
    await expect.poll(() => readText(view, '#parameter-wide-complaint')).toContain('there is no room')
    await expect.poll(() => page.isChecked('#parameter-wide')).toBe(false)
    await page.fill('#parameter-name', 'other')
    await page.keyboard.press('Tab')
    await expect.poll(() => readText(view, '#parameter-name-complaint')).toContain('there is no room')
    await expect.poll(() => page.inputValue('#parameter-name')).toBe('plate')
    await page.focus('input[type=range][data-parameter=gap]')
    await page.keyboard.press('Home')
    await expect.poll(() => readText(view, '#parameter-gap-complaint')).toContain('there is no room')
    await expect.poll(() => page.inputValue('input[type=range][data-parameter=gap]')).toBe('10')
    await expect.poll(() => page.inputValue('#parameter-gap')).toBe('10')
    await expect.poll(() => readText(view, '#banner')).toContain('there is no room')
    // The reasons are about values that nobody wants any longer once the drawing is another one.
    await page.selectOption('#parameter-holes', { label: '2' })
    await expect.poll(() => page.locator('.complaint').allTextContents()).toEqual(['', '', '', ''])
    // A box that has the focus shows the value that another process sets, unless somebody is typing.
    await page.fill('#parameter-gap', '12')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.inputValue('input[type=range][data-parameter=gap]')).toBe('12')
    await page.evaluate(
      "fetch('call', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'undo' }) })",
    )
    await expect.poll(() => page.inputValue('#parameter-gap')).toBe('10')
    expect(await page.evaluate('document.activeElement.id')).toBe('parameter-gap')
  })

  test('become the values of the code after a look at the change', async () => {
    const dir = await withCommit()
    const view = await opened(dir)
    await slider(view).focus()
    await view.page.keyboard.press('End')
    await expect.poll(() => widthOf(view)).toBe(200)
    await view.page.click('[data-save=width]')
    await view.page.waitForSelector('.proposal ins')
    expect(await readText(view, '.proposal del')).toContain("param('width', 120,")
    expect(await readText(view, '.proposal ins')).toContain("param('width', 200,")
    await view.page.click('[data-confirm]')
    await expect.poll(() => view.page.locator('#parameters-reset').isVisible()).toBe(false)
    expect(await widthOf(view)).toBe(200)
    await expect.poll(() => view.page.evaluate('document.activeElement.id')).toBe('parameter-width')
    // The drawing did not change, so the title of the commit is its line of code.
    await expect.poll(() => readText(view, '.commit[data-last] .what')).toContain("param('width', 200,")
    await view.page.click('#undo')
    await expect.poll(() => view.page.locator('#parameters-reset').isVisible()).toBe(true)
    expect(await widthOf(view)).toBe(200)
  })
})

describe.skipIf(!hasBrowser)('named sets of values', () => {
  test('of a set that the code no longer takes are refused beside their control, and the list shows no such set', async () => {
    const main = (least: number): string =>
      `const width = param('width', ${least}, { min: ${least}, max: 90 })\nconst size = param('size', 'S', { choices: ['S', 'M'] })\ndrawRect('plate', 0, 0, width, size === 'S' ? 5 : 8)\n`
    const dir = projectOf({ main: main(10) })
    const view = await opened(dir)
    await view.settle()
    const { page } = view
    await page.selectOption('[data-parameter=size]', { label: 'M' })
    await until(page, "window.scenewrightView.store.state.live.find('plate').geometry.height === 8")
    await page.fill('#set-name', 'small')
    await page.click('#save-set')
    await page.waitForSelector('#parameter-set option[value=small]', { state: 'attached' })
    const project = await openProject(dir)
    await project.write({ file: 'main', text: main(20) })
    await project.run({ parameters: { width: 20, size: 'S' } })
    await until(page, "window.scenewrightView.store.state.live.find('plate').geometry.height === 5")
    await page.selectOption('#parameter-set', 'small')
    await expect
      .poll(() => page.textContent('[data-row=width] .complaint'))
      .toBe('10 is less than 20, the least that is allowed. The set was not chosen.')
    expect([await page.textContent('[data-row=size] .complaint'), await page.inputValue('#parameter-set')]).toEqual([
      '',
      '',
    ])
    expect(await page.evaluate("window.scenewrightView.store.state.live.find('plate').geometry.height")).toBe(5)
    expect(await page.isVisible('#banner')).toBe(false)
  })

  test('are saved, chosen as one step of the history, found by the next page, and removed', async () => {
    const dir = await withCommit()
    const view = await opened(dir)
    const { page } = view
    await page.fill('#parameter-width', '60')
    await page.keyboard.press('Tab')
    await expect.poll(() => widthOf(view)).toBe(60)
    await page.fill('#set-name', 'small <b>')
    await page.click('#save-set')
    await expect.poll(() => page.inputValue('#parameter-set')).toBe('small <b>')
    await page.click('#parameters-reset')
    await expect.poll(() => widthOf(view)).toBe(120)
    await expect.poll(() => page.inputValue('#parameter-set')).toBe('')
    const next = await opened(dir)
    await next.page.selectOption('#parameter-set', { label: 'small <b>' })
    await expect.poll(() => widthOf(next)).toBe(60)
    await expect.poll(() => widthOf(view)).toBe(60)
    await page.click('#undo')
    await expect.poll(() => widthOf(view)).toBe(120)
    await next.page.selectOption('#parameter-set', { label: 'small <b>' })
    await next.page.click('#remove-set')
    await expect.poll(() => next.page.locator('#parameter-set option').allTextContents()).toEqual(['No named sets yet'])
    expect([view.faults, next.faults]).toEqual([[], []])
  })
})

describe.skipIf(!hasBrowser)('broken code on disk', () => {
  test('stays known when its banner is put away, and comes back with a click', async () => {
    const dir = await withCommit()
    const view = await opened(dir)
    save(fileOf(dir, 'main'), `${PLATE}\ndrawCircle('bad', 0, 0, -5)\n`)
    await view.page.waitForSelector('#banner:not([hidden])')
    expect(await readText(view, '#banner pre')).toContain('-5')
    await view.page.click('#banner [aria-label=Dismiss]')
    await view.page.waitForSelector('#banner', { state: 'hidden' })
    expect(await view.page.evaluate('document.activeElement.id')).toBe('canvas')
    expect(await readText(view, '#connection')).toBe('Stale')
    await view.page.click('#connection')
    await view.page.waitForSelector('#banner:not([hidden])')
  })

  test('shows why an undo is not possible meanwhile, and what to do about it', async () => {
    const dir = await withCommit()
    const view = await opened(dir)
    save(fileOf(dir, 'main'), `${PLATE}\noops(\n`)
    await view.page.waitForSelector('#restore-code')
    await view.page.focus('#canvas')
    await view.page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => readText(view, '#banner')).toContain('Undo was not possible')
    const said = await readText(view, '#banner')
    expect(said).toContain('The code on disk fails')
    expect(said).toContain('oops(')
    expect(said).toContain('main changed since, in an editor or by another program. Nothing was changed.')
    expect(said).not.toMatch(/[\da-f]{32}|that change fails/)
    // All of it is in the window, on a telephone too.
    for (const width of [1280, 400]) {
      await view.page.setViewportSize({ width, height: 800 })
      for (const button of await view.page.locator('#banner button').all()) {
        const box = (await button.boundingBox())!
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(width)
        expect(box.y + box.height).toBeLessThanOrEqual(800)
      }
    }
    await view.page.click('#way-on')
    await view.page.waitForSelector('#empty:not([hidden])')
    await view.page.waitForSelector('#banner', { state: 'hidden' })
    expect(view.faults).toEqual([])
  })

  test('that never ends is not run again for a click on the drawing that is shown', async () => {
    const dir = projectOf({})
    const project = await openProject(dir)
    await project.write({ file: 'main', text: "drawRect('plate', 0, 0, 12, 5)\n" })
    const { url } = await serve(dir, ['--time-ms', '700'])
    const view = await show(url)
    await view.settle()
    const { page } = view
    await expect.poll(() => page.textContent('#check-badge')).toBe('Clean')
    const runs = (): Promise<number> =>
      page.evaluate("window.scenewrightView.store.state.logs.filter(({ message }) => message === 'begun').length")
    save(fileOf(dir, 'main'), "// another line\nconsole.log('begun')\nwhile (true) {}\n")
    await expect.poll(() => page.textContent('#connection')).toBe('Stale')
    await expect.poll(runs).toBeGreaterThan(0)
    const before = await runs()
    await page.evaluate("window.scenewrightView.store.set({ selected: ['plate'] })")
    await expect.poll(() => page.innerText('#inspector')).toContain('60 mm²')
    // No line of the code on disk drew it.
    expect(await page.innerText('#inspector')).not.toContain('another line')
    await page.focus('#canvas')
    await page.keyboard.press('c')
    await expect.poll(() => page.textContent('#check-words')).toContain('Nothing to send back')
    expect(await runs()).toBe(before)
  })

  test('is replaced by the code that worked last, and undo brings it back', async () => {
    const dir = await withCommit()
    const view = await opened(dir)
    // By hand and never committed: no history has this one.
    save(fileOf(dir, 'main'), PLATE.replace('50)', '60)'))
    await until(view.page, `${MODEL}.bounds[3] === 30`)
    save(fileOf(dir, 'main'), `${PLATE}\nnothing(\n`)
    await view.page.click('#restore-code')
    await expect.poll(() => readText(view, '#connection')).toBe('Live')
    expect(await view.page.evaluate(`${MODEL}.bounds[3]`)).toBe(30)
    expect(await view.page.locator('#banner').isVisible()).toBe(false)
  })

  test('goes to the agent with its place', async () => {
    const dir = await withCommit()
    const view = await opened(dir)
    save(fileOf(dir, 'main'), `${PLATE}\ndrawCircle('bad', 0, 0, -5)\n`)
    await view.page.click('#send-error')
    await expect.poll(() => readText(view, '#toast')).toContain('Sent')
    const { client } = await connect(dir)
    const { content } = await client.callTool({ name: 'glob', arguments: {} })
    expect(JSON.stringify(content)).toMatch(/Please fix this error:.*main:5:\d+/)
  })
})

describe.skipIf(!hasBrowser)('an empty project', () => {
  test('waits with a card, without an alarm, and draws an example', async () => {
    const view = await opened(projectOf({}))
    await view.page.waitForSelector('#empty:not([hidden])')
    expect(await readText(view, '#empty')).toContain('Waiting for the first drawing')
    expect(await readText(view, '#connection')).toBe('Waiting')
    expect(await view.page.locator('#banner').isVisible()).toBe(false)
    expect(view.faults).toEqual([])
    await view.page.click('#draw-example')
    await expect.poll(() => readText(view, '#connection')).toBe('Live')
    await view.settle()
    expect(await view.colorAt(0, 0)).toEqual([0xdf, 0xe7, 0xef])
    expect(await view.page.locator('#parameters .parameter').count()).toBe(3)
    expect(view.faults).toEqual([])
  })

  test('has no scale, and a project whose code fails has its name', async () => {
    const empty = await opened(projectOf({}))
    expect(await empty.page.isVisible('#readout')).toBe(false)
    const dir = projectOf({ main: 'drawRect(\n' })
    const { url } = await serve(dir, ['--read-only'])
    const { page } = await show(url)
    await expect.poll(() => page.textContent('#project')).toBe(basename(dir))
    expect(await page.title()).toContain(basename(dir))
    expect(await page.isDisabled('#undo')).toBe(true)
  })

  test('with code that fails says so, and is no project that waits', async () => {
    const view = await opened(projectOf({ main: "drawCircle('bad', 0, 0, -5)\n" }))
    await view.page.waitForSelector('#banner:not([hidden])')
    expect(await readText(view, '#banner strong')).toBe('The code fails, so there is no drawing yet')
    expect(await view.page.locator('#empty').isVisible()).toBe(false)
    expect(view.faults).toEqual([])
  })

  test('an undo that a change by hand is in the way of offers to replace it', async () => {
    const dir = await withCommit()
    const view = await opened(dir)
    save(fileOf(dir, 'main'), PLATE.replace('#b5651d', '#00aa00'))
    await expect.poll(() => view.colorAt(10, 10)).toEqual([0, 0xaa, 0])
    await view.page.click('#undo')
    await view.page.waitForSelector('#banner:not([hidden])')
    const said = await readText(view, '#banner')
    expect(said).toContain('Undo was not possible')
    expect(said).not.toMatch(/force|tool|taken back/i)
    await view.page.click('#way-on')
    await view.page.waitForSelector('#empty:not([hidden])')
  })
})

describe.skipIf(!hasBrowser)('the window', () => {
  const rect = (size: number) => `drawRect('plate', 0, 0, ${size}, ${size})\nsetFill('plate', '#b5651d')\n`
  const isWhole = ({ page }: Shown): Promise<boolean> =>
    page.evaluate(`(() => {
      const { camera, size } = window.scenewrightView.stage
      const [minX, minY, maxX, maxY] = ${MODEL}.bounds
      const [w, h] = [size.width / 2 / camera.scale, size.height / 2 / camera.scale]
      return minX >= camera.x - w && maxX <= camera.x + w && minY >= camera.y - h && maxY <= camera.y + h
    })()`)

  test('follows a drawing that grows, and one that shrinks, until a person moves it', async () => {
    const dir = projectOf({ main: rect(10) })
    const view = await opened(dir)
    const scale = (): Promise<number> => view.page.evaluate('window.scenewrightView.stage.camera.scale')
    const first = await scale()
    for (const size of [1_000, 20]) {
      save(fileOf(dir, 'main'), rect(size))
      await until(view.page, `${MODEL}.bounds[2] === ${size / 2}`)
      await view.settle()
      expect(await isWhole(view)).toBe(true)
    }
    expect(await scale()).toBeGreaterThan(first / 3)
    const { x, y } = await view.at(0, 0)
    await view.page.mouse.move(x, y)
    await view.page.mouse.wheel(0, -200)
    await view.settle()
    const byHand = await scale()
    save(fileOf(dir, 'main'), rect(4_000))
    await until(view.page, `${MODEL}.bounds[2] === 2000`)
    await view.settle()
    expect(await scale()).toBe(byHand)
    await view.page.click('#tool-fit')
    await view.settle()
    expect(await isWhole(view)).toBe(true)
  })

  test('shows all of the drawing after it was made smaller', async () => {
    const view = await opened(projectOf({ main: rect(100) }))
    await view.page.setViewportSize({ width: 900, height: 420 })
    await view.settle()
    expect(await isWhole(view)).toBe(true)
    expect(await view.colorAt(49, 49)).toEqual([0xb5, 0x65, 0x1d])
  })
})

describe.skipIf(!hasBrowser)('a click', () => {
  const MAIN = `drawRect('outer', 0, 0, 200, 120)
drawRect('inner', 0, 0, 100, 60)
drawCircle('ring', 0, 0, 20)
drawLine('cut', [-100, 15, 100, 15])
drawText('far', 'Far', 4000, 4000, 10)
`
  const pick = async (view: Shown, x: number, y: number): Promise<string[]> => {
    const point = await view.at(x, y)
    await view.page.mouse.click(point.x, point.y)
    await view.page.waitForTimeout(400)
    return view.page.evaluate('window.scenewrightView.store.state.selected')
  }

  test('in an unfilled closed shape means the smallest around, and again the next one out', async () => {
    const view = await opened(projectOf({ main: MAIN.replace(/drawText.*/, '') }))
    await view.settle()
    expect(await pick(view, 3, 0)).toEqual(['ring'])
    expect(await pick(view, 3, 0)).toEqual(['inner'])
    expect(await pick(view, 3, 0)).toEqual(['outer'])
    expect(await pick(view, 3, 0)).toEqual(['ring'])
    expect(await pick(view, 40, 15)).toEqual(['cut'])
    expect(await pick(view, 90, -40)).toEqual(['outer'])
    expect(await pick(view, 0, 66)).toEqual([])
  })

  test('on a dimension means the whole of it, then what is behind, then its part; not so a group that somebody made', async () => {
    const view = await opened(
      projectOf({
        main: `drawRect('plate', 0, 0, 100, 50)
drawCircle('hole_0', 0, 0, 5)
createGroup('hole', ['hole_0'])
dimension('d', { type: 'horizontal', of: 'plate', side: 'below', offset: 8 })
`,
      }),
    )
    await view.settle()
    const { bounds } = (await view.page.evaluate("window.scenewrightView.store.state.model.find('d')")) as {
      bounds: [number, number, number, number]
    }
    const [x, y] = [(bounds[0] + bounds[2]) / 2 + 20, bounds[1] + 1.5]
    const parts = (await view.page.evaluate(
      'window.scenewrightView.store.state.model.entities.filter(({ name }) => /^d_/.test(name)).map(({ name }) => name)',
    )) as string[]
    const first = await pick(view, x, y)
    expect([first, parts.length > 1]).toEqual([['d'], true])
    await view.page.waitForSelector('[data-measure=value]')
    expect(parts).toContain((await pick(view, x, y))[0])
    expect(await pick(view, 5, 0)).toEqual(['hole_0'])
  })

  test('in the list brings into sight what is not', async () => {
    const view = await opened(projectOf({ main: MAIN }))
    await view.settle()
    const { x, y } = await view.at(0, 0)
    await view.page.mouse.move(x, y)
    await view.page.mouse.wheel(0, -1_200)
    await view.settle()
    await view.page.click('.node >> text=far')
    await view.settle()
    const [point, box] = [await view.at(4_005, 4_003), (await view.page.locator('#canvas').boundingBox())!]
    expect(point.x).toBeGreaterThan(box.x)
    expect(point.x).toBeLessThan(box.x + box.width)
    expect(point.y).toBeGreaterThan(box.y)
    expect(point.y).toBeLessThan(box.y + box.height)
  })

  test('in the list moves the window no further than the entity needs', async () => {
    const view = await opened(projectOf({ main: "drawRect('plate', 0, 0, 100, 60)\ndrawCircle('hole', 20, 10, 5)\n" }))
    await view.settle()
    const right = (await view.page.locator('#canvas').boundingBox())!
    const [from, hole] = [await view.at(0, 0), await view.at(25, 10)]
    // The hole is at the right edge, and cut there.
    await view.page.mouse.move(from.x, from.y)
    await view.page.mouse.down()
    await view.page.mouse.move(from.x + right.x + right.width - hole.x + 2, from.y, { steps: 5 })
    await view.page.mouse.up()
    await view.settle()
    const before = await view.at(0, 0)
    await view.page.click('.node >> text=hole')
    await view.settle()
    const [after, edge] = [await view.at(0, 0), await view.at(25, 10)]
    expect(after.y).toBeCloseTo(before.y, 3)
    expect(edge.x).toBeLessThan(right.x + right.width)
    expect(edge.x).toBeGreaterThan(right.x + right.width - 60)
  })

  test('with Shift and a drag selects what lies in the box', async () => {
    const view = await opened(projectOf({ main: MAIN.replace(/drawText.*/, '') }))
    await view.settle()
    const [from, to] = [await view.at(-60, 40), await view.at(60, -40)]
    await view.page.keyboard.down('Shift')
    await view.page.mouse.move(from.x, from.y)
    await view.page.mouse.down()
    await view.page.mouse.move(to.x, to.y, { steps: 5 })
    await view.page.mouse.up()
    await view.page.keyboard.up('Shift')
    expect(await view.page.evaluate('window.scenewrightView.store.state.selected')).toEqual(['inner', 'ring'])
  })
})

describe.skipIf(!hasBrowser)('20,000 shapes', () => {
  test('stay distinct when all of them are shown', async () => {
    const code = `for (let i = 0; i < 20000; i++) drawCircle('c' + i, (i % 200) * 10, Math.floor(i / 200) * 10, 4)\n`
    const view = await opened(projectOf({ main: code }))
    await view.settle()
    const [minX, minY, maxX, maxY] = [600, 300, 1_400, 700]
    const [from, to] = await Promise.all([view.at(minX, maxY), view.at(maxX, minY)])
    const { mean, spread } = (await view.page.evaluate(`(() => {
      const canvas = document.getElementById('canvas')
      const box = canvas.getBoundingClientRect()
      const { data } = canvas.getContext('2d').getImageData(${from.x} - box.left, ${from.y} - box.top, ${to.x - from.x}, ${to.y - from.y})
      let [sum, squares] = [0, 0]
      for (let at = 0; at < data.length; at += 4) { sum += data[at]; squares += data[at] ** 2 }
      const count = data.length / 4
      return { mean: sum / count, spread: Math.sqrt(squares / count - (sum / count) ** 2) }
    })()`)) as { mean: number; spread: number }
    // A grey that is neither the ground nor a carpet, in which light and dark alternate.
    expect(mean).toBeGreaterThan(150)
    expect(mean).toBeLessThan(246)
    expect(spread).toBeGreaterThan(8)
  })
})

describe.skipIf(!hasBrowser)('the history', () => {
  test('says what was drawn, who did it, and what a rename was', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    await project.edit({ file: 'main', oldText: "'#b5651d'", newText: "'#00aa00'" })
    await project.edit({
      file: 'main',
      oldText: "setFill('plate'",
      newText: "drawCircle('hole', 0, 0, 3)\nsetFill('plate'",
    })
    await project.edit({ file: 'main', oldText: '0, 0, 3)', newText: '0, 0, 5)' })
    await project.apply({
      changes: [{ type: 'edit', file: 'main', oldText: '0, 0, 5)', newText: '12, 0, 5)' }],
      message: 'Move it as asked',
    })
    await project.write({ file: 'lib', text: 'export const a = 1\n' })
    await project.apply({ changes: [{ type: 'rename', from: 'lib', to: 'tools' }] })
    await project.undo()
    const view = await opened(dir)
    await expect.poll(() => view.page.locator('.commit').count()).toBe(7)
    const titles = () => view.page.locator('.commit .what').allTextContents()
    await expect
      .poll(async () => (await titles()).slice(1, 4))
      .toEqual(['hole added (Ø6)', 'hole: Ø6 → Ø10', 'Move it as asked'])
    expect(await view.page.locator('.commit .drawn').nth(3).textContent()).toBe('hole: moved by (12, 0)')
    expect(await view.page.locator('.commit .who').nth(3).textContent()).toMatch(/^Agent, apply · ./)
    expect((await titles()).slice(5)).toEqual(['lib renamed to tools', 'Undone: lib renamed to tools'])
    expect((await titles()).join(' ')).not.toMatch(/replacement|01[0-9a-f]{6}/)
  })

  test('is stepped through with keys, compares any two, and returns to one', async () => {
    const dir = projectOf({ main: "drawRect('plate', 0, 0, 10, 10)\n" })
    const project = await openProject(dir)
    const edit = (from: string, to: string) => project.edit({ file: 'main', oldText: from, newText: to })
    await edit('10, 10', '20, 10')
    await edit('20, 10', '30, 10')
    await edit('30, 10', '40, 10')
    const view = await opened(dir)
    await expect.poll(() => view.page.locator('.commit').count()).toBe(3)
    await view.page.focus('#canvas')
    await view.page.keyboard.press(',')
    await expect.poll(() => widthOf(view)).toBe(30)
    await view.page.keyboard.press(',')
    await expect.poll(() => widthOf(view)).toBe(20)
    expect(await readText(view, '#connection')).toBe('Earlier commit')
    await view.page.keyboard.press('.')
    await expect.poll(() => widthOf(view)).toBe(30)
    await view.page.keyboard.press('Escape')
    await expect.poll(() => widthOf(view)).toBe(40)
    // The first with the second.
    await view.page.locator('.commit').nth(1).click()
    await view.page.waitForSelector('#compare:not([hidden])')
    await view.page
      .locator('.commit')
      .nth(0)
      .click({ modifiers: ['Shift'] })
    await expect.poll(() => widthOf(view)).toBe(30)
    expect(await view.page.evaluate('window.scenewrightView.store.state.before.bounds[2]')).toBe(10)
    await view.page.keyboard.press('Escape')
    await expect.poll(() => widthOf(view)).toBe(40)
    await view.page.locator('.commit').nth(0).dblclick()
    await expect.poll(() => widthOf(view)).toBe(20)
    await view.page.click('#restore')
    await expect.poll(() => readText(view, '#connection')).toBe('Live')
    await expect.poll(() => widthOf(view)).toBe(20)
    await expect.poll(() => view.page.locator('.commit').count()).toBe(4)
    await view.page.click('#undo')
    await expect.poll(() => widthOf(view)).toBe(40)
    // Each has a picture of its own in the end.
    await expect.poll(() => view.page.locator('.commit canvas.picture').count()).toBe(5)
    expect(view.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('words', () => {
  test('that a person is to read are seen and not only heard', async () => {
    const dir = projectOf({ main: PLATE })
    const { url, process } = await serve(dir)
    const view = await show(url)
    await view.settle()
    await view.page.keyboard.press('b')
    await expect.poll(() => readText(view, '#toast')).toBe('There is no earlier commit to compare with.')
    expect(await view.page.locator('#toast').isVisible()).toBe(true)
    expect(await readText(view, '#zoom')).toMatch(/^[\d.]+ px per mm$/)
    await view.page.click('#tool-download')
    await Promise.all([view.page.waitForEvent('download'), view.page.click('#download-menu >> text=SVG')])
    await expect.poll(() => readText(view, '#toast')).toContain('on its way')
    expect(await readText(view, '#note-state')).toBe('')
    process.kill()
    await expect.poll(() => readText(view, '#connection')).toBe('Not connected')
    await view.page.click('#tool-download')
    await view.page.click('#download-menu >> text=SVG')
    await expect.poll(() => readText(view, '#toast')).toContain('does not answer')
    await view.page.click('#undo')
    await expect.poll(() => readText(view, '#toast')).toContain('does not answer')
    expect(await readText(view, '#toast')).not.toContain('fetch')
  })
})

describe.skipIf(!hasBrowser)('a change by hand', () => {
  test('of a measure is shown in the code first, and undone in one step', async () => {
    const dir = projectOf({
      main: "const r = param('r', 8)\ndrawCircle('a', 10, 5, 4)\ndrawCircle('b', -20, 0, r)\ndrawCircle('c', 2 * 20, 0, 4)\n",
    })
    const view = await opened(dir)
    const radius = (name: string): Promise<number> => shown(view.page, `${MODEL}.find('${name}').geometry.radius`)
    const type = async (name: string, property: string, value: string): Promise<void> => {
      await view.page.click(`.node >> text="${name}"`)
      await view.page.fill(`[data-measure=${property}]`, value)
      await view.page.keyboard.press('Tab')
      await view.page.waitForSelector('.proposal')
    }
    await type('a', 'radius', '6')
    expect(await readText(view, '.proposal ins')).toBe("drawCircle('a', 10, 5, 6)")
    expect(await radius('a')).toBe(4)
    await view.page.click('[data-confirm]')
    await expect.poll(() => radius('a')).toBe(6)
    await view.page.click('#undo')
    await expect.poll(() => radius('a')).toBe(4)
    await type('b', 'radius', '9')
    expect(await readText(view, '.proposal')).toContain('It is the parameter r')
    await view.page.click('[data-confirm]')
    await expect.poll(() => radius('b')).toBe(9)
    await type('c', 'x', '50')
    expect(await readText(view, '.proposal')).toContain('The code computes it: 2 * 20. (main:4)')
  })
})

describe.skipIf(!hasBrowser)('a drag', () => {
  const CODE =
    "drawLine('path', [0, 0, 40, 0, 40, 20])\ndrawPolygon('tri', [[-40, -20], [-10, -20], [-25, 5]])\ndrawCircle('hole', 0, 30, 6)\nconst w = param('w', 30)\ndrawRect('plate', -40, 30, w, 10)\ndrawLine('loop', [0, 1].flatMap((n) => [60 + n, n * 10]))\n"
  const drag = async (view: Shown, name: string, from: readonly [number, number], to: readonly [number, number]) => {
    await view.page.click(`.node >> text="${name}"`)
    await view.settle()
    const [start, end] = [await view.at(...from), await view.at(...to)]
    await view.page.mouse.move(start.x, start.y)
    await view.page.mouse.down()
    await view.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2)
    await view.page.mouse.move(end.x, end.y)
  }

  test('of a point, a radius or a side shows the code, which one undo reverses', async () => {
    const dir = projectOf({ main: CODE })
    const view = await opened(dir)
    await view.page.click('#tool-fit')
    await view.settle()
    const drop = async (): Promise<string> => {
      await view.page.mouse.up()
      await view.page.waitForSelector('.proposal')
      // The question is in sight, although the panel is longer than the window.
      const box = await view.page.locator('.proposal').boundingBox()
      const note = await view.page.locator('#note').boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((note?.y ?? 0) + 1)
      return readText(view, '.proposal')
    }
    await drag(view, 'path', [40, 20], [55, -15])
    expect(await drop()).toMatch(/drawLine\('path', \[0, 0, 40, 0, 5[45](\.\d+)?, -1[45](\.\d+)?\]\)/)
    await view.page.click('[data-confirm]')
    await until(view.page, `${MODEL}.find('path').geometry.points[2][1] < -10`)
    await view.page.click('#undo')
    await until(view.page, `${MODEL}.find('path').geometry.points[2][1] === 20`)

    await drag(view, 'tri', [-10, -20], [-5, -30])
    expect(await drop()).toMatch(
      /drawPolygon\('tri', \[\[-40, -20\], \[-\d(\.\d+)?, -(29|30)(\.\d+)?\], \[-25, 5\]\]\)/,
    )

    await drag(view, 'hole', [6, 30], [12, 31])
    expect(await drop()).toMatch(/drawCircle\('hole', 0, 30, 1[12](\.\d+)?\)/)
    await drag(view, 'hole', [0, 30], [10, 45])
    expect(await drop()).toMatch(/drawCircle\('hole', (9|10)(\.\d+)?, 4[45](\.\d+)?, 6\)/)

    await drag(view, 'plate', [-25, 30], [-20, 30])
    expect(await drop()).toContain('It is the parameter w')
    await drag(view, 'loop', [61, 10], [70, 15])
    expect(await drop()).toContain('The code computes it')
    expect(await view.page.evaluate(`${MODEL}.find('path').geometry.points.length`)).toBe(3)
  })

  test('shows the shape as it would be, and Esc gives it up', async () => {
    const view = await opened(projectOf({ main: CODE }))
    await view.page.click('#tool-fit')
    await view.settle()
    await drag(view, 'hole', [6, 30], [16, 30])
    const ghost = await view.at(0, 46)
    const around = (): Promise<boolean> =>
      view.page.evaluate(`(() => {
      const canvas = document.getElementById('canvas'), box = canvas.getBoundingClientRect()
      const { data } = canvas.getContext('2d').getImageData(${ghost.x} - box.left - 24, ${ghost.y} - box.top - 3, 48, 6)
      return data.some((value, index) => index % 4 === 0 && data[index + 2] - value > 90)
    })()`)
    await expect.poll(around).toBe(true)
    await view.page.keyboard.press('Escape')
    await expect.poll(around).toBe(false)
    await view.page.mouse.up()
    expect(await view.page.locator('.proposal').count()).toBe(0)
    expect(await view.page.evaluate(`${MODEL}.find('hole').geometry.radius`)).toBe(6)
  })

  test('does nothing where the page may only look', async () => {
    const { url } = await serve(projectOf({ main: CODE }), ['--read-only'])
    const view = await show(url)
    await view.settle()
    await drag(view, 'hole', [6, 30], [16, 30])
    await view.page.mouse.up()
    expect(await view.page.locator('.proposal').count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('a measure', () => {
  test('becomes a dimension in the code after a look at the line', async () => {
    const dir = projectOf({ main: "drawRect('plate', 0, 0, 80, 50)" })
    const view = await opened(dir)
    await view.settle()
    await view.page.keyboard.press('m')
    for (const [x, y] of [
      [-40, -25],
      [40, -25],
    ] as const) {
      const point = await view.at(x, y)
      await view.page.mouse.click(point.x, point.y)
    }
    await view.page.click('#add-dimension')
    // After a cancel the question comes again, in the words of the measure.
    await view.page.click('#measure-bar >> text=Cancel')
    await view.page.click('#add-dimension')
    await view.page.waitForSelector('#measure-bar ins')
    expect(await readText(view, '#measure-bar ins')).toBe(
      "dimension('dim_1', { type: 'horizontal', from: [-40, -25], to: [40, -25] })",
    )
    await view.page.click('#measure-bar [data-confirm]')
    await until(view.page, `${MODEL}.find('dim_1')`)
    await view.page.click('#undo')
    await until(view.page, `!${MODEL}.find('dim_1')`)
  })

  test('of two lines has their angle', async () => {
    const view = await opened(projectOf({ main: "drawLine('a', [0, 0, 10, 0])\ndrawLine('b', [0, 5, -10, 15])\n" }))
    await view.page.click('.node >> text="a"')
    await view.page.click('.node >> text="b"', { modifiers: ['Shift'] })
    await expect.poll(() => readText(view, '#inspector dl')).toMatch(/Angle45°.*Distance5/)
  })
})

describe.skipIf(!hasBrowser)('paper', () => {
  const SHEET = `setUnits('mm')
defineLayer('axes', { linetype: 'center', color: '#aa0000' })
drawRect('plate', 0, 0, 200, 100)
setFill('plate', '#b5651d')
setPage('A4', { scale: '1:2', titleBlock: { title: 'Plate' } })
`
  /** The width and height of the one page of a PDF, in millimetres. */
  const sizeOf = (pdf: Buffer): number[] => {
    const text = pdf.toString('latin1')
    expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const [, width = '', height = ''] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(text) ?? []
    return [width, height].map((points) => Math.round((Number(points) / 72) * 25.4))
  }

  test('of a drawing with a page is shown, and printed at its size, whatever the theme', async () => {
    const view = await opened(projectOf({ main: SHEET }), { colorScheme: 'dark' })
    await view.settle()
    const pdf = await view.page.pdf({ preferCSSPageSize: true, printBackground: true })
    expect([
      [297, 210],
      [210, 297],
    ]).toContainEqual(sizeOf(pdf))
    const colors = (await view.page.evaluate(`(() => {
      const canvas = document.querySelector('#print canvas')
      const { data } = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1)
      return [canvas.style.width, canvas.style.height, data[0], data[1], data[2]]
    })()`)) as (string | number)[]
    expect(colors.slice(2)).toEqual([0xb5, 0x65, 0x1d])
    expect(await view.page.locator('[data-linetype=center] path').getAttribute('stroke-dasharray')).not.toBe(null)
  })

  test('of a drawing without a page is as large as the drawing, at full size', async () => {
    const view = await opened(projectOf({ main: "setUnits('cm')\ndrawRect('a', 0, 0, 20, 10)\n" }))
    await view.settle()
    expect(sizeOf(await view.page.pdf({ preferCSSPageSize: true }))).toEqual([220, 120])
  })
})

describe.skipIf(!hasBrowser)('one HTML file', () => {
  test('opens without a server, shows the drawing, and asks nobody', async () => {
    const view = await opened(projectOf({ main: `${PLATE}drawText('t', '</script><b>', 0, 0, 9)\n` }))
    await view.settle()
    await view.page.click('#tool-download')
    const [download] = await Promise.all([
      view.page.waitForEvent('download'),
      view.page.click('#download-menu >> text=HTML'),
    ])
    expect(download.suggestedFilename()).toMatch(/\.html$/)
    const path = join(projectOf({}), 'drawing.html')
    await download.saveAs(path)
    const file = await show(`file://${path}`)
    await file.settle()
    expect(await file.colorAt(-50, 20)).toEqual([0xb5, 0x65, 0x1d])
    expect(await readText(file, '#connection')).toBe('A file')
    expect(await file.page.locator('#undo').isDisabled()).toBe(true)
    expect(await file.page.locator('#parameter-width').isDisabled()).toBe(true)
    expect(file.requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([])
    expect(file.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('a project whose folder is renamed or removed', () => {
  const WIDE = "const width = param('width', 80, { min: 40, max: 200 })\ndrawRect('plate', 0, 0, width, 50)\n"
  const widthOf = ({ page }: Shown): Promise<number> =>
    shown(page, `${MODEL} && (([x, , X]) => X - x)(${MODEL}.find('plate').bounds)`)
  const stateOf = (view: Shown): Promise<string> => readText(view, '#connection')

  test('keeps its drawing on the page, which makes no new folder, and continues when the folder is back', async () => {
    const dir = join(projectOf({}), 'plate')
    mkdirSync(dir)
    save(fileOf(dir, 'main'), WIDE)
    const view = await opened(dir)
    const { page } = view
    await page.fill('#parameter-width', '100')
    await page.keyboard.press('Enter')
    await expect.poll(() => widthOf(view)).toBe(100)
    const away = join(dirname(dir), 'away')
    renameSync(dir, away)
    await expect.poll(() => stateOf(view)).toBe('Stale')
    expect(await readText(view, '#banner')).toMatch(/cannot be read.*last drawing.*plate is missing/s)
    // There is no code to restore, and no place for a note.
    expect(await page.locator('#banner button').count()).toBe(1)
    expect(await widthOf(view)).toBe(100)
    await page.focus('#canvas')
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => readText(view, '#toast')).toContain('plate is missing')
    await page.fill('#parameter-width', '120')
    await page.keyboard.press('Enter')
    await page.fill('#note-text', 'where is it')
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/notes')),
      page.keyboard.press('ControlOrMeta+Enter'),
    ])
    expect(await answer.text()).toContain('plate is missing')
    expect(await page.inputValue('#note-text')).toBe('where is it')
    expect(existsSync(dir)).toBe(false)

    renameSync(away, dir)
    await expect.poll(() => stateOf(view)).toBe('Live')
    expect(await page.isVisible('#banner')).toBe(false)
    expect(await widthOf(view)).toBe(100)
    await page.focus('#canvas')
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => widthOf(view)).toBe(80)
    // Another folder takes the name: its edits are heard of too.
    renameSync(dir, `${away}_again`)
    await expect.poll(() => stateOf(view)).toBe('Stale')
    mkdirSync(dir)
    save(fileOf(dir, 'main'), WIDE.replace('80', '60'))
    await expect.poll(() => widthOf(view)).toBe(60)
    save(fileOf(dir, 'main'), WIDE.replace('80', '70'))
    await expect.poll(() => widthOf(view)).toBe(70)
    expect(await stateOf(view)).toBe('Live')
    expect(view.faults).toEqual([])
  })
})
