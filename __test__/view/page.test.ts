// The live view in a browser: what a person does, and what is seen then.
import { readFileSync } from 'node:fs'

import { afterAll, describe, expect, test } from 'vitest'

import { connect, fileOf, openProject, projectOf, save } from '../support.js'
import { clickTwice, closeBrowser, hasBrowser, serve, show, until, type Shown } from './browser.js'
import { HOUSE, MAIN } from './plan.js'

afterAll(closeBrowser)

const plan = (): string => projectOf({ main: MAIN, house: HOUSE })

async function openPlan(options: Parameters<typeof show>[1] = {}, dir = plan()): Promise<Shown & { dir: string }> {
  const { url } = await serve(dir)
  const found = await show(url, options)
  await found.settle()
  return { ...found, dir }
}

const zoomOf = async ({ page }: Shown): Promise<number> =>
  Number.parseFloat(((await page.locator('#zoom').textContent()) ?? '').replace(',', ''))

async function click(view: Shown, x: number, y: number, shift = false): Promise<void> {
  const point = await view.at(x, y)
  if (shift) await view.page.keyboard.down('Shift')
  await view.page.mouse.click(point.x, point.y)
  if (shift) await view.page.keyboard.up('Shift')
}

const title = ({ page }: Shown) => page.locator('#inspector .title')
const facts = ({ page }: Shown) => page.locator('#inspector dl')
const announced = ({ page }: Shown) => page.locator('#announcer')
const texts = async (locator: ReturnType<typeof title>): Promise<string> => (await locator.textContent()) ?? ''

