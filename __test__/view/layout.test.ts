// The layout of the page, measured: nothing lies outside the window or over something else, however many commits there are
// and however long their messages.
import { afterAll, describe, expect, test } from 'vitest'

import { openProject, projectOf } from '../support.js'
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

/** What of a page can be reached and used, by a list of faults: empty where all is well. */
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
      if (a.left < b.right - 1 && b.left < a.right - 1)
        faults.push(`two buttons of the bar are at ${a.left} and ${b.left}`)
    }
  }
  for (const selector of ['#undo', '#redo', '#commits', '#project', '#stage', '#canvas', '#readout'])
    await within(selector)
  if (width > 860)
    for (const selector of ['#left', '#right', '#search', '#note-send', '#inspector']) await within(selector)
  const [stage] = await boxesOf(view, '#stage')
  if (stage && stage.right - stage.left < width * 0.4) faults.push(`the drawing has ${stage.right - stage.left} pixels`)
  return faults
}

describe.skipIf(!hasBrowser)('the page of a project', () => {
  test.each([0, 5, 40, 400])(
    'with %i commits fits its window at every width',
    { timeout: 300_000 },
    async (commits) => {
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
    },
  )

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
  })
})
