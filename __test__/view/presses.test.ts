// Presses that come twice, are held, or are given up: a double click, a key that repeats, Escape in the middle of a drag.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, openProject, PROGRAM, projectOf, save } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, type Shown } from './browser.js'

afterAll(closeBrowser)

const MAIN = `const width = param('width', 80, { min: 40, max: 160, step: 5 })
const name = param('name', 'A')
drawRect('plate', 0, 0, width, 50)
drawRect('slot', 0, 0, 20, 8)
drawCircle('hole', 30, 15, 3)
`

async function opened(main = MAIN): Promise<{ view: Shown; dir: string }> {
  const dir = projectOf({ main })
  const { url } = await serve(dir)
  const view = await show(url)
  await view.settle()
  return { view, dir }
}

const commits = ({ page }: Shown): Promise<string[]> =>
  page.evaluate('window.scenewrightView.store.state.history.map(({ message }) => message)')

const toastOf = ({ page }: Shown): Promise<string> =>
  page.evaluate("document.getElementById('toast').hidden ? '' : document.getElementById('toast').textContent")

describe.skipIf(!hasBrowser)('a double click', () => {
  test('makes a proposed change once, and asks once what a value would be in the code', async () => {
    const { view } = await opened()
    const { page } = view
    const slot = await view.at(0, 4)
    await page.mouse.click(slot.x, slot.y)
    await page.fill('[data-measure=width]', '24')
    await page.keyboard.press('Enter')
    await page.dblclick('[data-confirm]')
    await expect.poll(() => commits(view)).toEqual([expect.stringContaining('by hand in main')])
    await page.fill('.parameter input[type=number]', '100')
    await page.keyboard.press('Enter')
    await page.locator('[data-save=width]').dblclick()
    await page.waitForSelector('.parameter [data-confirm]')
    expect(await page.locator('.parameter .proposal').count()).toBe(1)
    await page.locator('.parameter [data-confirm]').dblclick()
    await expect.poll(async () => (await commits(view)).length).toBe(3)
    await until(page, "!document.querySelector('.proposal')")
    expect([await page.textContent('[data-row=width] .complaint'), await toastOf(view)]).toEqual(['', ''])
    expect(view.faults).toEqual([])
  })

  test('sends an error once, and restores the last good code once', async () => {
    const { view, dir } = await opened()
    const { page } = view
    save(fileOf(dir, 'main'), 'drawRect(\n')
    await page.locator('#send-error').dblclick()
    await expect.poll(() => toastOf(view)).toContain('Sent')
    await page.waitForTimeout(300)
    expect(readdirSync(join(dir, '.scenewright', 'notes'))).toHaveLength(1)
    await page.locator('#restore-code').dblclick()
    await expect.poll(() => toastOf(view)).toContain('The last working code is on disk again')
    await page.waitForTimeout(300)
    expect(await toastOf(view)).toContain('The last working code is on disk again')
  })

  test('on a set of values removes that one alone', async () => {
    const { view } = await opened()
    const { page } = view
    for (const name of ['narrow', 'wide']) {
      await page.fill('#set-name', name)
      await page.click('#save-set')
      await page.waitForSelector(`#parameter-set option[value=${name}]`, { state: 'attached' })
    }
    await page.selectOption('#parameter-set', 'narrow')
    await page.locator('#remove-set').dblclick()
    await expect.poll(() => toastOf(view)).toBe('“narrow” was removed.')
    await page.waitForTimeout(300)
    expect(await page.locator('#parameter-set option').allTextContents()).toEqual(['Named sets', 'wide'])
    expect(await toastOf(view)).toBe('“narrow” was removed.')
    expect(view.faults).toEqual([])
  })

  test.skipIf(process.platform === 'win32')('discards no fork, and neither does a key that is held down', async () => {
    const { view, dir } = await opened()
    const { page } = view
    const fork = spawnSync(process.execPath, [PROGRAM, 'fork', 'trial', '--root', dir], { cwd: dir, encoding: 'utf8' })
    expect(fork.status, fork.stderr).toBe(0)
    await page.focus('#canvas')
    await page.keyboard.press('f')
    await page.locator('[data-discard]').dblclick()
    await expect.poll(() => page.locator('[data-discard]').textContent()).toBe('Discard for good?')
    await page.waitForTimeout(300)
    expect(existsSync(join(dir, '.scenewright', 'forks', 'trial'))).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await page.waitForSelector('[data-discard]')
    await page.focus('[data-discard]')
    // A key that goes down without going up repeats.
    for (let times = 0; times < 4; times += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.waitForTimeout(300)
    expect(existsSync(join(dir, '.scenewright', 'forks', 'trial'))).toBe(true)
    await page.click('[data-discard]')
    await expect.poll(() => existsSync(join(dir, '.scenewright', 'forks', 'trial'))).toBe(false)
  })
})

describe.skipIf(!hasBrowser)('Escape', () => {
  test('gives up a box that is being drawn, and the rest of the press moves nothing', async () => {
    const { view } = await opened()
    const { page } = view
    const [from, to] = [await view.at(-35, -20), await view.at(38, 22)]
    const before = await page.evaluate('window.scenewrightView.stage.camera')
    await page.keyboard.down('Shift')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.keyboard.press('Escape')
    await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    expect(await page.evaluate('window.scenewrightView.store.state.selected')).toEqual([])
    expect(await page.evaluate('window.scenewrightView.stage.camera')).toEqual(before)
    // The next box selects.
    await page.keyboard.down('Shift')
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.up('Shift')
    await expect
      .poll(async () => ((await page.evaluate('window.scenewrightView.store.state.selected')) as string[]).toSorted())
      .toEqual(['hole', 'slot'])
  })

  test('returns a box to the value of the drawing from letters that were typed', async () => {
    const { view } = await opened()
    const { page } = view
    const slot = await view.at(0, 4)
    await page.mouse.click(slot.x, slot.y)
    for (const [box, typed, value] of [
      ['[data-row=width] input[type=number]', '55', '80'],
      ['[data-row=name] input', 'another', 'A'],
      ['[data-measure=width]', '24', '20'],
    ] as const) {
      await page.fill(box, typed)
      await page.keyboard.press('Escape')
      expect(await page.inputValue(box), box).toBe(value)
      await page.keyboard.press('Tab')
    }
    await page.waitForTimeout(300)
    expect([await commits(view), await page.locator('.proposal').count()]).toEqual([[], 0])
  })
})

describe.skipIf(!hasBrowser)('a commit of the strip', () => {
  test('that is pressed while another process commits is the one that is compared', async () => {
    const dir = projectOf({ main: MAIN })
    const project = await openProject(dir)
    for (const x of [1, 2, 3]) await project.write({ file: 'main', text: `${MAIN}drawCircle('c', ${x}, -20, 2)\n` })
    const { url } = await serve(dir)
    const view = await show(url)
    await view.settle()
    const { page } = view
    await until(page, "document.querySelectorAll('.commit').length === 3")
    const box = (await page.locator('.commit').nth(1).boundingBox())!
    await page.mouse.move(box.x + 100, box.y + 20)
    await page.mouse.down()
    await project.write({ file: 'main', text: `${MAIN}drawCircle('c', 4, -20, 2)\n` })
    await until(page, "document.querySelectorAll('.commit').length === 4")
    await page.mouse.up()
    await until(page, 'window.scenewrightView.store.state.before')
    expect(await page.evaluate("window.scenewrightView.store.state.before.find('c').geometry.center[0]")).toBe(2)
  })

  test('is compared with any other by a finger alone', async () => {
    const dir = projectOf({ main: MAIN })
    const project = await openProject(dir)
    for (const x of [1, 2, 3]) await project.write({ file: 'main', text: `${MAIN}drawCircle('c', ${x}, -20, 2)\n` })
    const { url } = await serve(dir)
    const view = await show(url, { viewport: { width: 900, height: 700 }, hasTouch: true })
    await view.settle()
    const { page } = view
    await until(page, "document.querySelectorAll('.commit').length === 3")
    const compared = (): Promise<number[]> =>
      page.evaluate(
        `['before', 'model'].map((it) => window.scenewrightView.store.state[it]?.find('c')?.geometry.center[0])`,
      )
    const tap = async (index: number): Promise<void> => {
      const box = (await page.locator('.commit').nth(index).boundingBox())!
      await page.touchscreen.tap(box.x + 100, box.y + 20)
    }
    await tap(1)
    await expect.poll(compared).toEqual([2, 3])
    await page.tap('#choose-other')
    await expect.poll(() => page.textContent('#past-bar .words')).toBe('Choose the other commit in the strip.')
    await tap(0)
    await expect.poll(compared).toEqual([1, 2])
    expect(await page.textContent('#before-name')).not.toBe(await page.textContent('#after-name'))
    // A choice that was given up leaves the next press what it was.
    await page.tap('#choose-other')
    await page.tap('#choose-other')
    await tap(2)
    await expect.poll(compared).toEqual([3, 3])
    expect(view.faults).toEqual([])
  })
})