describe.skipIf(!hasBrowser)('the drawing', () => {
  test('is shown with the name of the project, asks for nothing elsewhere, and breaks no policy', async () => {
    const view = await openPlan()
    expect(await view.colorAt(-150, 20)).toEqual([0xb5, 0x65, 0x1d])
    expect(await texts(view.page.locator('#connection'))).toBe('Live')
    expect(await view.page.title()).toContain('scenewright-')
    const base = new URL(view.page.url())
    expect(view.requests.filter((it) => !it.startsWith(base.href) && !it.startsWith('data:'))).toEqual([])
    expect(view.faults).toEqual([])
  })

  test('zooms with the wheel about the pointer', async () => {
    const view = await openPlan()
    const before = await zoomOf(view)
    const point = await view.at(120, 60)
    await view.page.mouse.move(point.x, point.y)
    await view.page.mouse.wheel(0, -300)
    await view.settle()
    expect(await zoomOf(view)).toBeGreaterThan(before * 1.3)
    const after = await view.at(120, 60)
    expect(Math.hypot(after.x - point.x, after.y - point.y)).toBeLessThan(1)
  })

  test('follows a drag, and is sharp again when it stands still', async () => {
    const view = await openPlan()
    const before = await view.at(0, 0)
    await view.page.mouse.move(before.x + 30, before.y + 90)
    await view.page.mouse.down()
    await view.page.mouse.move(before.x + 230, before.y - 10, { steps: 8 })
    await view.page.mouse.up()
    await view.settle()
    const after = await view.at(0, 0)
    expect([after.x - before.x, after.y - before.y].map(Math.round)).toEqual([200, -100])
    expect(await view.colorAt(-150, 20)).toEqual([0xb5, 0x65, 0x1d])
  })

  test('zooms with two fingers', async () => {
    const view = await openPlan({ hasTouch: true })
    const before = await zoomOf(view)
    const { x, y } = await view.at(0, 0)
    const session = await view.page.context().newCDPSession(view.page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : [
                { x: x - apart, y, id: 1 },
                { x: x + apart, y, id: 2 },
              ],
      })
    await touch('touchStart', 40)
    for (const apart of [60, 80, 100, 120]) await touch('touchMove', apart)
    await touch('touchEnd', 0)
    await view.settle()
    expect((await zoomOf(view)) / before).toBeCloseTo(3, 0)
  })

  test('is as sharp on another screen, whose pixels are smaller', async () => {
    const view = await openPlan()
    const session = await view.page.context().newCDPSession(view.page)
    const ratio = (): Promise<number> =>
      view.page.evaluate("document.getElementById('canvas').width / document.getElementById('canvas').clientWidth")
    for (const deviceScaleFactor of [2, 1.5, 1]) {
      const metrics = { width: 1_440, height: 900, deviceScaleFactor, mobile: false }
      await session.send('Emulation.setDeviceMetricsOverride', metrics)
      await expect.poll(ratio).toBeCloseTo(deviceScaleFactor, 2)
    }
  })

  test('is shown whole again by the button', async () => {
    const view = await openPlan()
    const before = await zoomOf(view)
    await view.page.mouse.move(700, 450)
    await view.page.mouse.wheel(0, -900)
    await view.page.click('#tool-fit')
    await view.settle()
    expect(await zoomOf(view)).toBe(before)
  })

  test('moves and zooms with keys', async () => {
    const view = await openPlan()
    const [zoom, start] = [await zoomOf(view), await view.at(0, 0)]
    await view.page.focus('#canvas')
    await view.page.keyboard.press('ArrowRight')
    await view.page.keyboard.press('Shift+ArrowDown')
    await view.settle()
    const moved = await view.at(0, 0)
    expect([moved.x - start.x, moved.y - start.y]).toEqual([-48, -192])
    await view.page.keyboard.press('+')
    await view.settle()
    expect(await zoomOf(view)).toBeGreaterThan(zoom)
    await view.page.keyboard.press('-')
    await view.page.keyboard.press('0')
    await view.settle()
    expect(await view.at(0, 0)).toEqual(start)
  })

  test('shows where the pointer is', async () => {
    const view = await openPlan()
    const { x, y } = await view.at(120, 60)
    await view.page.mouse.move(x, y)
    expect(await texts(view.page.locator('#coordinates'))).toMatch(/x (119|120|121)[\d.]* +y (59|60|61)/)
  })

  test('of an empty project says so, and begins to show what is drawn', async () => {
    const dir = projectOf({})
    const { url } = await serve(dir)
    const { page, colorAt } = await show(url)
    await page.waitForSelector('#empty:not([hidden])')
    save(fileOf(dir, 'main'), "drawRect('a', 0, 0, 10, 10)\nsetFill('a', '#ff0000')\n")
    await until(page, 'window.scenewrightView.store.state.model?.leaves.length === 1')
    expect(await colorAt(1, 1)).toEqual([255, 0, 0])
    expect(await page.locator('#empty').isVisible()).toBe(false)
  })
})

