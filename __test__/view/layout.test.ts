// The layout of the page, measured: nothing lies outside the window or over something else, however many commits there are
// and however long their messages.
import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, openProject, projectOf, save } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, type Shown } from './browser.js'

afterAll(closeBrowser)

const WIDTHS = [400, 1_280, 1_600] as const

const MESSAGE = 'Move the bearing, the four bolts and every one of their dimensions 12.5 mm to the left as asked, step '

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The boxes of what is shown of some elements. */
const boxesOf = ({ page }: Shown, selector: string): Promise<Box[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})]
    .filter((element) => element.checkVisibility())
    .map((element) => { const { left, top, right, bottom } = element.getBoundingClientRect(); return { left, top, right, bottom } })`)

/** The parts of a page that cannot be reached or used, as a list of faults: empty if all is well. */
async function faultsOf(view: Shown, width: number, height: number): Promise<string[]> {
  const faults: string[] = []
  const page = (await view.page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.scrollHeight]',
  )) as number[]
  if (page[0]! > width || page[1]! > height) faults.push(`the page is ${page} in a window of ${width}, ${height}`)
  const within = async (selector: string): Promise<Box[]> => {
    const boxes = await boxesOf(view, selector)
    if (boxes.length === 0) faults.push(`${selector} is not shown`)
    for (const { left, top, right, bottom } of boxes) {
      const isIn = left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5
      if (!isIn || right - left < 8 || bottom - top < 8) faults.push(`${selector} is at ${[left, top, right, bottom]}`)
    }
    return boxes
  }
  const buttons = await within('#bar button')
  for (const [index, a] of buttons.entries()) {
    for (const b of buttons.slice(index + 1)) {
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
        faults.push(`two buttons of the bar are at ${a.left} and ${b.left}`)
    }
  }
  // A project without a drawing has no scale.
  const isEmpty = await view.page.evaluate('window.scenewrightView.store.state.model === undefined')
  for (const selector of [
    '#undo',
    '#redo',
    '#commits',
    '#project',
    '#stage',
    '#canvas',
    ...(isEmpty ? [] : ['#readout']),
  ])
    await within(selector)
  if (width > 860)
    for (const selector of ['#left', '#right', '#search', '#note-send', '#inspector']) await within(selector)
  const [stage] = await boxesOf(view, '#stage')
  if (stage && stage.right - stage.left < width * 0.4) faults.push(`the drawing has ${stage.right - stage.left} pixels`)
  return faults
}

/** The smallest side that a finger hits. */
const FINGER = 44

const PLATE = `const width = param('width', 80, { min: 40, max: 160, step: 5 })
const isRound = param('round', true)
const kind = param('kind', 'a', { choices: ['a', 'b'] })
setPage('A4', { orientation: 'landscape' })
drawRect('plate', 0, 0, width, 50)
drawCircle('hole', 0, 0, isRound ? 5 : 4)
createGroup('g', ['hole'])
dimension('d', { type: 'horizontal', of: 'plate', side: 'below' })
`

/** The controls that can be pressed at the moment and are smaller than a finger. */
const small = ({ page }: Shown, leastWidth = FINGER): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, select, summary, input, textarea, [role=tab], [role=option], .node')]
    .filter((it) => it.checkVisibility() && it.id !== 'split')
    .flatMap((it) => {
      // A tick is pressed by its words too.
      const words = it.type === 'checkbox' ? it.closest('.tick') ?? it.parentElement : undefined
      const { width, height } = (words ?? it).getBoundingClientRect()
      const name = it.id || it.getAttribute('aria-label') || it.textContent || it.className
      return width < ${leastWidth} || height < ${FINGER} ? [name + ' ' + width + ' × ' + height] : []
    })`)

