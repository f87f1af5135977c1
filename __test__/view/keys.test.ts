// The page with keys alone: arrows go from one to another and act on nothing, Enter and Space act, Esc gives up.
import { afterAll, describe, expect, test } from 'vitest'

import { openProject, projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, type Shown } from './browser.js'

afterAll(closeBrowser)

const MAIN = `const width = param('width', 80, { min: 40, max: 120, step: 5 })
const wood = param('wood', 'oak', { choices: ['oak', 'ash', 'beech'] })
for (const name of ['cut', 'engrave', 'fold']) defineLayer(name)
drawRect('plate', 0, 0, width, 50)
setFill('plate', { oak: '#b5651d', ash: '#00aa00', beech: '#0000aa' }[wood])
for (let i = 0; i < 60; i++) drawCircle('hole_' + i, -30 + i, 0, 1)
`

async function opened(dir = projectOf({ main: MAIN })): Promise<Shown> {
  const { url } = await serve(dir)
  const view = await show(url)
  await view.settle()
  return view
}

/** Lets keys rest only where a test says so: on a busy machine a press may come later than the time after which they rest. */
const holdRest = ({ page }: Shown): Promise<unknown> =>
  page.evaluate(`(() => {
    const timeout = window.setTimeout
    window.setTimeout = (run, ms, ...more) => (ms === 700 ? ((window.rest = run), 0) : timeout(run, ms, ...more))
  })()`)

const activeOf = ({ page }: Shown): Promise<string> =>
  page.evaluate(`(({ id, dataset, textContent }) => id || dataset.layer || textContent)(document.activeElement)`)
const stateOf = <Value>({ page }: Shown, path: string): Promise<Value> =>
  page.evaluate(`window.scenewrightView.store.state.${path}`)
const titlesOf = ({ page }: Shown): Promise<string[]> => page.locator('.commit .what').allTextContents()
const WIDTH = '(([x, , X]) => X - x)(window.scenewrightView.store.state.model.find("plate").bounds)'