describe.skipIf(!hasBrowser)('what is selected', () => {
  test('is what was clicked, with its measures and its style', async () => {
    const view = await openPlan()
    await click(view, -150, 20)
    await expect.poll(() => texts(title(view))).toBe('table')
    await expect.poll(() => texts(facts(view))).toContain('Area7200 cm²')
    expect(await texts(facts(view))).toMatch(/Typerect.*Infurniture.*Size120 × 60 cm.*Fill#b5651d/)
    expect(await texts(announced(view))).toBe('Selected table, rect')
  })

  test('shows the line of code that drew it, in the module that it stands in', async () => {
    const view = await openPlan()
    await click(view, 120, 60)
    await expect.poll(() => texts(view.page.locator('#place'))).toBe('house:2:3')
    expect(await texts(view.page.locator('.source .here'))).toBe('2  drawCircle(name, x, y, 8)')
  })

  test('goes to what is behind with the next click at the same place', async () => {
    const view = await openPlan()
    const names: string[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      await click(view, -100, 0)
      names.push(await texts(title(view)))
      await view.page.waitForTimeout(400)
    }
    expect(names).toEqual(['vase', 'table', 'floor', 'vase'])
  })

  test('grows with Shift, and two of them have a distance', async () => {
    const view = await openPlan()
    await click(view, -150, 20)
    await click(view, 120, 60, true)
    await expect.poll(() => texts(title(view))).toBe('2 objects')
    await expect.poll(() => texts(facts(view))).toMatch(/Distance15\d[\d.]* cm/)
    await click(view, 120, 60, true)
    await expect.poll(() => texts(title(view))).toBe('table')
  })

  test('is nothing after a click on nothing, and after Escape', async () => {
    const view = await openPlan()
    await click(view, -150, 20)
    await click(view, -190, 190)
    expect(await texts(view.page.locator('#inspector'))).toContain('Click on something')
    await click(view, -150, 20)
    await view.page.keyboard.press('Escape')
    expect(await texts(view.page.locator('#inspector'))).toContain('Click on something')
  })

  test('fills the window after a double click', async () => {
    const view = await openPlan()
    const before = await zoomOf(view)
    const { x, y } = await view.at(120, 60)
    await clickTwice(view.page, { x, y })
    await view.settle()
    expect(await zoomOf(view)).toBeGreaterThan(5 * before)
  })

  test('is a text as one object', async () => {
    const view = await openPlan()
    await view.page.fill('#search', 'title')
    await view.page.keyboard.press('Enter')
    await expect.poll(() => texts(facts(view))).toMatch(/Typetext.*TextPlan/)
  })

  test('stays selected when the scene changes, and is said to be gone when it is', async () => {
    const view = await openPlan()
    await click(view, 120, 60)
    save(fileOf(view.dir, 'main'), MAIN.replace("lamp('lamp', 120, 60)", "lamp('lamp', 130, 60)"))
    await expect.poll(() => texts(facts(view))).toContain('Centre130, 60')
    save(fileOf(view.dir, 'main'), MAIN.replace("lamp('lamp', 120, 60)", ''))
    await expect.poll(() => texts(view.page.locator('#inspector'))).toBe('lamp is not in this scene.')
  })
})

describe.skipIf(!hasBrowser)('the tree', () => {
  test('is walked with keys: opened, closed, and chosen from', async () => {
    const { page, ...view } = await openPlan()
    const nodes = () => page.locator('.node .name').allTextContents()
    expect(await nodes()).toEqual(['furniture', 'secret', 'title', 'lamp', 'roof', 'floor'])
    await page.focus('#tree')
    await page.keyboard.press('ArrowRight')
    expect((await nodes()).slice(0, 3)).toEqual(['furniture', 'vase', 'table'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => texts(title({ page, ...view }))).toBe('vase')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect((await nodes())[1]).toBe('secret')
    await page.keyboard.press('End')
    expect(await page.locator('.node.active .name').textContent()).toBe('floor')
  })

  test('opens around what is picked in the drawing', async () => {
    const view = await openPlan()
    await click(view, -150, 20)
    await expect.poll(() => texts(view.page.locator('.node[aria-selected="true"] .name'))).toBe('table')
  })

  test('finds by name, type, layer and text', async () => {
    const { page } = await openPlan()
    const found = async (words: string): Promise<string[]> => {
      await page.fill('#search', words)
      return page.locator('.node .name').allTextContents()
    }
    expect(await found('LAM')).toEqual(['lamp'])
    expect(await found('rect')).toEqual(['floor', 'table'])
    expect(await found('circle lights')).toEqual(['lamp'])
    expect(await found('plan')).toEqual(['title'])
    expect(await found('nothing at all')).toEqual([])
    expect(await texts(page.locator('#object-count'))).toBe('0 found')
    await page.keyboard.press('Escape')
    expect(await page.locator('.node').count()).toBe(6)
  })

  test('shows what was picked of a search in its place when the search ends', async () => {
    const { page } = await openPlan()
    await page.fill('#search', 'vase')
    await page.keyboard.press('Enter')
    await page.fill('#search', '')
    const picked = page.locator('.node[aria-selected=true]')
    await expect.poll(() => picked.getAttribute('data-name')).toBe('vase')
    expect(await picked.getAttribute('aria-level')).toBe('2')
  })

  test('is reached with a slash, and left with the brackets', async () => {
    const view = await openPlan()
    await view.page.keyboard.press('/')
    await view.page.keyboard.type('rect')
    await view.page.focus('#canvas')
    await view.page.keyboard.press(']')
    await expect.poll(() => texts(title(view))).toBe('floor')
    await view.page.keyboard.press(']')
    await expect.poll(() => texts(title(view))).toBe('table')
    await view.page.keyboard.press('[')
    await expect.poll(() => texts(title(view))).toBe('floor')
  })

  test('of twenty thousand objects has the rows in sight alone', async () => {
    const main = 'for (let i = 0; i < 20000; i++) drawCircle(`c${i}`, (i % 250) * 3, Math.floor(i / 250) * 3, 1)'
    const { page } = await openPlan({}, projectOf({ main }))
    expect(await page.locator('.node').count()).toBeLessThan(100)
    await page.focus('#tree')
    await page.keyboard.press('End')
    expect(await page.locator('.node.active .name').textContent()).toBe('c0')
    expect(await texts(page.locator('#object-count'))).toBe('20,000')
  })
})

describe.skipIf(!hasBrowser)('layers', () => {
  test('are hidden and shown with a button, as those begin that the scene hides', async () => {
    const view = await openPlan()
    const button = (name: string) => view.page.locator(`[data-layer="${name}"]`)
    expect(await button('hidden').getAttribute('aria-pressed')).toBe('false')
    expect(await view.colorAt(120, 60)).toEqual([0xff, 0xe0, 0x66])
    await button('lights').click()
    expect(await view.colorAt(120, 60)).toEqual([0xdf, 0xe7, 0xef])
    await click(view, 120, 60)
    await expect.poll(() => texts(title(view))).toBe('floor')
    await button('lights').press('Enter')
    expect(await view.colorAt(120, 60)).toEqual([0xff, 0xe0, 0x66])
  })
})

test.skipIf(!hasBrowser)(
  'the window shows what is on visible layers, in the strip of commits and after the button too',
  async () => {
    const main = `defineLayer('aids', { visible: false })
drawRect('plate', 0, 0, 8, 8)
drawLine('aid', [0, 0, 400, 400])
setLayer('aid', 'aids')
`
    const dir = projectOf({})
    const project = await openProject(dir)
    await project.write({ file: 'main', text: main })
    const { url } = await serve(dir)
    const { page, settle, at } = await show(url)
    await settle()
    /** The share of the height of the window that the plate takes. */
    const share = async (): Promise<number> => {
      const [low, high] = [await at(0, -4), await at(0, 4)]
      const canvas = await page.locator('#canvas').boundingBox()
      return (low.y - high.y) / canvas!.height
    }
    expect(await share()).toBeGreaterThan(0.6)
    // The plate is in the middle of the picture of its commit, and not in a corner.
    await until(page, "document.querySelector('.commit canvas')")
    const inked = `(() => {
    const { width, height } = document.querySelector('.commit canvas')
    const { data } = document.querySelector('.commit canvas').getContext('2d').getImageData(0, 0, width, height)
    const rows = [...Array(height).keys()].filter((y) =>
      [...Array(width).keys()].some((x) => data[4 * (y * width + x) + 3] > 100))
    return (rows.at(-1) - rows[0]) / height
  })()`
    expect(await page.evaluate(inked)).toBeGreaterThan(0.6)
    await page.click('[data-layer=aids]')
    await page.click('#tool-fit')
    await settle()
    expect(await share()).toBeLessThan(0.1)
    await page.click('[data-layer=aids]')
    await page.click('#tool-fit')
    await settle()
    expect(await share()).toBeGreaterThan(0.6)
  },
)

describe.skipIf(!hasBrowser)('a measure', () => {
  test('snaps to corners', async () => {
    const view = await openPlan()
    await view.page.click('#tool-measure')
    for (const [x, y] of [
      [-200, -120],
      [200, -120],
    ] as const) {
      const point = await view.at(x, y)
      await view.page.mouse.move(point.x + 5, point.y - 4)
      await view.page.mouse.click(point.x + 5, point.y - 4)
    }
    expect(await texts(announced(view))).toContain('400 cm   Δx 400  Δy 0  0°')
    // Where nothing is near, a point has no more digits than a pixel.
    const free = await view.at(-250.1234567, 180.7654321)
    await view.page.mouse.click(free.x, free.y)
    const [at] = await view.page.evaluate<[number, number][]>('window.scenewrightView.store.state.measured')
    for (const value of at!) expect(String(value)).toMatch(/^-?\d+(\.\d)?$/)
  })

  test('is made with keys alone, and ended with Escape', async () => {
    const view = await openPlan()
    const { page } = view
    await page.focus('#canvas')
    await page.keyboard.press('m')
    await page.keyboard.press('Enter')
    // The short steps leave the point that the cross has snapped to.
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => texts(announced(view))).toMatch(/^[1-9][\d.]* cm {3}Δx/)
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await page.locator('#tool-select').getAttribute('aria-pressed')).toBe('true')
  })
})

