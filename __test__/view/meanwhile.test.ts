// What a person types, holds or reads on the page, while another process commits.
import { readFileSync } from 'node:fs'

import { afterAll, describe, expect, test } from 'vitest'

import { atEnd, fileOf, openProject, projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, type Shown } from './browser.js'
import { PLATE } from './plan.js'

afterAll(closeBrowser)

interface Watched extends Shown {
  readonly dir: string
  /** Commits by another process: another hole, and a changed main where it is given. */
  commit(main?: string): Promise<void>
}

async function showWhileOthersCommit(): Promise<Watched> {
  const dir = projectOf({ main: PLATE })
  const project = await openProject(dir)
  atEnd(() => project.close())
  await project.write({ file: 'main', text: `${PLATE}// By the agent.\n` })
  const view = await show((await serve(dir)).url)
  await view.settle()
  let count = 0
  const commit = async (main = PLATE): Promise<void> => {
    count += 1
    const text = `${main}drawCircle('other', -10, ${count}, 5)\n`
    expect(await project.write({ file: 'main', text })).toMatchObject({ ok: true })
    await until(view.page, `window.scenewrightView.store.state.live.find('other')?.geometry.center[1] === ${count}`)
    await view.settle()
  }
  return { ...view, commit, dir }
}

const select = ({ page }: Shown, name: string): Promise<unknown> =>
  page.evaluate(`window.scenewrightView.store.set({ selected: ['${name}'] })`)