describe.skipIf(!hasBrowser)('a touch screen', () => {
  // A telephone on its side, a small one too, and a tablet. Where one row holds all buttons of the small one, they are narrower.
  test.each([
    [568, 320, 24],
    [844, 390, FINGER],
    [1_180, 820, FINGER],
  ])('of %i by %i pixels has nothing that a finger would miss', async (width, height, leastWidth) => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    await project.run({ parameters: { width: 100 } })
    const { url } = await serve(dir)
    const view = await show(url, { viewport: { width, height }, hasTouch: true })
    await view.settle()
    const { page } = view
    const open = async (side: string): Promise<void> => {
      if (await page.isVisible(`[data-panel=${side}]`)) await page.tap(`[data-panel=${side}]`)
    }
    await page.waitForSelector('#check-badge')
    expect(await small(view, leastWidth), 'at first').toEqual([])
    // In a window as low as the first there is no scale.
    const faults = await faultsOf(view, width, height)
    expect(faults).toEqual(height < 375 ? ['#readout is not shown'] : [])
    await open('left')
    expect(await small(view, leastWidth), 'the left panel').toEqual([])
    await page.tap('.node[data-name=plate]')
    await open('right')
    await page.waitForSelector('[data-dimension]')
    expect(await small(view, leastWidth), 'the right panel').toEqual([])
    expect((await boxesOf(view, '#project'))[0]!.right - (await boxesOf(view, '#project'))[0]!.left).toBeGreaterThan(40)
    expect(view.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('a low window', () => {
  /** Where the sheet is on the page, and the parts that may lie over it: the tabs, and the room of the scale where it is drawn. */
  const sheetOf = async (view: Shown): Promise<{ sheet: Box; stage: Box }> => {
    await view.settle()
    const page = (await view.page.evaluate('window.scenewrightView.store.state.model.wire.page')) as number[]
    const [from, to] = [await view.at(page[0]!, page[3]!), await view.at(page[2]!, page[1]!)]
    const [stage] = await boxesOf(view, '#stage')
    return { sheet: { left: from.x, top: from.y, right: to.x, bottom: to.y }, stage: stage! }
  }

  test.each([
    [400, 600],
    [400, 400],
    [700, 400],
    [740, 360],
  ])(
    'of %i by %i pixels has the sheet below the tabs or beside them, above the scale, and it stays in sight',
    async (width, height) => {
      const { url } = await serve(projectOf({ main: PLATE }))
      const view = await show(url, { viewport: { width, height }, hasTouch: true })
      const { page } = view
      const check = async (when: string): Promise<void> => {
        const { sheet, stage } = await sheetOf(view)
        const [tabs] = await boxesOf(view, '#sheets')
        const [readout] = await boxesOf(view, '#readout')
        const isBeside = tabs !== undefined && sheet.left > tabs.right
        expect(sheet.top, when).toBeGreaterThan(isBeside ? stage.top : (tabs?.bottom ?? stage.top))
        // Where the tabs stand beside it, nothing above it is left empty.
        if (isBeside) expect(sheet.bottom - sheet.top, when).toBeGreaterThan(0.7 * (stage.bottom - stage.top))
        // The scale is as high as the readout beside it.
        expect(sheet.bottom, when).toBeLessThan(readout ? readout.top + 1 : stage.bottom)
        expect(sheet.bottom - sheet.top, when).toBeGreaterThan(Math.min(100, 0.6 * (stage.bottom - stage.top)))
      }
      await view.settle()
      await check('at first')
      if (width > 2 * height) {
        const { sheet } = await sheetOf(view)
        expect(sheet.left).toBeGreaterThan((await boxesOf(view, '#sheets'))[0]!.right)
      }
      await page.tap('[data-panel=left]')
      await check('with a panel')
      await page.tap('.node[data-name=plate]')
      await check('with a thing that was chosen in it')
      await page.tap('[data-panel=right]')
      await page.tap('[data-panel=right]')
      await check('without a panel again')
      expect(view.faults).toEqual([])
    },
  )
})

describe.skipIf(!hasBrowser)('a window of 400 pixels', () => {
  test('has nothing that a finger would miss, in either panel, a menu, a window, and with a proposal', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    await project.run({ parameters: { width: 100 } })
    const { url } = await serve(dir)
    const view = await show(url, { viewport: { width: 400, height: 800 }, hasTouch: true })
    await view.settle()
    expect(await small(view), 'at first').toEqual([])
    await view.page.tap('[data-panel=left]')
    expect(await small(view), 'the left panel').toEqual([])
    await view.page.tap('.node[data-name=plate]')
    await view.page.tap('[data-panel=right]')
    await view.page.waitForSelector('[data-dimension]')
    expect(await small(view), 'the right panel').toEqual([])
    await view.page.tap('[data-dimension=vertical]')
    await view.page.waitForSelector('[data-confirm]')
    expect(await small(view), 'with a proposal').toEqual([])
    await view.page.tap('[data-panel=right]')
    await view.page.tap('#tool-download')
    expect(await small(view), 'with a menu').toEqual([])
    await view.page.keyboard.press('Escape')
    await view.page.focus('#canvas')
    await view.page.keyboard.press('e')
    await view.page.waitForSelector('#export-download:not([disabled])')
    expect(await small(view), 'with a file').toEqual([])
    await view.page.keyboard.press('Escape')
    expect(view.faults).toEqual([])
  })

  test('is marked in with a finger, and a finger moves what it is near', async () => {
    const dir = projectOf({ main: "drawRect('plate', 0, 0, 80, 50)\ndrawCircle('hole', 0, 0, 8)\n" })
    const { url } = await serve(dir)
    const view = await show(url, { viewport: { width: 400, height: 800 }, hasTouch: true })
    await view.settle()
    const touch = await view.page.context().newCDPSession(view.page)
    const drag = async (points: readonly { x: number; y: number }[]): Promise<void> => {
      const [first, ...others] = points
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [first!] })
      for (const point of others)
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    const selected = (): Promise<string[]> => view.page.evaluate('window.scenewrightView.store.state.selected')
    await view.page.tap('#tool-brush')
    const { x, y } = await view.at(0, 0)
    const around = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((step) => ({
      x: x + 60 * Math.cos((step * Math.PI) / 4.2),
      y: y + 60 * Math.sin((step * Math.PI) / 4.2),
    }))
    await drag(around)
    await expect.poll(selected).toEqual(['hole'])
    await view.page.tap('#tool-select')
    // Beside the line by more than a mouse would be forgiven.
    const edge = await view.at(40, 10)
    await view.page.touchscreen.tap(edge.x + 9, edge.y)
    await expect.poll(selected).toEqual(['plate'])
    const corner = await view.at(40, 0)
    await drag([
      { x: corner.x + 15, y: corner.y },
      { x: corner.x - 10, y: corner.y },
      { x: corner.x - 30, y: corner.y },
    ])
    await view.page.waitForSelector('.proposal ins')
    expect(await view.page.locator('.proposal ins').textContent()).toMatch(/drawRect\('plate', 0, 0, [67]\d/)
    expect(view.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('a panel of a narrow window', () => {
  test.each([
    [400, 800],
    [700, 600],
  ])('of %i pixels stands beside the drawing and not over it', async (width, height) => {
    const { url } = await serve(projectOf({ main: PLATE }))
    const view = await show(url, { viewport: { width, height } })
    await view.settle()
    const { page } = view
    const expanded = (): Promise<string[]> =>
      page.evaluate("[...document.querySelectorAll('[data-panel][aria-expanded=true]')].map((it) => it.dataset.panel)")
    for (const side of ['left', 'right'] as const) {
      await page.click(`[data-panel=${side}]`)
      await view.settle()
      const [[panel], [stage]] = await Promise.all([boxesOf(view, `#${side}`), boxesOf(view, '#stage')])
      const isBeside = panel!.top >= stage!.bottom || panel!.left >= stage!.right || panel!.right <= stage!.left
      expect(isBeside, `${JSON.stringify(panel)} and ${JSON.stringify(stage)}`).toBe(true)
      expect(await faultsOf(view, width, height)).toEqual([])
      // All of the plate is in sight.
      for (const corner of [await view.at(-40, 25), await view.at(40, -25)]) {
        expect(corner.x).toBeGreaterThan(stage!.left)
        expect(corner.x).toBeLessThan(stage!.right)
        expect(corner.y).toBeGreaterThan(stage!.top)
        expect(corner.y).toBeLessThan(stage!.bottom)
      }
      expect(await expanded()).toEqual([side])
    }
    // A key that goes into the other panel shows that one alone.
    await page.focus('#canvas')
    await page.keyboard.press('/')
    expect(await expanded()).toEqual(['left'])
    await page.keyboard.type('hole')
    await page.keyboard.press('Escape')
    expect([await page.inputValue('#search'), await expanded()]).toEqual(['', ['left']])
    await page.keyboard.press('Escape')
    expect(await expanded()).toEqual([])
    expect(await page.evaluate('document.activeElement.dataset.panel')).toBe('left')
    await page.keyboard.press('Enter')
    await page.click('#left .close-panel')
    expect(await page.isVisible('#left')).toBe(false)
    await page.click('#check-badge')
    expect([await page.isVisible('#check-part'), await expanded()]).toEqual([true, ['left']])
    await page.click('#left .close-panel')
    await page.click('#check-badge')
    expect(await page.isVisible('#check-part')).toBe(true)
    expect(view.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the banner of code that fails', () => {
  test.each([
    [400, 800],
    [400, 600],
    [360, 640],
    [700, 400],
  ])('has all of its buttons in sight beside a panel, at %i by %i pixels', async (width, height) => {
    const dir = projectOf({ main: PLATE })
    const { url } = await serve(dir)
    const view = await show(url, { viewport: { width, height } })
    await view.settle()
    save(fileOf(dir, 'main'), `${PLATE}const other = drawCircl('other', 10, 0, 8)\n`)
    await view.page.waitForSelector('#restore-code')
    for (const side of ['none', 'left', 'right']) {
      if (side !== 'none') await view.page.click(`[data-panel=${side}]`)
      await view.settle()
      const [[stage], [banner]] = await Promise.all([boxesOf(view, '#stage'), boxesOf(view, '#banner')])
      const buttons = await boxesOf(view, '#banner button')
      expect(buttons.length, side).toBe(3)
      for (const { left, top, right, bottom } of buttons) {
        expect(left, side).toBeGreaterThanOrEqual(banner!.left)
        expect(top, side).toBeGreaterThanOrEqual(banner!.top)
        expect(right, side).toBeLessThanOrEqual(banner!.right)
        expect(bottom, side).toBeLessThanOrEqual(Math.min(banner!.bottom, stage!.bottom))
      }
      // The words that have no room are reached by scrolling; they are never a strip between the buttons.
      const [words] = await boxesOf(view, '#banner .words')
      expect(words!.bottom - words!.top, side).toBeGreaterThan(40)
    }
    // The console of the browser has nothing about a file that fails.
    expect(view.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the heading of the parameters', () => {
  test('has its words side by side in one line where an earlier commit is shown', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    for (const width of [100, 120]) await project.run({ parameters: { width } })
    const { url } = await serve(dir)
    const view = await show(url)
    await view.settle()
    expect(await view.page.isVisible('#parameters-reset')).toBe(true)
    await view.page.focus('#canvas')
    await view.page.keyboard.press(',')
    await until(view.page, 'window.scenewrightView.store.state.past')
    await view.settle()
    const [[name], [words]] = await Promise.all([
      boxesOf(view, '#parameters-part h2'),
      boxesOf(view, '#parameters-state'),
    ])
    expect(words!.left - name!.right).toBeGreaterThan(4)
    expect(words!.bottom - words!.top).toBeLessThan(24)
    expect(await view.page.isVisible('#parameters-reset')).toBe(false)
    await view.page.keyboard.press('Escape')
    await until(view.page, '!window.scenewrightView.store.state.past')
    await view.settle()
    expect(await view.page.isVisible('#parameters-reset')).toBe(true)
    expect(view.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the page of a project', () => {
  test.each([0, 5, 40, 400])('with %i commits fits its window at every width', async (commits) => {
    const dir = projectOf(commits === 0 ? {} : { main: "drawRect('plate', 0, 0, 80, 50)\n" })
    const project = await openProject(dir, { durability: 'fast' })
    for (let step = 1; step <= commits; step += 1) {
      const code = `drawRect('plate', 0, 0, 80, 50)\ndrawCircle('bolt', ${step % 30}, 0, 4)\n`
      const result = await project.apply({
        changes: [{ type: 'write', file: 'main', text: code }],
        message: MESSAGE + step,
      })
      expect(result.status).toBe('committed')
    }
    const { url } = await serve(dir)
    for (const width of WIDTHS) {
      const height = width === 400 ? 720 : 900
      const view = await show(url, { viewport: { width, height } })
      await until(view.page, 'window.scenewrightView.store.state.isLoaded')
      if (commits > 0) {
        await view.settle()
        await until(view.page, `window.scenewrightView.store.state.history.length === ${commits}`)
        await view.page.waitForSelector(`.commit[aria-posinset="${commits}"]`)
      }
      expect(await faultsOf(view, width, height), `${width} wide`).toEqual([])
      if (commits >= 40) {
        // The first of all is reached from the strip, though no more commits are elements than are seen.
        await view.page.focus('#commits')
        await view.page.keyboard.press('Home')
        await view.page.waitForSelector('.commit[aria-posinset="1"]')
        expect(await view.page.locator('.commit').count()).toBeLessThan(30)
        expect(await view.page.locator('.commit[aria-posinset="1"]').textContent()).toContain('step 1')
        expect(await faultsOf(view, width, height), `${width} wide, at the first commit`).toEqual([])
      }
      expect(view.faults).toEqual([])
      await view.page.context().close()
    }
  })

  test('keeps Send in its panel beside a long name, and the name of a long project in the bar', async () => {
    const name = 'the_front_left_bolt_of_the_bearing_block_housing'
    const { url } = await serve(
      projectOf({ main: `drawRect('${name}', 0, 0, 10, 10)\nsetFill('${name}', '#ff0000')\n` }),
    )
    const view = await show(url)
    await view.settle()
    const { x, y } = await view.at(0, 0)
    await view.page.mouse.click(x, y)
    await expect.poll(() => view.page.locator('#note-state').textContent()).toContain(name)
    await view.page.evaluate("document.getElementById('project').textContent = 'a name without an end '.repeat(20)")
    expect(await faultsOf(view, 1_440, 900)).toEqual([])
    const [[panel], [send]] = await Promise.all([boxesOf(view, '#right'), boxesOf(view, '#note-send')])
    expect(send!.right).toBeLessThanOrEqual(panel!.right)
    expect(send!.right - send!.left).toBeGreaterThan(40)
    // In a low window the panel is scrolled: nothing in it lies over something else, and Send is not left of it.
    await view.page.focus('#canvas')
    await view.page.keyboard.press('l')
    await view.page.setViewportSize({ width: 1_280, height: 560 })
    await view.page.locator('#note-send').scrollIntoViewIfNeeded()
    const [low, inspector, note, button] = await Promise.all(
      ['#right', '#inspector', '#note', '#note-send'].map(async (selector) => (await boxesOf(view, selector))[0]!),
    )
    expect(inspector!.bottom).toBeLessThanOrEqual(note!.top + 1)
    expect(button!.bottom).toBeLessThanOrEqual(low!.bottom + 1)
  })
})