describe.skipIf(!hasBrowser)('the project while it is made', () => {
  test('shows what an agent in another process commits', async () => {
    const view = await openPlan()
    const { text, call } = await connect(view.dir)
    await text('read', { file: 'main' })
    await call('edit', { file: 'main', old_code: "'#b5651d'", new_code: "'#00aa00'" })
    await expect.poll(() => view.colorAt(-150, 20)).toEqual([0, 0xaa, 0])
    await expect.poll(() => view.page.locator('#commits .commit').count()).toBe(1)
    // The scene came with the news of it.
    expect(view.requests.filter((url) => url.endsWith('/scene'))).toHaveLength(1)
  })

  test('keeps the last good scene while a file on disk is broken, and says where', async () => {
    const view = await openPlan()
    save(fileOf(view.dir, 'main'), `${MAIN}\ndrawCircle('bad', 0, 0, -5)\n`)
    await expect.poll(() => texts(view.page.locator('#connection'))).toBe('Stale')
    expect(await texts(view.page.locator('#banner'))).toMatch(/last working drawing.*main:\d+:\d+.*radius/s)
    expect(await view.colorAt(-150, 20)).toEqual([0xb5, 0x65, 0x1d])
    save(fileOf(view.dir, 'main'), MAIN.replace('#b5651d', '#123456'))
    await expect.poll(() => texts(view.page.locator('#connection'))).toBe('Live')
    await expect.poll(() => view.colorAt(-150, 20)).toEqual([0x12, 0x34, 0x56])
    expect(await view.page.locator('#banner').isVisible()).toBe(false)
  })

  test('goes back with the button and forth with a key, and the console has what the scripts wrote', async () => {
    const dir = plan()
    const project = await openProject(dir)
    await project.run()
    await project.edit({ file: 'main', oldText: "'#b5651d'", newText: "'#00aa00'" })
    const view = await openPlan({}, dir)
    expect(await view.colorAt(-150, 20)).toEqual([0, 0xaa, 0])
    await view.page.click('#undo')
    await expect.poll(() => view.colorAt(-150, 20)).toEqual([0xb5, 0x65, 0x1d])
    await view.page.keyboard.press('Control+Shift+z')
    await expect.poll(() => view.colorAt(-150, 20)).toEqual([0, 0xaa, 0])
    await view.page.keyboard.press('l')
    await expect.poll(() => texts(view.page.locator('#console-rows'))).toContain('drawn with 8 objects')
    await view.page.click('#tool-console')
    expect(await view.page.locator('#console').isVisible()).toBe(false)
  })

  test('says that nothing is left to undo, and raises no alarm', async () => {
    const view = await openPlan()
    await view.page.keyboard.press('Control+z')
    await expect.poll(() => texts(view.page.locator('#toast'))).toContain('There is nothing to undo')
    expect(await view.page.locator('#banner').isVisible()).toBe(false)
  })

  test('is compared with an earlier commit, whose side a slider uncovers', async () => {
    const dir = plan()
    const project = await openProject(dir)
    await project.edit({ file: 'main', oldText: "'#dfe7ef'", newText: "'#ccddee'" })
    await project.edit({ file: 'main', oldText: "'#b5651d'", newText: "'#00aa00'" })
    const view = await openPlan({}, dir)
    await expect.poll(() => view.page.locator('#commits .commit').count()).toBe(2)
    await view.page.keyboard.press('b')
    await view.page.waitForSelector('#compare:not([hidden])')
    // The table is to the left of the middle.
    expect(await view.colorAt(-150, 20)).toEqual([0xb5, 0x65, 0x1d])
    await view.page.focus('#split')
    await view.page.keyboard.press('Home')
    expect(await view.colorAt(-150, 20)).toEqual([0, 0xaa, 0])
    await view.page.focus('#canvas')
    await view.page.keyboard.press('Escape')
    expect(await view.page.locator('#compare').isVisible()).toBe(false)
    await view.page.locator('#commits .commit').first().click()
    await view.page.waitForSelector('#compare:not([hidden])')
    expect(await view.page.locator('#commits .commit').first().getAttribute('aria-selected')).toBe('true')
  })

  test('is known to be cut off when its server ends', async () => {
    const { url, process } = await serve(plan())
    const { page, settle } = await show(url)
    await settle()
    process.kill()
    await expect.poll(() => texts(page.locator('#connection'))).toBe('Not connected')
  })
})