describe.skipIf(!hasBrowser)('where another process commits', () => {
  test('a measure that is being typed keeps its letters, and the focus', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    await select(view, 'hole')
    await page.click('[data-measure=radius]', { clickCount: 3 })
    await page.keyboard.type('7.')
    await view.commit()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.textContent('.proposal ins')).toBe("drawCircle('hole', 10, 0, 7.5)")
    // The proposal is for code that is replaced: the box shows the measure of the drawing.
    await view.commit()
    expect(await page.locator('.proposal').count()).toBe(0)
    expect(await page.inputValue('[data-measure=radius]')).toBe('6')
  })

  test('a box that nobody types into shows the new measure', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    await select(view, 'hole')
    await page.click('[data-measure=x]', { clickCount: 3 })
    await page.keyboard.type('12')
    await view.commit(PLATE.replace("'hole', 10, 0, 6", "'hole', 20, 3, 4"))
    await expect.poll(() => page.inputValue('[data-measure=y]')).toBe('3')
    expect(await page.inputValue('[data-measure=radius]')).toBe('4')
    expect(await page.inputValue('[data-measure=x]')).toBe('12')
    await page.keyboard.press('Escape')
    expect(await page.inputValue('[data-measure=x]')).toBe('20')
  })

  test('the value of a dimension that is being typed keeps its letters', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    await select(view, 'd_width')
    await page.click('[data-measure=value]', { clickCount: 3 })
    await page.keyboard.type('9')
    await view.commit()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.textContent('.proposal')).toContain('parameter width: set it to 95')
  })

  test('what is folded stays folded, and what is scrolled stays there', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    await select(view, 'hole')
    await page.waitForSelector('.source pre')
    await page.click('#inspector summary')
    await view.commit()
    await page.waitForSelector('.source pre')
    expect(await page.getAttribute('#inspector details', 'open')).toBeNull()
    await page.click('#inspector summary')
    await page.setViewportSize({ width: 1440, height: 560 })
    const scroll = 'document.getElementById("inspector").scrollTop'
    await page.evaluate(`${scroll} = 10_000`)
    const before = await page.evaluate(scroll)
    expect(before).toBeGreaterThan(0)
    await view.commit()
    await page.waitForSelector('.source pre')
    expect(await page.evaluate(scroll)).toBe(before)
  })

  test('a value of a parameter keeps its letters where the code gets another parameter', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    const box = page.locator('[data-row=width] input[type=number]')
    await box.click({ clickCount: 3 })
    await page.keyboard.type('10')
    await view.commit(`${PLATE}param('depth', 3, { min: 1, max: 9 })\n`)
    await page.waitForSelector('[data-row=depth]')
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await until(page, "window.scenewrightView.store.state.live.find('plate').geometry.width === 102")
  })

  test('a slider that is held shows its value in the new drawing, and commits it there', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    const slider = (await page.locator('[data-row=width] input[type=range]').boundingBox())!
    const y = slider.y + slider.height / 2
    const width = "window.scenewrightView.store.state.model.find('plate').geometry.width"
    await page.mouse.move(slider.x + 120, y)
    await page.mouse.down()
    await page.mouse.move(slider.x + 200, y)
    const held = Number(await page.inputValue('[data-row=width] input[type=range]'))
    expect(held).toBeGreaterThan(100)
    await until(page, `${width} === ${held}`)
    await view.commit()
    await until(page, `${width} === ${held}`)
    expect(await page.evaluate("window.scenewrightView.store.state.model.find('other').geometry.center[1]")).toBe(1)
    await page.mouse.up()
    await until(page, `!window.scenewrightView.store.state.isPreview && ${width} === ${held}`)
  })

  test('a slider that the code no longer has is let go, and the drawing is the one of the code', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    const slider = (await page.locator('[data-row=width] input[type=range]').boundingBox())!
    await page.mouse.move(slider.x + 120, slider.y + slider.height / 2)
    await page.mouse.down()
    await page.mouse.move(slider.x + 200, slider.y + slider.height / 2)
    await until(page, 'window.scenewrightView.store.state.isPreview')
    await view.commit(PLATE.replace('min: 40, max: 160', 'min: 50, max: 90'))
    await until(
      page,
      "!window.scenewrightView.store.state.isPreview && window.scenewrightView.store.state.model.find('plate').geometry.width === 80",
    )
    await page.mouse.up()
  })

  test('the kerf of an export that is being typed keeps its letters', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    await page.focus('#canvas')
    await page.keyboard.press('e')
    await page.click('#export-kerf', { clickCount: 3 })
    await page.keyboard.type('0.')
    await view.commit()
    await page.keyboard.type('2')
    expect(await page.inputValue('#export-kerf')).toBe('0.2')
    await expect.poll(() => page.textContent('#export-summary')).toContain('outline moved')
    // The file has the new drawing. The control goes, and the focus stays in the form.
    await expect.poll(() => page.textContent('#export-summary')).toContain('0 (5)')
    await page.selectOption('[data-use-of=cut]', 'keep')
    expect(await page.evaluate('document.activeElement.id')).toBe('export-format')
    expect(await page.locator('#export-kerf').count()).toBe(0)
  })

  test('a drag beside round numbers writes round numbers', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    await select(view, 'hole')
    const [from, to] = [await view.at(16, 0), await view.at(20.1, 0)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await view.commit()
    await page.mouse.up()
    const proposed = (): Promise<string | null> => page.textContent('.proposal ins')
    await expect.poll(proposed).toMatch(/^drawCircle\('hole', 10, 0, \d+(\.\d{1,2})?\)$/)
    const line = (await proposed()) ?? ''
    await page.click('[data-confirm]')
    await expect.poll(() => readFileSync(fileOf(view.dir, 'main'), 'utf8')).toContain(line)
  })

  test('the console has what the code writes that the other process has run', async () => {
    const view = await showWhileOthersCommit()
    const { page } = view
    const written = (): Promise<string[]> => page.locator('#console-rows > div').allTextContents()
    const words = async (): Promise<string[]> => (await written()).map((row) => row.replace(/^[\d:]{8}/, ''))
    await view.commit(`${PLATE}console.log('first', width)\nconsole.warn('and more')\n`)
    await page.focus('#canvas')
    await page.keyboard.press('l')
    await expect.poll(words).toEqual(['first 80', 'and more'])
    await view.commit(`${PLATE}console.log('second')\n`)
    await expect.poll(words).toEqual(['first 80', 'and more', 'second'])
    // The same drawing with other output is a commit too, and so are values: they are those that the code is run with.
    await view.commit(`${PLATE}console.log('third', width)\n`)
    await expect.poll(words).toEqual(['first 80', 'and more', 'second', 'third 80'])
    await page.fill('[data-row=width] input[type=number]', '90')
    await page.keyboard.press('Enter')
    await expect.poll(words).toEqual(['first 80', 'and more', 'second', 'third 80', 'third 90'])
    await view.commit(`${PLATE}console.log('fourth', width)\n`)
    await expect.poll(async () => (await words()).slice(4)).toEqual(['third 90', 'fourth 90'])
    // A page that is opened later has the output of the present code.
    await page.reload()
    await view.settle()
    await page.focus('#canvas')
    await page.keyboard.press('l')
    await expect.poll(words).toEqual(['fourth 90'])
    expect(view.faults).toEqual([])
  })
})
