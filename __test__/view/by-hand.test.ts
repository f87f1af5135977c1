// What a hand does on the page that becomes code: values of dimensions, new dimensions; and what it marks for a note.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, type Shown } from './browser.js'

afterAll(closeBrowser)

const MAIN = `const width = param('width', 80, { min: 40, max: 160 })
const bore = 12
const margin = 5
drawRect('plate', 0, 0, width, 50)
drawCircle('hole', 10, 0, bore / 2)
drawCircle('pin', -20, 0, 4)
drawRect('slot', 0, 15, width - 2 * margin, 4)
dimension('d_width', { type: 'horizontal', of: 'plate', side: 'below' })
dimension('d_height', { type: 'vertical', of: 'plate', side: 'left' })
dimension('d_hole', { type: 'diameter', of: 'hole' })
dimension('d_pin', { type: 'radius', of: 'pin' })
dimension('d_slot', { type: 'horizontal', of: 'slot' })
dimension('d_free', { type: 'aligned', from: [0, 0], to: [10, 10] })
`

async function opened(dir: string): Promise<Shown> {
  const { url } = await serve(dir)
  const view = await show(url)
  await view.settle()
  return view
}

const code = (dir: string): string => readFileSync(fileOf(dir, 'main'), 'utf8')

describe.skipIf(!hasBrowser)('a dimension', () => {
  /** Types a value into a dimension, and answers what the page says that it would be. */
  async function typed({ page }: Shown, name: string, value: string): Promise<string> {
    await page.click(`.node >> text="${name}"`)
    await page.waitForSelector(`[aria-label="Value of ${name}"]`)
    await page.fill('[data-measure=value]', value)
    await page.keyboard.press('Tab')
    await page.waitForSelector('.proposal')
    return page.locator('.proposal').innerText()
  }

  test('that is typed into changes the number or the parameter that it comes from', async () => {
    const dir = projectOf({ main: MAIN })
    const view = await opened(dir)
    expect(await typed(view, 'd_height', '60')).toContain("drawRect('plate', 0, 0, width, 60)")
    await view.page.click('[data-confirm]')
    await expect.poll(() => code(dir)).toContain("drawRect('plate', 0, 0, width, 60)")
    // Half of a number that has a name: the number is what changes.
    expect(await typed(view, 'd_hole', '15')).toContain('const bore = 15')
    await view.page.click('[data-confirm]')
    await expect.poll(() => code(dir)).toContain('const bore = 15\n')
    expect(await typed(view, 'd_pin', '4.5')).toContain("drawCircle('pin', -20, 0, 4.5)")
    expect(await typed(view, 'd_width', '100')).toContain('It is the parameter width: set it to 100')
    await view.page.click('[data-confirm]')
    await expect
      .poll(() => view.page.evaluate("window.scenewrightView.store.state.model.find('plate').geometry.width"))
      .toBe(100)
    expect(code(dir)).toContain("param('width', 80")
    expect(view.faults).toEqual([])
  })

  test('of something that is computed says from what and where', async () => {
    const dir = projectOf({ main: MAIN })
    const view = await opened(dir)
    expect(await typed(view, 'd_slot', '50')).toContain('The code computes it: width - 2 * margin. (main:7)')
    expect(await typed(view, 'd_free', '20')).toContain('no single measure')
    expect(code(dir)).toBe(MAIN)
  })

  test('of a selected shape is proposed as a line of code, and follows the shape', async () => {
    const dir = projectOf({ main: MAIN })
    const view = await opened(dir)
    await view.page.click('.node >> text="pin"')
    await view.page.click('[data-dimension=diameter]')
    await view.page.waitForSelector('.proposal ins')
    expect(await view.page.locator('.proposal ins').textContent()).toBe(
      "dimension('dim_1', { type: 'diameter', of: 'pin' })",
    )
    await view.page.click('[data-confirm]')
    await expect.poll(() => code(dir)).toContain("dimension('dim_1', { type: 'diameter', of: 'pin' })")
    await view.page.click('#undo')
    await expect.poll(() => code(dir)).toBe(MAIN)
  })
})

const SHAPES = MAIN.replaceAll(/^dimension.*\n/gm, '')

describe.skipIf(!hasBrowser)('the brush', () => {
  test('marks what it goes over and around, and the note says so', async () => {
    const dir = projectOf({ main: SHAPES })
    const view = await opened(dir)
    await view.page.focus('#canvas')
    await view.page.keyboard.press('p')
    const selected = (): Promise<string[]> => view.page.evaluate('window.scenewrightView.store.state.selected')
    const stroke = async (points: readonly (readonly [number, number])[]): Promise<void> => {
      const pixels = await Promise.all(points.map(([x, y]) => view.at(x, y)))
      await view.page.mouse.move(pixels[0]!.x, pixels[0]!.y)
      await view.page.mouse.down()
      for (const { x, y } of pixels.slice(1)) await view.page.mouse.move(x, y, { steps: 8 })
      await view.page.mouse.up()
    }
    const before = await view.colorAt(-20, 8)
    // Around the pin, whose line is not touched; the plate that it lies on is not meant.
    await stroke([
      [-28, -8],
      [-12, -8],
      [-12, 8],
      [-28, 8],
      [-28, -7],
    ])
    expect(await selected()).toEqual(['pin'])
    expect(await view.colorAt(-20, 8)).not.toEqual(before)
    // Over the edge of the hole: it is added.
    await stroke([
      [14, 0],
      [19, 0],
    ])
    expect((await selected()).sort()).toEqual(['hole', 'pin'])
    await view.page.fill('#note-text', 'make these larger')
    await view.page.click('#note-send')
    await expect.poll(() => view.page.locator('#note-state').textContent()).toContain('Sent')
    const folder = join(dir, '.scenewright', 'notes')
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const note = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { text: string; selected: string[] }
    expect(note.selected.sort()).toEqual(['hole', 'pin'])
    expect(note.text).toContain('pin at main:6')
    expect(note.text).toMatch(/Marked with a brush: x -2[78][\d.]* to 1[89]/)
    // What was said is no longer marked.
    expect(await view.colorAt(-20, 8)).toEqual(before)
    expect(view.faults).toEqual([])
  })

  test('is put away with Esc, and a stroke that is given up marks nothing', async () => {
    const view = await opened(projectOf({ main: SHAPES }))
    await view.page.click('#tool-brush')
    const { x, y } = await view.at(-20, 0)
    await view.page.mouse.move(x, y)
    await view.page.mouse.down()
    await view.page.mouse.move(x + 40, y + 10, { steps: 4 })
    await view.page.keyboard.press('Escape')
    await view.page.mouse.up()
    expect(await view.page.evaluate('window.scenewrightView.store.state.strokes')).toEqual([])
    await view.page.keyboard.press('Escape')
    expect(await view.page.getAttribute('#tool-brush', 'aria-pressed')).toBe('false')
  })
})