describe.skipIf(!hasBrowser)('parameters', () => {
  const PARAMETERS = [
    { name: 'width', value: 40, min: 10, max: 90, step: 5, label: 'Width of the door' },
    { name: 'open', value: false },
    { name: 'wood', value: 'oak', choices: ['oak', 'ash'] },
    { name: 'count', value: 3 },
  ]

  /** A page whose scene has parameters, and the runs that it asked for. */
  async function withParameters(answer: object = { success: true, data: {} }) {
    const { url } = await serve(plan())
    const view = await show('about:blank')
    const runs: object[] = []
    await view.page.route('**/scene', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), parameters: PARAMETERS } })
    })
    await view.page.route('**/call', async (route) => {
      const { name, arguments: args } = route.request().postDataJSON()
      if (name !== 'run') return route.continue()
      runs.push(args.parameters)
      return route.fulfill({ json: { status: 'committed', answer } })
    })
    await view.page.goto(url)
    await view.settle()
    return { ...view, runs }
  }

  test('are sliders, boxes and choices that run', async () => {
    const { page, runs } = await withParameters()
    // Values that are set while a run is answered go together with those of that run.
    const answered = async (count: number): Promise<void> => {
      await expect.poll(() => runs.length).toBe(count)
      await expect.poll(() => texts(page.locator('#parameters-state'))).toBe('')
    }
    await page.focus('input[type=range][data-parameter=width]')
    await page.keyboard.press('ArrowRight')
    await answered(1)
    await page.click('input[type=checkbox][data-parameter=open]')
    await answered(2)
    await page.selectOption('#parameter-wood', { label: 'ash' })
    await answered(3)
    await page.fill('#parameter-count', '7')
    await page.keyboard.press('Tab')
    await answered(4)
    expect(runs).toEqual([
      { width: 45, open: false, wood: 'oak', count: 3 },
      { width: 40, open: true, wood: 'oak', count: 3 },
      { width: 40, open: false, wood: 'ash', count: 3 },
      { width: 40, open: false, wood: 'oak', count: 7 },
    ])
  })

  test('that break a rule say so, and mark what is meant', async () => {
    const errorInfo = { kind: 'invariant', message: "'vase' must be inside 'table'" }
    const { page } = await withParameters({ success: false, data: {}, error: errorInfo.message, errorInfo })
    await page.fill('#parameter-width', '90')
    await page.keyboard.press('Tab')
    await expect.poll(() => texts(page.locator('#banner'))).toContain("'vase' must be inside 'table'")
    expect(await texts(page.locator('#parameters-state'))).toBe('not possible')
  })

  test('are not there where scripts have none', async () => {
    const { page } = await openPlan()
    expect(await page.locator('#parameters-part').isVisible()).toBe(false)
  })
})