describe.skipIf(!hasBrowser)('arrow keys', () => {
  test('step a slider and its box by the step of the parameter, and make one commit of all presses', async () => {
    const view = await opened()
    const { page } = view
    await holdRest(view)
    await page.focus('input[type=range][data-parameter=width]')
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight')
    await page.evaluate('window.rest()')
    await expect.poll(() => titlesOf(view)).toEqual(['width 80 → 100'])
    await page.focus('#parameter-width')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    // What would be is shown before it is committed.
    await until(page, `${WIDTH} === 110`)
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesOf(view)).toEqual(['width 80 → 100', 'width 100 → 110'])
    // Undo is Esc here: there is no commit yet, and the one before is not meant.
    for (const key of ['Escape', 'Control+z']) {
      for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowUp')
      expect(await page.inputValue('#parameter-width')).toBe('120')
      await page.keyboard.press(key)
      await until(page, `${WIDTH} === 110`)
      expect(await page.inputValue('#parameter-width')).toBe('110')
    }
    expect(await activeOf(view)).toBe('parameter-width')
    // A number that is typed over one that the arrows have set is not taken before it is whole.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('60')
    await page.keyboard.press('Tab')
    await expect.poll(() => titlesOf(view)).toEqual(['width 80 → 100', 'width 100 → 110', 'width 110 → 60'])
    expect(view.faults).toEqual([])
  })

  test('go on from the value of the drawing after Esc', async () => {
    const view = await opened()
    const { page } = view
    await holdRest(view)
    await page.focus('#parameter-width')
    await page.keyboard.press('ArrowUp')
    await until(page, `${WIDTH} === 85`)
    const escaped = await page.evaluate(`(() => {
      const box = document.getElementById('parameter-width')
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      return box.value
    })()`)
    expect(escaped).toBe('80')
    await until(page, `${WIDTH} === 80`)
    await page.keyboard.press('ArrowUp')
    await until(page, `${WIDTH} === 85`)
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesOf(view)).toEqual(['width 80 → 85'])
    expect(view.faults).toEqual([])
  })

  test('go through a list of values, which shows each of them; Enter takes one, and Esc the one before', async () => {
    const view = await opened()
    const { page } = view
    const chosen = () => page.locator('#parameter-wood option:checked').textContent()
    await page.focus('#parameter-wood')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => view.colorAt(30, 15)).toEqual([0, 0xaa, 0])
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => view.colorAt(30, 15)).toEqual([0, 0, 0xaa])
    expect(await page.locator('#parameters-state').textContent()).toBe('Enter sets it')
    await page.keyboard.press('Escape')
    await expect.poll(() => view.colorAt(30, 15)).toEqual([0xb5, 0x65, 0x1d])
    expect(await chosen()).toBe('oak')
    expect(await titlesOf(view)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesOf(view)).toEqual(['wood "oak" → "beech"'])
    await page.keyboard.press('Home')
    // As with a box, the value of a list that is left is taken.
    await page.keyboard.press('Tab')
    await expect.poll(() => titlesOf(view)).toEqual(['wood "oak" → "beech"', 'wood "beech" → "oak"'])
  })

  test('choose a named set, and Enter sets its values', async () => {
    const view = await opened()
    const { page } = view
    await page.fill('#set-name', 'small')
    await page.click('#save-set')
    await page.waitForSelector('#parameter-set option:nth-child(2)', { state: 'attached' })
    await page.fill('#parameter-width', '120')
    await page.keyboard.press('Tab')
    await until(page, `${WIDTH} === 120`)
    await page.focus('#parameter-set')
    await page.keyboard.press('ArrowDown')
    expect(await page.inputValue('#parameter-set')).toBe('small')
    await page.keyboard.press('Tab')
    expect(await page.inputValue('#parameter-set')).toBe('')
    await page.focus('#parameter-set')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await until(page, `${WIDTH} === 80`)
    await expect.poll(async () => (await titlesOf(view)).at(-1)).toBe('width 120 → 80')
  })

  test('undo in a box and in a list what was set there, and nothing while letters are being typed', async () => {
    const view = await opened()
    const { page } = view
    await page.fill('#parameter-width', '120')
    await page.keyboard.press('Enter')
    await until(page, `${WIDTH} === 120`)
    // The name of a set is saved with Enter as with the button.
    await page.fill('#set-name', 'large')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#parameter-set option:nth-child(2)', { state: 'attached' })
    expect(await page.inputValue('#set-name')).toBe('')
    await page.fill('#parameter-width', '90')
    await page.keyboard.press('Enter')
    await until(page, `${WIDTH} === 90`)
    await page.keyboard.press('ControlOrMeta+z')
    await until(page, `${WIDTH} === 120`)
    expect(await page.inputValue('#parameter-width')).toBe('120')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await until(page, `${WIDTH} === 90`)
    await page.selectOption('#parameter-set', 'large')
    await until(page, `${WIDTH} === 120`)
    await page.focus('#parameter-set')
    await page.keyboard.press('ControlOrMeta+z')
    await until(page, `${WIDTH} === 90`)
    // The drawing is there before its entry in the history.
    await expect.poll(async () => (await titlesOf(view)).at(-1)).toBe('Undone: width 90 → 120')
    const titles = await titlesOf(view)
    await page.focus('#parameter-width')
    await page.keyboard.press('1')
    await page.keyboard.press('ControlOrMeta+z')
    await page.fill('#set-name', 'half a na')
    await page.keyboard.press('ControlOrMeta+z')
    await page.keyboard.press('Escape')
    expect(await titlesOf(view)).toEqual(titles)
    expect(await page.evaluate(WIDTH)).toBe(90)
  })

  test('switch to another project with Enter alone', async () => {
    const { url } = await serve(projectOf({ main: MAIN }), [projectOf({ main: "drawCircle('other', 0, 0, 5)\n" })])
    const view = await show(url)
    await view.settle()
    const { page } = view
    await page.waitForSelector('#projects:not([hidden])')
    const own = await page.inputValue('#projects')
    await page.focus('#projects')
    await page.keyboard.press('ArrowDown')
    expect(await page.inputValue('#projects')).not.toBe(own)
    await page.keyboard.press('Tab')
    expect(await page.inputValue('#projects')).toBe(own)
    expect(page.url()).toBe(url)
    await page.focus('#projects')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL((it) => it.href !== url)
    await view.settle()
    expect(await stateOf(view, 'model.leaves.length')).toBe(1)
  })

  test('go through a toolbar, a menu and the layers, each of which is one stop of Tab', async () => {
    const view = await opened()
    const { page } = view
    await page.focus('#tool-select')
    await page.keyboard.press('ArrowRight')
    expect(await activeOf(view)).toBe('tool-measure')
    expect(await stateOf(view, 'tool')).toBe('select')
    await page.keyboard.press('Enter')
    expect(await stateOf(view, 'tool')).toBe('measure')
    await page.keyboard.press('Tab')
    expect(await activeOf(view)).toBe('tool-console')
    await page.keyboard.press('End')
    expect(await activeOf(view)).toBe('tool-help')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await activeOf(view)).toBe('tool-download')
    await page.keyboard.press('ArrowDown')
    expect(await page.isVisible('#download-menu')).toBe(true)
    await page.keyboard.press('Tab')
    expect(await page.isVisible('#download-menu')).toBe(false)
    await page.focus('#tool-download')
    await page.keyboard.press('Shift+Tab')
    expect(await activeOf(view)).toBe('tool-measure')
    await page.focus('[data-layer=cut]')
    await page.keyboard.press('ArrowDown')
    expect(await activeOf(view)).toBe('engrave')
    expect(await stateOf(view, 'hidden.size')).toBe(0)
    await page.keyboard.press(' ')
    expect(await stateOf(view, 'hidden.has("engrave")')).toBe(true)
    expect(await activeOf(view)).toBe('engrave')
    expect(await page.locator('#layers [tabindex="0"]').count()).toBe(1)
  })

  test('go through what a search finds from its first row, and Enter selects', async () => {
    const view = await opened()
    const { page } = view
    await page.focus('#tree')
    await page.keyboard.press('End')
    await page.keyboard.press('/')
    await page.keyboard.type('hole_1')
    await page.keyboard.press('ArrowDown')
    const active = async () => page.locator(`#${await page.getAttribute('#tree', 'aria-activedescendant')}`)
    expect(await (await active()).getAttribute('aria-posinset')).toBe('1')
    await page.keyboard.press('ArrowDown')
    expect(await (await active()).getAttribute('aria-posinset')).toBe('2')
    expect(await stateOf(view, 'selected')).toEqual([])
    await page.keyboard.press('Enter')
    expect(await stateOf(view, 'selected')).toEqual([await (await active()).getAttribute('data-name')])
    // No panel is open that Esc could close.
    await page.keyboard.press('Escape')
    expect(await stateOf(view, 'selected')).toEqual([])
  })

  test('go back from the newest of many commits, which Enter shows', async () => {
    const dir = projectOf({})
    const project = await openProject(dir, { durability: 'fast' })
    for (let width = 1; width <= 30; width += 1)
      await project.write({ file: 'main', text: `drawRect('plate', 0, 0, ${width}, 10)\n` })
    const view = await opened(dir)
    const { page } = view
    await until(page, 'window.scenewrightView.store.state.history.length === 30')
    await page.focus('#commits')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await page.getAttribute('#commits', 'aria-activedescendant')).toBe('commit-27')
    expect(await stateOf(view, 'past')).toBe(undefined)
    await page.keyboard.press('Enter')
    await until(page, `${WIDTH} === 28`)
    expect(await page.locator('#past-bar .words').textContent()).toContain('commit 28 of 30')
    // The next step goes on from the commit that is shown, however it was chosen.
    await page.keyboard.press(',')
    await until(page, `${WIDTH} === 27`)
    await page.keyboard.press('ArrowLeft')
    expect(await page.getAttribute('#commits', 'aria-activedescendant')).toBe('commit-25')
    await page.keyboard.press('Escape')
    await until(page, `${WIDTH} === 30`)
    expect(view.faults).toEqual([])
  })
})
