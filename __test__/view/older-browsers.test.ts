// The page in a browser of the age of Safari 16.4, which has none of the functions that came later.
import { afterAll, describe, expect, test } from 'vitest'

import { openProject, projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until } from './browser.js'
import { PLATE } from './plan.js'

afterAll(closeBrowser)

/** What Safari got after 16.4, or does not have. */
const LATER = `for (const [of, names] of [
  [Element.prototype, ['checkVisibility', 'moveBefore', 'setHTMLUnsafe', 'scrollIntoViewIfNeeded', 'getHTML']],
  [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
  [Iterator.prototype, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']],
  [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
  [Promise, ['withResolvers', 'try']],
  [Object, ['groupBy']],
  [Map, ['groupBy']],
  [Array, ['fromAsync']],
  [URL, ['canParse', 'parse']],
  [AbortSignal, ['any']],
  [RegExp, ['escape']],
  [window, ['requestIdleCallback', 'scheduler', 'navigation']],
  [document, ['startViewTransition']],
]) for (const name of names) {
  delete of[name]
  if (name in of) Object.defineProperty(of, name, { value: undefined })
}
delete Document.prototype.startViewTransition`

const MAIN = `${PLATE}setPage('A4')\n`

describe.skipIf(!hasBrowser)('a browser without later functions', () => {
  test.each([1440, 400])('shows, changes, compares and exports at %i px', async (width) => {
    const dir = projectOf({ main: MAIN })
    const project = await openProject(dir)
    for (const x of [12, 14]) await project.write({ file: 'main', text: MAIN.replace("'hole', 10", `'hole', ${x}`) })
    await project.close()
    const { url } = await serve(dir)
    const view = await show('about:blank', { viewport: { width, height: 800 } })
    const { page } = view
    await page.addInitScript(LATER)
    await page.goto(url)
    await view.settle()
    const isNarrow = width < 500
    const open = async (side: string): Promise<void> => {
      if (isNarrow) await page.click(`[data-panel=${side}]`)
    }
    await open('left')
    await page.click('.node >> text="hole"')
    await open('right')
    await expect.poll(() => page.textContent('#inspector')).toContain('Drawn by')
    await page.fill('[data-row=width] input[type=number]', '90')
    await page.keyboard.press('Enter')
    await until(page, "window.scenewrightView.store.state.live.find('plate').geometry.width === 90")
    await page.click('#parameters-reset')
    await until(page, "window.scenewrightView.store.state.live.find('plate').geometry.width === 80")
    // The focus goes to a control that is seen: the button is gone.
    await expect.poll(() => page.evaluate("document.activeElement.closest('#parameters') !== null")).toBe(true)
    if (isNarrow) await page.keyboard.press('Escape')
    await page.locator('.commit').last().click()
    await page.waitForSelector('#past-bar >> text="Close"')
    await page.keyboard.press('Escape')
    await page.focus('#canvas')
    for (const key of ['Escape', 'c', 'c', 'l', 'l', 's', '0', 'm', 'Enter', 'Escape', 'Escape'])
      await page.keyboard.press(key)
    await page.focus('#canvas')
    await page.keyboard.press('e')
    await expect.poll(() => page.textContent('#export-state')).toBe('This is the file that you get.')
    await page.keyboard.press('Escape')
    expect(view.faults).toEqual([])
  })
})
