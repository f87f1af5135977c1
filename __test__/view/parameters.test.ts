// Parameters and rules of real scripts on the page: what a hand sets runs, and what it may not be is shown where it is.
import { afterAll, describe, expect, test } from 'vitest'

import { projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, shown, until, type Shown } from './browser.js'

afterAll(closeBrowser)

const MAIN = `const width = param('width', 80, { min: 40, max: 120, step: 5, label: 'Width of the plate' })
const height = param('height', 50, { min: 20, max: 100, step: 1 })
const wood = param('wood', 'oak', { choices: ['oak', 'ash', 'beech'] })
drawRect('plate', 0, 0, width, height)
setFill('plate', wood === 'ash' ? '#00aa00' : '#b5651d')
drawCircle('bore', 0, 0, 12)
setFill('bore', '#2266cc')
check.inside('bore', 'plate')
`

const MODEL = 'window.scenewrightView.store.state.model'

async function opened(): Promise<Shown> {
  const { url } = await serve(projectOf({ main: MAIN }))
  const view = await show(url)
  await view.settle()
  return view
}

const slider = ({ page }: Shown, name: string) => page.locator(`input[type=range][data-parameter=${name}]`)
const sizeOf = ({ page }: Shown): Promise<[number, number]> =>
  shown(page, `(() => { const [x, y, X, Y] = ${MODEL}.bounds; return [Math.round(X - x), Math.round(Y - y)] })()`)

describe.skipIf(!hasBrowser)('a slider', () => {
  test('runs while it is dragged, before it is let go', async () => {
    const view = await opened()
    const box = (await slider(view, 'width').boundingBox())!
    const middle = box.y + box.height / 2
    await view.page.mouse.move(box.x + box.width / 2, middle)
    await view.page.mouse.down()
    await view.page.mouse.move(box.x + box.width * 0.8, middle, { steps: 4 })
    await expect.poll(async () => (await sizeOf(view))[0]).toBeGreaterThan(90)
    await view.page.mouse.move(box.x + 2, middle, { steps: 4 })
    await expect.poll(async () => (await sizeOf(view))[0]).toBe(40)
    expect(await slider(view, 'width').inputValue()).toBe('40')
    await view.page.mouse.up()
    expect(await view.page.locator('#parameter-width').inputValue()).toBe('40')
  })

  test('that is moved right after another one leaves that one where it was put', async () => {
    const view = await opened()
    // What is shown while a slider moves is another matter.
    await view.page.route('**/preview', (route) => route.abort())
    // The scene of the first run comes late.
    await view.page.evaluate(`(() => {
      const { store } = window.scenewrightView
      const set = store.set.bind(store)
      window.later = []
      store.set = (change) => ('model' in change ? void window.later.push(() => set(change)) : set(change))
    })()`)
    const toEnd = async (name: string): Promise<void> => {
      await slider(view, name).focus()
      // The history and the check ask by the same address.
      const answered = view.page.waitForResponse((response) => response.request().postDataJSON()?.name === 'run')
      await view.page.keyboard.press('End')
      await view.page.keyboard.press('Enter')
      await answered
    }
    await toEnd('width')
    await toEnd('height')
    await until(view.page, 'window.later.length === 2')
    await view.page.evaluate('window.later.forEach((show) => show())')
    await view.settle()
    expect(await sizeOf(view)).toEqual([120, 100])
    expect(await slider(view, 'width').inputValue()).toBe('120')
  })
})

describe.skipIf(!hasBrowser)('a refusal', () => {
  test('stays beside its box when an earlier value of another is committed, and goes with the next', async () => {
    const view = await opened()
    const said = () => view.page.locator('#parameter-height-complaint').textContent()
    let release: (() => void) | undefined
    await view.page.route('**/call', async (route) => {
      if (route.request().postData()?.includes('"run"')) await new Promise<void>((go) => (release = go))
      await route.continue()
    })
    await view.page.fill('#parameter-width', '100')
    await view.page.keyboard.press('Tab')
    await expect.poll(() => view.page.locator('#parameters-state').textContent()).toBe('running')
    await view.page.fill('#parameter-height', '999')
    await view.page.keyboard.press('Tab')
    await expect.poll(said).toContain('999 is more than 100')
    await expect.poll(() => release).toBeDefined()
    release?.()
    await until(view.page, 'document.querySelectorAll(".commit").length === 1')
    await view.settle()
    expect(await said()).toContain('999 is more than 100')
    await view.page.unroute('**/call')
    await view.page.fill('#parameter-width', '60')
    await view.page.keyboard.press('Tab')
    await expect.poll(said).toBe('')
  })
})

describe.skipIf(!hasBrowser)('the keys of a slider', () => {
  test('count all, however quickly they come, and the focus stays', async () => {
    const view = await opened()
    await slider(view, 'width').focus()
    const before = Number(await slider(view, 'width').inputValue())
    const step = Number(await slider(view, 'width').getAttribute('step'))
    for (let press = 0; press < 8; press += 1) {
      await view.page.keyboard.press('ArrowRight')
      await view.page.waitForTimeout(30)
    }
    await expect.poll(async () => (await sizeOf(view))[0]).toBe(before + 8 * step)
    await view.settle()
    expect(await slider(view, 'width').inputValue()).toBe(String(before + 8 * step))
    expect(await view.page.evaluate('document.activeElement.type')).toBe('range')
  })
})

describe.skipIf(!hasBrowser)('a choice', () => {
  test('runs, and goes back with the values when the code is run as it is', async () => {
    const view = await opened()
    const wood = view.page.locator('#parameter-wood')
    await wood.selectOption({ label: 'ash' })
    await expect.poll(() => view.colorAt(30, 15)).toEqual([0, 0xaa, 0])
    const { page } = view
    await page.evaluate(
      "fetch('call', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'run' }) })",
    )
    await expect.poll(() => view.colorAt(30, 15)).toEqual([0xb5, 0x65, 0x1d])
    expect(await wood.locator('option:checked').textContent()).toBe('oak')
  })
})

describe.skipIf(!hasBrowser)('a rule', () => {
  test('that a value breaks is named, and its entities are marked in the drawing', async () => {
    const view = await opened()
    const removed = [0xc1, 0x27, 0x1b]
    expect(await view.colorAt(0, 12)).not.toEqual(removed)
    await view.page.fill('#parameter-height', '20')
    await view.page.keyboard.press('Tab')
    await expect.poll(() => view.page.locator('#banner').textContent()).toContain('"bore" is outside of "plate"')
    await expect.poll(() => view.page.locator('#parameters-state').textContent()).toBe('not possible')
    expect(await view.colorAt(0, 12)).toEqual(removed)
    expect(await view.colorAt(-40, 0)).toEqual(removed)
    expect(await sizeOf(view)).toEqual([80, 50])
  })
})
