// The check on the page: its badge, the list of what it found, and the marks on the drawing.

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, projectOf, save } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, type Shown } from './browser.js'

afterAll(closeBrowser)

/** A sheet on which one outline is open by 0.4 mm, far away from another that appears twice. */
const FAULTY = `setUnits('mm')
drawRect('plate', 0, 0, 100, 60)
drawLine('gap', [300, 0, 320, 0, 320, 20, 300, 20, 300, 0.4])
drawCircle('bore', 20, 0, 5)
drawCircle('bore_again', 20, 0, 5)
for (const name of ['plate', 'gap', 'bore', 'bore_again']) setLayer(name, 'cut')
invariant('the bore keeps its wall', check.minDistance('bore', 'gap', 3))
`

async function opened(dir: string, options: Parameters<typeof show>[1] = {}): Promise<Shown> {
  const { url } = await serve(dir)
  const view = await show(url, options)
  await view.settle()
  return view
}

const badge = ({ page }: Shown): Promise<string | null> => page.locator('#check-badge').textContent()

/** A pixel near a place of the drawing, where the mark has its own colour and not its sign. */
async function markAt(view: Shown, x: number, y: number): Promise<readonly number[]> {
  await view.settle()
  const point = await view.at(x, y)
  return view.page.evaluate(`(() => {
    const canvas = document.getElementById('canvas')
    const box = canvas.getBoundingClientRect()
    const ratio = canvas.width / box.width
    const { data } = canvas.getContext('2d').getImageData((${point.x} - box.left) * ratio, (${point.y} - 6 - box.top) * ratio, 1, 1)
    return [data[0], data[1], data[2]]
  })()`)
}

const isRed = ([r, g, b]: readonly number[]): boolean => r! > 150 && g! < 90 && b! < 90

describe.skipIf(!hasBrowser)('the check', () => {
  test('counts what is wrong, marks the places, and brings one into sight', async () => {
    const dir = projectOf({ main: FAULTY })
    const view = await opened(dir)
    await expect.poll(() => badge(view)).toMatch(/^\d errors?/)
    expect(isRed(await markAt(view, 300, 0.2))).toBe(false)
    await view.page.keyboard.press('c')
    await view.page.waitForSelector('[data-rule=gap]')
    expect(await view.page.locator('[data-rule=duplicate-line]').count()).toBe(1)
    expect(isRed(await markAt(view, 300, 0.2))).toBe(true)
    // Elsewhere, so that the place is out of sight.
    await view.page.evaluate('window.scenewrightView.stage.move({ x: -500, y: -500, scale: 4 })')
    await view.page.click('[data-rule=gap]')
    await view.settle()
    const canvas = (await view.page.locator('#canvas').boundingBox())!
    const place = await view.at(300, 0.2)
    expect([
      place.x > canvas.x,
      place.x < canvas.x + canvas.width,
      place.y > canvas.y,
      place.y < canvas.y + canvas.height,
    ]).toEqual([true, true, true, true])
    expect(await view.page.evaluate('window.scenewrightView.store.state.selected')).toEqual(['gap'])
    expect(isRed(await markAt(view, 300, 0.2))).toBe(true)
    expect(await view.page.locator('#rules').innerText()).toContain('the bore keeps its wall')
    await view.page.keyboard.press('c')
    expect(isRed(await markAt(view, 300, 0.2))).toBe(false)
    expect(view.faults).toEqual([])
  })

  test('follows the drawing and the profile, with keys alone', async () => {
    const dir = projectOf({ main: FAULTY })
    const view = await opened(dir)
    await expect.poll(() => badge(view)).toMatch(/error/)
    await view.page.focus('#canvas')
    await view.page.keyboard.press('c')
    await view.page.waitForSelector('[data-rule=gap]')
    expect(await view.page.evaluate('document.activeElement.id')).toBe('check-profile')
    await view.page.selectOption('#check-profile', 'drawing')
    await until(
      view.page,
      "document.getElementById('check-words').textContent.includes('checked as a technical drawing')",
    )
    await view.page.selectOption('#check-profile', 'laser')
    await view.page.waitForSelector('[data-rule=gap]')
    await view.page.focus('[data-rule=gap]')
    await view.page.keyboard.press('Enter')
    expect(await view.page.evaluate('window.scenewrightView.store.state.selected')).toEqual(['gap'])
    save(fileOf(dir, 'main'), "drawRect('plate', 0, 0, 100, 60)\nsetLayer('plate', 'cut')\n")
    await expect.poll(() => badge(view)).toBe('Clean')
    expect(await view.page.locator('.finding').count()).toBe(0)
    expect(await view.page.locator('#check-words').textContent()).toContain('Nothing to send back')
  })

  test('is reached in a narrow window', async () => {
    const view = await opened(projectOf({ main: FAULTY }), { viewport: { width: 400, height: 720 } })
    await expect.poll(() => badge(view)).toMatch(/error/)
    await view.page.click('#check-badge')
    await view.page.waitForSelector('[data-rule=gap]')
    const box = (await view.page.locator('[data-rule=gap]').boundingBox())!
    expect([box.x >= 0, box.x + box.width <= 400]).toEqual([true, true])
  })
})

describe.skipIf(!hasBrowser)('what the project says about its rules and values', () => {
  test('is shown: margins, rules that only warn, units and groups', async () => {
    const view = await opened(
      projectOf({ main: `${FAULTY}param('width', 80, { label: 'Width' })\nparam('angle', 30)\nparam('depth', 5)\n` }),
    )
    // As a project gives them that has them.
    await view.page.route('**/call', async (route) => {
      const response = await route.fetch()
      if (!route.request().postData()?.includes('"rules"')) return route.fulfill({ response })
      const body = await response.json()
      const row = { file: 'main', line: 3, column: 1 }
      body.answer.data.rows = [
        { ...row, name: 'wall', margin: '3.2 of ≥ 3' },
        { ...row, name: 'holes', severity: 'warn', broken: 'bore is 2 mm from the edge', entities: ['plate'] },
      ]
      return route.fulfill({ response, json: body })
    })
    await view.page.route('**/scene', async (route) => {
      const response = await route.fetch()
      const scene = await response.json()
      const [width, angle, depth] = scene.parameters
      const parameters = [
        { ...width, unit: 'mm', group: 'Plate' },
        { ...angle, unit: '°' },
        { ...depth, unit: 'mm', group: 'Plate' },
      ]
      await route.fulfill({ response, json: { ...scene, parameters } })
    })
    await view.page.reload()
    await view.settle()
    await view.page.focus('#canvas')
    await view.page.keyboard.press('c')
    await view.page.waitForSelector('.rule.broken')
    const rules = (await view.page.locator('#rules').innerText()).replaceAll('\n', ' ')
    expect(rules).toContain('3.2 of ≥ 3 · main:3')
    expect(rules).toContain('bore is 2 mm from the edge')
    // Its shape is marked, without a word about what is wrong with it.
    const mark = await view.at(0, 30)
    const box = (await view.page.locator('#canvas').boundingBox())!
    expect(mark.y - 14).toBeGreaterThan(box.y)
    expect((await view.page.locator('#parameters').innerText()).split('\n').filter(Boolean)).toEqual([
      'angle',
      '°',
      'Plate',
      'Width',
      'mm',
      'depth',
      'mm',
    ])
    expect(view.faults).toEqual([])
  })
})
