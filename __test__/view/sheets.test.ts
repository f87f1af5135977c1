// A drawing on paper: all of it, and the sheets as they print.
import { afterAll, describe, expect, test } from 'vitest'

import { projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until } from './browser.js'

afterAll(closeBrowser)

/** A plate on its page, and a red thing beside the paper, which is not printed. */
const MAIN = `setUnits('mm')
setPage('A4', { orientation: 'landscape', scale: '1:1', center: [0, 0], titleBlock: { title: 'Plate' } })
drawRect('plate', 0, 0, 120, 80)
setFill('plate', '#202020')
drawRect('beside', 220, 0, 60, 60)
setFill('beside', '#cc0000')
`

/** Two sheets of the plate: all of it, and a smaller one within that, which has a frame at its very edge. */
const TWO = `setUnits('mm')
setPage('A4', { name: 'Overview', orientation: 'landscape', scale: '1:1', center: [0, 0], titleBlock: { title: 'Plate' } })
setPage([120, 80], { name: 'Detail', margin: 0, center: [30, 0] })
drawRect('plate', 0, 0, 120, 80)
setFill('plate', '#202020')
`

const RED = [204, 0, 0]

describe.skipIf(!hasBrowser)('a sheet', () => {
  test('is shown as it prints: white, cut at its edge, and fitted to the window', async () => {
    const { url } = await serve(projectOf({ main: MAIN }))
    const view = await show(url, { colorScheme: 'dark' })
    await view.settle()
    expect(await view.page.locator('#sheets [role=tab]').allTextContents()).toEqual(['Drawing', 'Plate'])
    expect(await view.colorAt(220, 0)).toEqual(RED)
    // On a dark ground what is nearly black is shown light.
    expect((await view.colorAt(0, 0))[0]).toBeGreaterThan(150)
    await view.page.focus('#canvas')
    await view.page.keyboard.press('s')
    await view.settle()
    expect(await view.colorAt(0, 0)).toEqual([32, 32, 32])
    expect(await view.colorAt(80, 60)).toEqual([255, 255, 255])
    const [left, right] = await Promise.all([view.at(-148.5, 0), view.at(148.5, 0)])
    const stage = (await view.page.locator('#stage').boundingBox())!
    expect([left.x > stage.x, right.x < stage.x + stage.width]).toEqual([true, true])
    expect(right.x - left.x).toBeGreaterThan(0.7 * stage.width)
    await view.page.evaluate('window.scenewrightView.stage.move({ x: 200, y: 0, scale: 4 })')
    expect(await view.colorAt(220, 0)).not.toEqual(RED)
    await view.page.click('#sheets [data-sheet=all]')
    expect(await view.colorAt(220, 0)).toEqual(RED)
    expect(view.faults).toEqual([])
  })

  test('has a tab of its own where there are several, and is what is printed', async () => {
    const { url } = await serve(projectOf({ main: TWO }))
    const view = await show(url)
    await view.settle()
    expect(await view.page.locator('#sheets [role=tab]').allTextContents()).toEqual(['Drawing', 'Overview', 'Detail'])
    await view.page.focus('#sheets [aria-selected=true]')
    await view.page.keyboard.press('ArrowRight')
    await view.page.keyboard.press('ArrowRight')
    await until(view.page, 'window.scenewrightView.store.state.sheet === 1')
    expect(await view.page.evaluate('document.activeElement.textContent')).toBe('Detail')
    const printed = async () => {
      await view.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
      const pixels = (await view.page.evaluate(
        "(({ width, height }) => [width, height])(document.querySelector('#print canvas').style)",
      )) as string[]
      return pixels.map((it) => Math.round((Number.parseFloat(it) / 96) * 25.4))
    }
    expect(await printed()).toEqual([120, 80])
    await view.page.keyboard.press('ArrowRight')
    await until(view.page, 'window.scenewrightView.store.state.sheet === undefined')
    // All of the drawing is on no paper: the first sheet is printed.
    expect(await printed()).toEqual([297, 210])
    expect(view.faults).toEqual([])
  })

  test('has its name on its tab, or the title in its title block, or else its number', async () => {
    const tabs = async (main: string): Promise<string[]> => {
      const { url } = await serve(projectOf({ main }))
      const view = await show(url)
      await view.settle()
      return view.page.locator('#sheets [role=tab]').allTextContents()
    }
    const second = "drawCircle('pin', 500, 0, 9)\nsetPage('A5', { name: 'Pin', center: [500, 0] })\n"
    const plate = "drawRect('plate', 0, 0, 60, 40)\n"
    expect(await tabs(`${plate}setPage('A4', { titleBlock: { title: 'Plate' } })\n${second}`)).toEqual([
      ...['Drawing', 'Plate', 'Pin'],
    ])
    // In a narrow frame the title block has rows of its own.
    expect(await tabs(`${plate}setPage('A6', { titleBlock: { title: 'Plate', creator: 'me' } })\n`)).toEqual([
      ...['Drawing', 'Plate'],
    ])
    // Without a title, the next text in the title block is the name of another field.
    expect(await tabs(`${plate}setPage('A4', { titleBlock: { creator: 'me' } })\n${second}`)).toEqual([
      ...['Drawing', 'Sheet 1', 'Pin'],
    ])
    expect(await tabs(`${plate}setPage('A4')\n`)).toEqual(['Drawing', 'Sheet'])
    // Two tabs with one name would look the same.
    expect(await tabs(`${plate}setPage('A4', { titleBlock: { title: 'Pin' } })\n${second}`)).toEqual([
      ...['Drawing', 'Sheet 1', 'Pin'],
    ])
  })

  test('stays in sight when its tab is one of many', async () => {
    const many = Array.from(
      { length: 12 },
      (_, i) =>
        `drawCircle('c${i}', ${i * 300}, 0, 9)\nsetPage('A6', { name: 'Detail ${i}', center: [${i * 300}, 0] })\n`,
    )
    const { url } = await serve(projectOf({ main: many.join('') }))
    const view = await show(url, { viewport: { width: 400, height: 700 } })
    await view.settle()
    await view.page.focus('#sheets [aria-selected=true]')
    for (const [key, name] of [
      ['End', 'Detail 11'],
      ['Home', 'Drawing'],
      ['ArrowLeft', 'Detail 11'],
    ] as const) {
      await view.page.keyboard.press(key)
      await expect.poll(() => view.page.locator('#sheets [aria-selected=true]').textContent()).toBe(name)
      const [tab, row] = await Promise.all(
        ['#sheets [aria-selected=true]', '#sheets'].map((it) => view.page.locator(it).boundingBox()),
      )
      expect(tab!.x).toBeGreaterThanOrEqual(row!.x)
      expect(tab!.x + tab!.width).toBeLessThanOrEqual(row!.x + row!.width)
    }
    // The sheet lies below its tab.
    await view.settle()
    const top = (await view.page.evaluate('window.scenewrightView.store.state.model.wire.sheets[11].box[3]')) as number
    const [row, corner] = await Promise.all([view.page.locator('#sheets').boundingBox(), view.at(11 * 300, top)])
    expect(corner.y).toBeGreaterThan(row!.y + row!.height)
  })

  test('shows nothing of what stands on another sheet, where the two overlap', async () => {
    const { url } = await serve(projectOf({ main: TWO }))
    const view = await show(url)
    await view.settle()
    // On the right edge of the frame of Detail, which is right of the plate and within Overview.
    const onFrame = async (sheet: string) => {
      await view.page.click(`#sheets [data-sheet="${sheet}"]`)
      await view.page.evaluate('window.scenewrightView.stage.move({ x: 88, y: 20, scale: 40 })')
      await view.settle()
      return (await view.colorAt(89.9, 20))[0]
    }
    expect(await onFrame('all')).toBeLessThan(100)
    expect(await onFrame('0')).toBe(255)
    expect(await onFrame('1')).toBeLessThan(100)
  })

  test('has no tab in a drawing without paper', async () => {
    const { url } = await serve(projectOf({ main: "drawRect('plate', 0, 0, 120, 80)\n" }))
    const view = await show(url)
    await view.settle()
    expect(await view.page.isVisible('#sheets')).toBe(false)
    await view.page.keyboard.press('s')
    expect(await view.page.evaluate('window.scenewrightView.store.state.sheet')).toBe(undefined)
  })
})
