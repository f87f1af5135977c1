// Differences between two scenes are painted into the shown picture. It is the picture that a page paints which
// begins with the second scene; but the edges of shapes that are cut by what is painted may be a shade lighter or darker.

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, projectOf, save } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, type Shown } from './browser.js'

afterAll(closeBrowser)

/** A frame that keeps the bounds, and overlapping shapes with pens of many widths, seen through where they are filled. */
const MAIN = `drawRect('frame', 0, 0, 500, 300)
for (let i = 0; i < 60; i++) {
  const x = -200 + (i % 10) * 42, y = -110 + Math.floor(i / 10) * 42, name = 'e' + i
  if (i % 3 === 0) drawCircle(name, x, y, 26)
  else if (i % 3 === 1) drawPolygon(name, [x - 30, y - 20, x + 30, y - 24, x, y + 28])
  else drawLine(name, [x - 40, y - 30, x + 20, y + 35, x + 30, y - 35])
  setStroke(name, i % 4 === 0 ? '#aa3322' : '#224466', 0.5 + (i % 5) * 2)
  if (i % 3 < 2) setFill(name, i % 2 === 0 ? '#88aadd80' : '#ddaa6640')
}
// here
`

const CHANGES = {
  nothing: '',
  'another colour': "setFill('e12', '#00aa00')",
  'a wider pen': "setStroke('e22', '#000000', 24)",
  'a move': "translate('e33', 90, -40)",
  'a shape less': "deleteEntity('e21')",
  'a shape more': "drawCircle('new', 150, 80, 44)\nsetFill('new', '#ff000060')",
  'another order': "drawOrder('e7', 'front')\ndrawOrder('e40', 'back')",
  'a group': "createGroup('g', ['e1', 'e30', 'e31'])\ntranslate('g', 12, 9)",
  'a text': "drawText('words', 'Changed', -90, 20, 40)",
  'another layer': "setLayer('e13', 'other')",
  'all of it': "for (const name of listEntities()) setStroke(name, '#550055', 3)",
} as const

/** The side of the squares whose mean colours are compared, in pixels. */
const SQUARE = 4

/**
 * The most by which they may be different. Chromium rasterises the edge of a stroke otherwise where a clip cuts it: single squares
 * on such edges differ by up to 20 of 255; a shape that is missing or left over differs by more than 60.
 */
const MAX_DIFFERENCE = 24

/** The red, green and blue of each square of the picture. */
async function squares({ page }: Shown): Promise<number[]> {
  // A quarter of a million numbers come many times faster as the letters of one text than as an array.
  const letters: string = await page.evaluate(`(() => {
    const canvas = document.getElementById('canvas')
    const [across, down] = [canvas.width, canvas.height].map((side) => Math.floor(side / ${SQUARE}))
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const sums = new Array(3 * across * down).fill(0)
    for (let y = 0; y < down * ${SQUARE}; y += 1)
      for (let x = 0; x < across * ${SQUARE}; x += 1)
        for (let part = 0; part < 3; part += 1)
          sums[3 * (Math.floor(y / ${SQUARE}) * across + Math.floor(x / ${SQUARE})) + part] +=
            data[4 * (y * canvas.width + x) + part]
    return sums.map((sum) => String.fromCharCode(Math.round(sum / ${SQUARE ** 2}))).join('')
  })()`)
  return [...Buffer.from(letters, 'latin1')]
}

describe.skipIf(!hasBrowser)('the picture of a changed scene', () => {
  test('is the picture that a page shows which is opened on that scene', async () => {
    const dir = projectOf({ main: MAIN })
    const { url } = await serve(dir)
    const live = await show(url)
    const fresh = await show(url)
    await live.settle()
    for (const [what, code] of Object.entries(CHANGES)) {
      const before = await live.page.evaluate('window.scenewrightView.store.state.model.transactionId')
      save(fileOf(dir, 'main'), MAIN.replace('// here', `// ${what}\n${code}`))
      await until(
        live.page,
        `window.scenewrightView.store.state.model.transactionId !== ${JSON.stringify(before)}`,
      ).catch(async (cause) => {
        throw new Error(`${what}: ${await live.page.locator('#banner').textContent()}`, { cause })
      })
      await live.settle()
      await fresh.page.reload()
      await fresh.settle()
      const [shown, wanted] = [await squares(live), await squares(fresh)]
      expect(shown.length, what).toBe(wanted.length)
      const other = shown.filter((value, index) => Math.abs(value - (wanted[index] ?? 0)) > MAX_DIFFERENCE)
      expect(other, what).toEqual([])
    }
  })
})