describe.skipIf(!hasBrowser)('what leaves the page', () => {
  test.each([
    ['SVG', 'svg', '<?xml'],
    ['PNG', 'png', '\u0089PNG'],
    ['PDF', 'pdf', '%PDF-'],
    ['DXF', 'dxf', '0\nSECTION\n'],
    ['JSON', 'json', '{\n"version"'],
  ])('downloads the scene as %s', async (label, format, start) => {
    const { page } = await openPlan()
    await page.click('#tool-download')
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#download-menu >> text=${label}`)])
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`))
    expect(
      readFileSync(await download.path(), 'latin1')
        .replaceAll('\r', '')
        .slice(0, start.length),
    ).toBe(start)
  })

  test('sends a note with the selection to the agent, once', async () => {
    const view = await openPlan()
    expect(await view.page.locator('#note-send').isDisabled()).toBe(true)
    await click(view, -150, 20)
    await view.page.keyboard.press('n')
    await view.page.keyboard.type('Make this "round", please')
    await view.page.click('#note-send')
    await expect.poll(() => texts(view.page.locator('#note-state'))).toContain('Sent')
    const { client } = await connect(view.dir)
    const first = await client.callTool({ name: 'glob', arguments: {} })
    expect(JSON.stringify(first.content)).toContain('Make this')
    expect(JSON.stringify(first.content)).toContain('table')
    expect(JSON.stringify((await client.callTool({ name: 'glob', arguments: {} })).content)).not.toContain('Make this')
  })

  test('says how many things a note is about of which it cannot name all', async () => {
    const dir = projectOf({ main: "for (let i = 0; i < 120; i++) drawCircle('c' + i, i, 0, 1)\n" })
    const view = await openPlan({}, dir)
    await view.page.evaluate(
      `window.scenewrightView.store.set({ selected: Array.from({ length: 120 }, (_, i) => 'c' + i) })`,
    )
    await view.page.click('#note-send')
    await expect.poll(() => texts(view.page.locator('#note-state'))).toContain('Sent')
    const { client } = await connect(dir)
    const { content } = await client.callTool({ name: 'glob', arguments: {} })
    expect(JSON.stringify(content)).toContain('120 objects, of which 100 are named')
  })

  test('hands a selection without words over by the tool view', async () => {
    const view = await openPlan()
    await click(view, 120, 60)
    await view.page.click('#note-send')
    await expect.poll(() => texts(view.page.locator('#note-state'))).toContain('Sent')
    const { client } = await connect(view.dir)
    const { content } = await client.callTool({ name: 'view', arguments: {} })
    const [, note] = content as { text: string }[]
    expect(note?.text).toMatch(/sent this from the live view:\n- says: "Drawn by: lamp at house:2". Selected: "lamp"/)
    expect((content as { type: string }[]).map(({ type }) => type)).toEqual([
      ...['text', 'text', 'text', 'image', 'resource_link'],
    ])
  })
})

describe.skipIf(!hasBrowser)('how the page looks', () => {
  test('follows the machine, and then what was chosen', async () => {
    const view = await openPlan({ colorScheme: 'dark' })
    const theme = () => view.page.locator('html').getAttribute('data-theme')
    expect(await theme()).toBe('dark')
    await view.page.click('#tool-theme')
    await view.page.keyboard.press('ArrowDown')
    await view.page.keyboard.press('ArrowDown')
    await view.page.keyboard.press('Enter')
    expect(await theme()).toBe('contrast')
    await view.page.reload()
    await view.settle()
    expect(await theme()).toBe('contrast')
  })

  test('shows blue letters and arrows lighter on a dark ground, and a blue face as it is', async () => {
    const main = `defineLayer('notes', { color: '#0000ff' })
drawText('word', 'I', 0, 20, 40)
setLayer('word', 'notes')
drawRect('face', 0, -40, 100, 40)
setFill('face', '#0000ff')
dimension('wide', { type: 'horizontal', of: 'face', side: 'below' })
setLayer('wide', 'notes')
setDimensionStyle('ISO', { arrowSize: 12 })
`
    const { url } = await serve(projectOf({ main }))
    const view = await show(url, { colorScheme: 'dark' })
    await view.settle()
    /** The colours within an entity, without those of its soft edges. */
    const colors = (name: string): Promise<string[]> =>
      view.page.evaluate(`(() => {
        const { stage, store } = window.scenewrightView
        const [minX, minY, maxX, maxY] = store.state.model.find('${name}').bounds
        const { camera, size } = stage
        const [left, top] = [size.width / 2 + (minX - camera.x) * camera.scale, size.height / 2 - (maxY - camera.y) * camera.scale]
        const canvas = document.getElementById('canvas')
        const ratio = canvas.width / size.width
        const [width, height] = [maxX - minX, maxY - minY].map((it) => Math.round(it * camera.scale * ratio))
        const { data } = canvas.getContext('2d').getImageData(left * ratio, top * ratio, width, height)
        const counts = new Map()
        for (let at = 0; at < data.length; at += 4) {
          const color = data.slice(at, at + 3).join()
          if (data[at + 2] > 200 && data[at] < 150) counts.set(color, (counts.get(color) ?? 0) + 1)
        }
        return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 1).map(([color]) => color)
      })()`)
    const [face] = await colors('face')
    expect(face).toBe('0,0,255')
    const [letter] = await colors('word')
    expect(letter).toMatch(/^(\d+),\1,255$/)
    expect(letter).not.toBe(face)
    expect(await colors('wide_1')).toEqual([letter])
  })

  test('shows black lines in white on a dark ground', async () => {
    const main = "drawRect('a', 0, 0, 10, 10)\nsetFill('a', 'black')"
    const view = await openPlan({ colorScheme: 'dark' }, projectOf({ main }))
    expect(Math.min(...(await view.colorAt(0, 0)))).toBeGreaterThan(230)
  })

  test('has its panels one at a time in a narrow window', async () => {
    const { page } = await openPlan({ viewport: { width: 480, height: 560 } })
    expect(await page.locator('#tree').isVisible()).toBe(false)
    await page.click('[data-panel=left]')
    expect(await page.locator('#tree').isVisible()).toBe(true)
    await page.click('[data-panel=right]')
    expect([await page.locator('#tree').isVisible(), await page.locator('#inspector').isVisible()]).toEqual([
      false,
      true,
    ])
    await page.click('[data-panel=right]')
    expect(await page.locator('#inspector').isVisible()).toBe(false)
  })

  test('lists its keys', async () => {
    const { page } = await openPlan()
    await page.keyboard.press('?')
    expect(await texts(page.locator('#help'))).toContain('Zoom in and out')
    await page.keyboard.press('Escape')
    expect(await page.locator('#help').isVisible()).toBe(false)
  })

  test('lets keyboard users skip to the drawing', async () => {
    const { page } = await openPlan()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('canvas')
  })
})
