// Faults that a careful person would call cut off, mute or misleading on the page: measured in boxes, pixels and words.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, PROGRAM, projectOf, save, scratch } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, type Shown } from './browser.js'

afterAll(closeBrowser)

async function opened(dir: string, options: Parameters<typeof show>[1] = {}): Promise<Shown> {
  const { url } = await serve(dir)
  const view = await show(url, options)
  await view.settle()
  return view
}

const readText = async ({ page }: Shown, selector: string): Promise<string> =>
  (await page.locator(selector).textContent()) ?? ''

/** True if all of an element is within the boxes of another one. */
const isWithin = ({ page }: Shown, inner: string, outer: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const [a, b] = [${JSON.stringify(inner)}, ${JSON.stringify(outer)}].map((it) => document.querySelector(it).getBoundingClientRect())
    return a.height > 0 && a.top >= b.top - 0.5 && a.bottom <= b.bottom + 0.5 && a.left >= b.left - 0.5 && a.right <= b.right + 0.5
  })()`)

/** Moves a hand from one place of the world to another, and stops there. */
async function drag(view: Shown, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const [a, b] = [await view.at(...from), await view.at(...to)]
  await view.page.mouse.move(a.x, a.y)
  await view.page.mouse.down()
  for (const part of [0.3, 0.6, 1]) await view.page.mouse.move(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
}

/** How many pixels around a place of the window have the ground of a label. */
const labelled = ({ page }: Shown, { x, y }: { x: number; y: number }): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.getElementById('canvas')
    const box = canvas.getBoundingClientRect()
    const ratio = canvas.width / box.width
    const { data } = canvas.getContext('2d').getImageData((${x} - 60 - box.left) * ratio, (${y} - 40 - box.top) * ratio, 120 * ratio, 34 * ratio)
    let dark = 0
    for (let at = 0; at < data.length; at += 4) if (data[at] === 0x1e && data[at + 1] === 0x22 && data[at + 2] === 0x27) dark += 1
    return dark
  })()`)

const PLATE = `setUnits('mm')
drawRect('plate', 0, 0, 80, 50)
drawCircle('hole', 10, 0, 5)
drawLine('edge', [-30, -10, -20, 0])
`

describe.skipIf(!hasBrowser)('a drag', () => {
  test('shows the value that it makes beside the pointer and where the pointer is', async () => {
    const view = await opened(projectOf({ main: PLATE }))
    await view.page.click('.node[data-name=hole]')
    await view.settle()
    const to = await view.at(18, 0)
    expect(await labelled(view, to)).toBe(0)
    await drag(view, [15, 0], [18, 0])
    await expect.poll(() => labelled(view, to)).toBeGreaterThan(300)
    expect(await readText(view, '#coordinates')).toBe('x 18   y 0')
    await view.page.mouse.up()
    await view.page.waitForSelector('.proposal ins')
    expect(await readText(view, '.proposal ins')).toContain("drawCircle('hole', 10, 0, 8)")
    await view.settle()
    expect(await labelled(view, to)).toBe(0)
  })

  test('that was proposed stays in sight when the measures of the shape come after it', async () => {
    const view = await opened(projectOf({ main: PLATE }), { viewport: { width: 1_280, height: 560 } })
    const { page } = view
    let release: (() => void) | undefined
    await page.route('**/call', async (route) => {
      const isMeasure = route.request().postData()?.includes('"measure"') === true
      if (isMeasure) await new Promise<void>((go) => (release = go))
      await route.continue()
    })
    await page.click('.node[data-name=hole]')
    await drag(view, [15, 0], [18, 0])
    await page.mouse.up()
    await page.waitForSelector('.proposal ins')
    await page.waitForSelector('.source pre')
    expect(await isWithin(view, '.proposal', '#inspector')).toBe(true)
    await expect.poll(() => release).toBeDefined()
    release?.()
    await expect.poll(() => readText(view, '#inspector dl')).toContain('Area')
    expect(await isWithin(view, '.proposal', '#inspector')).toBe(true)
  })

  test('that was proposed is put away with a word when somebody else changes the drawing, and not by its own change', async () => {
    const dir = projectOf({ main: PLATE })
    const view = await opened(dir)
    await view.page.click('.node[data-name=hole]')
    await view.settle()
    await drag(view, [15, 0], [18, 0])
    await view.page.mouse.up()
    await view.page.waitForSelector('.proposal ins')
    save(fileOf(dir, 'main'), PLATE.replace('10, 0, 5', '10, 0, 6'))
    await expect.poll(() => readText(view, '#toast')).toContain('so the proposal was discarded')
    expect(await view.page.locator('.proposal').count()).toBe(0)
    await view.page.click('#toast')
    await view.page.fill('[data-measure=radius]', '7')
    await view.page.keyboard.press('Tab')
    await view.page.click('[data-confirm]')
    await until(view.page, "window.scenewrightView.store.state.live.find('hole').geometry.radius === 7")
    await view.settle()
    expect(await view.page.locator('#toast').isVisible()).toBe(false)
  })
})

describe.skipIf(!hasBrowser)('the reason of a refusal', () => {
  const MANY = `const values = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) => param(name, 5, { min: 0, max: 10 }))
const last = param('last', 5, { min: 0, max: 10 })
drawRect('plate', 0, 0, 80, 50 + values[0])
invariant('room', () => last > 1, 'there is no room')
`

  test('is in sight beside its control, at the end of a list that is scrolled too', async () => {
    const view = await opened(projectOf({ main: MANY }), { viewport: { width: 1_280, height: 720 } })
    await view.page.fill('#parameter-last', '0.5')
    await view.page.keyboard.press('Enter')
    await expect.poll(() => readText(view, '#parameter-last-complaint')).toContain('there is no room')
    await expect.poll(() => isWithin(view, '#parameter-last-complaint', '#parameters')).toBe(true)
    await view.page.fill('#parameter-last', '50')
    await view.page.keyboard.press('Enter')
    await expect.poll(() => readText(view, '#parameter-last-complaint')).toContain('50 is more than 10')
    expect(await isWithin(view, '#parameter-last-complaint', '#parameters')).toBe(true)
    // The frame of what has the focus is whole: its left edge is painted.
    await view.page.focus('input[type=range][data-parameter=last]')
    await view.page.keyboard.press('Tab')
    await view.page.keyboard.press('Shift+Tab')
    const [frame, list] = await Promise.all(
      ['input[type=range][data-parameter=last]', '#parameters'].map((it) => view.page.locator(it).boundingBox()),
    )
    expect(frame!.x - 3).toBeGreaterThanOrEqual(list!.x)
    expect(frame!.x + frame!.width + 3).toBeLessThanOrEqual(list!.x + list!.width)
  })

  test('is gone once the server is there again that did not answer', async () => {
    const [dir, state] = [projectOf({ main: MANY }), scratch()]
    const first = await serve(dir, [], state)
    const view = await show(first.url)
    await view.settle()
    first.process.kill('SIGKILL')
    await expect.poll(() => readText(view, '#connection')).toBe('Not connected')
    await view.page.focus('input[type=range][data-parameter=last]')
    await view.page.keyboard.press('ArrowRight')
    await expect.poll(() => readText(view, '#parameter-last-complaint')).toContain('does not answer')
    await view.page.click('#undo')
    await expect.poll(() => readText(view, '#toast')).toContain('Undo was not possible')
    await serve(dir, [], state)
    await expect.poll(() => readText(view, '#connection')).toBe('Live')
    await expect.poll(() => readText(view, '#parameter-last-complaint')).toBe('')
    expect(await view.page.locator('#toast').isVisible()).toBe(false)
    expect(await readText(view, '#parameters-state')).toBe('')
  })
})

/** Two shapes on a layer that no machine knows, and doubles. */
const FAULTY = `setUnits('mm')
drawRect('one', 0, 0, 10, 10)
drawRect('two', 30, 0, 10, 10)
for (const name of ['one', 'two']) setLayer(name, 'odd')
for (let i = 0; i < 120; i++) for (const side of ['a', 'b']) {
  drawCircle(side + i, 20 * (i % 20), 40 + 20 * Math.floor(i / 20), 4)
  setLayer(side + i, 'cut')
}
drawLine('open', [0, -20, 30, -20, 30, -40])
setLayer('open', 'cut')
`

describe.skipIf(!hasBrowser)('a finding', () => {
  test('that counts two shapes names them, in the list and before an export', async () => {
    const view = await opened(projectOf({ main: FAULTY }))
    await view.page.keyboard.press('c')
    await view.page.waitForSelector('[data-rule]')
    await view.page.selectOption('#check-profile', 'laser')
    const odd = view.page.locator('[data-rule=unknown-layer]')
    await expect.poll(() => odd.textContent()).toContain('2 entities')
    expect(await odd.locator('.count').textContent()).toBe('unknown-layer · one, two')
    expect(await readText(view, '#check-words')).toMatch(/, checked for a laser\.$/)
    await view.page.focus('#canvas')
    await view.page.keyboard.press('e')
    await until(view.page, "!document.getElementById('export-download').disabled")
    const listed = await view.page.locator('#export-summary .found').innerText()
    expect(listed).toContain('one, two')
    // The export itself warns of the lint too, in words for a model.
    expect(listed).not.toMatch(/lint \(|inspect with view|dedupe/)
    const summary = (await view.page.locator('#export-summary').innerText()).replaceAll('\n', ' ')
    expect(summary).toContain('120 found, left out')
    expect(summary).toMatch(/Check (?:1 error, 1 warning|2 warnings|1 warning), checked? ?|for a laser/)
    await view.page.click('#export-dedupe')
    await until(view.page, "!document.getElementById('export-download').disabled")
    expect(await view.page.locator('#export-summary .found').innerText()).toMatch(
      /and \d+ more, which the check \(C\) lists/,
    )
    expect(view.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('code with an Arabic text', () => {
  /** The places of words in an element, from left to right. */
  const placesOf = ({ page }: Shown, selector: string, words: readonly string[]): Promise<number[]> =>
    page.evaluate(`(() => {
      const element = [...document.querySelectorAll(${JSON.stringify(selector)})].at(-1)
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const nodes = []
      while (walker.nextNode()) nodes.push(walker.currentNode)
      return ${JSON.stringify(words)}.map((word) => {
        const node = nodes.find((it) => it.data.includes(word))
        const range = document.createRange()
        range.setStart(node, node.data.indexOf(word))
        range.setEnd(node, node.data.indexOf(word) + word.length)
        return range.getBoundingClientRect().left
      })
    })()`)

  test('has its numbers in the order in which they are written', async () => {
    const line = "drawText('ثقب', 'مرحبا بكم', -20, 35, 6)"
    const dir = projectOf({ main: `drawCircle('قطر', 10, 22, 6)\n${line}\nconsole.log('ثقب', 641, 642)\n` })
    const view = await opened(dir)
    const { page } = view
    const rising = async (selector: string, words: readonly string[]): Promise<void> => {
      const places = await placesOf(view, selector, words)
      expect(places, selector).toEqual([...places].sort((a, b) => a - b))
      expect(new Set(places).size).toBe(words.length)
    }
    await page.evaluate("window.scenewrightView.store.set({ selected: ['قطر'] })")
    await page.waitForSelector('.source pre')
    await rising('.source code.here', ['drawCircle', 'قطر', '10', '22', '6)'])
    // The letters are those of the code.
    expect(await readText(view, '.source code.here')).toBe("1drawCircle('قطر', 10, 22, 6)")
    await page.fill('[data-measure=radius]', '7')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.proposal ins')
    await rising('.proposal ins', ['drawCircle', 'قطر', '10', '22', '7)'])
    await rising('.proposal del', ['drawCircle', 'قطر', '10', '22', '6)'])
    await page.focus('#canvas')
    await page.keyboard.press('l')
    await expect.poll(() => readText(view, '#console-rows')).toContain('641')
    await rising('#console-rows > div', ['ثقب', '641', '642'])
    save(fileOf(dir, 'main'), `${line.slice(0, -1)}\n`)
    await expect.poll(() => readText(view, '#banner')).toContain('fails')
    await rising('#banner pre', ['drawText', 'ثقب', 'مرحبا', '20', '35', '6'])
  })
})

describe.skipIf(!hasBrowser)('the scale', () => {
  test.each(['light', 'dark'] as const)(
    'stands on a ground of its own over a drawing that fills the window, %s',
    async (colorScheme) => {
      // White and black change places on a dark ground.
      const dir = projectOf({ main: "drawRect('sheet', 0, 0, 800, 800)\nsetFill('sheet', 'black')\n" })
      const view = await opened(dir, { colorScheme })
      await view.page.focus('#canvas')
      for (let i = 0; i < 6; i += 1) await view.page.keyboard.press('+')
      await view.settle()
      const grey = (x: number, fromBottom: number): Promise<number> =>
        view.page.evaluate(`(() => {
        const canvas = document.getElementById('canvas')
        return canvas.getContext('2d').getImageData(${x}, canvas.height - ${fromBottom}, 1, 1).data[1]
      })()`)
      const [drawing, ground, bar] = [await grey(300, 200), await grey(40, 13), await grey(40, 17)]
      expect(Math.abs(drawing - ground)).toBeGreaterThan(150)
      expect(Math.abs(bar - ground)).toBeGreaterThan(100)
    },
  )
})

describe.skipIf(!hasBrowser)('pictures in windows', () => {
  const isSharp = ({ page }: Shown, selector: string): Promise<boolean> =>
    page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].every((it) =>
      Math.abs(it.width - it.clientWidth * devicePixelRatio) <= 1 && Math.abs(it.height - it.clientHeight * devicePixelRatio) <= 1)`)

  test.each([1, 2])('have the pixels of a screen with %i of them to a point', async (deviceScaleFactor) => {
    const dir = projectOf({ main: PLATE })
    const made = spawnSync(process.execPath, [PROGRAM, 'fork', 'other', '--root', dir], { encoding: 'utf8' })
    expect(made.status, made.stderr).toBe(0)
    const view = await opened(dir, { deviceScaleFactor, viewport: { width: 1_280, height: 900 } })
    // Keys do nothing until there is a drawing to export, and a fork to show.
    await expect.poll(() => readText(view, '#tool-forks')).toBe('1 fork')
    await view.page.keyboard.press('e')
    await until(view.page, "!document.getElementById('export-download').disabled")
    expect(await isSharp(view, '#export-picture')).toBe(true)
    await view.page.keyboard.press('Escape')
    await until(view.page, "!document.getElementById('export').open")
    // The browser reports the end of a window a moment after it is closed.
    await view.settle()
    await expect
      .poll(async () => {
        const isOpen = await view.page.evaluate("document.getElementById('forks').open")
        if (!isOpen) await view.page.keyboard.press('f')
        return isOpen
      })
      .toBe(true)
    await expect.poll(() => readText(view, '.differences')).toBe('Draws the same.')
    expect(await isSharp(view, '.pane canvas')).toBe(true)
    // A ring around the whole window says nothing about what Enter would do.
    expect(await view.page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Close')
    expect(view.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('a window of 400 pixels', () => {
  test('says what was marked, and where the note is', async () => {
    const view = await opened(projectOf({ main: PLATE }), { viewport: { width: 400, height: 800 } })
    await view.page.keyboard.press('p')
    await drag(view, [-32, -12], [-18, 2])
    await view.page.mouse.up()
    await expect
      .poll(() => readText(view, '#toast'))
      .toBe('“edge” is marked. Write the note in the panel at the right (N).')
    const toast = (await view.page.locator('#toast').boundingBox())!
    expect(toast.height).toBeLessThan(60)
    await view.page.keyboard.press('n')
    expect(await view.page.locator('#note-text').isVisible()).toBe(true)
    expect(await readText(view, '#note-state')).toBe('with “edge”')
  })

  test('shows the sign of a clean drawing only where it was checked', async () => {
    const { url } = await serve(projectOf({ main: PLATE }))
    const view = await show('about:blank', { viewport: { width: 400, height: 800 } })
    await view.page.route('**/call', (route) => route.abort())
    await view.page.goto(url)
    await view.settle()
    const sign = (): Promise<string> =>
      view.page.evaluate("getComputedStyle(document.getElementById('check-badge'), '::before').content")
    await expect.poll(() => readText(view, '#check-badge')).toBe('Not checked')
    expect(await sign()).toBe('"…"')
    await view.page.unroute('**/call')
    await view.page.reload()
    await expect.poll(() => readText(view, '#check-badge')).toBe('Clean')
    expect(await sign()).toBe('"✓"')
  })

  test('and a wide one name a marked place without a thing', async () => {
    const view = await opened(projectOf({ main: PLATE }))
    await view.page.keyboard.press('p')
    await drag(view, [-20, 30], [-10, 31])
    await view.page.mouse.up()
    await expect.poll(() => readText(view, '#note-state')).toBe('with the marked place')
    expect(await view.page.locator('#toast').isVisible()).toBe(false)
  })
})

describe.skipIf(!hasBrowser)('a file', () => {
  test('offers nothing that it cannot do', async () => {
    const { url } = await serve(projectOf({ main: PLATE }))
    const path = join(scratch(), 'drawing.html')
    writeFileSync(path, await (await fetch(`${url}file`)).text())
    const view = await show(`file://${path}`)
    await view.settle()
    for (const selector of ['#note', '#tool-brush', '#tool-compare', '#tool-console', '#undo', '#redo', '#check-badge'])
      expect(await view.page.locator(selector).isVisible(), selector).toBe(false)
    expect(await readText(view, '#commits')).toBe('A file with one state of the drawing.')
    await view.page.click('.node[data-name=hole]')
    // It knows the line, and has no code to show.
    await view.page.waitForSelector('#place')
    expect(await readText(view, '#place')).toBe('main:3:1')
    expect(await view.page.locator('.source pre').count()).toBe(0)
    for (const key of ['p', 'b', 'n', 'l', ',', 'c', 'f', 'e']) await view.page.keyboard.press(key)
    expect(await view.page.evaluate('window.scenewrightView.store.state.tool')).toBe('select')
    expect(await view.page.locator('#toast').isVisible()).toBe(false)
    await view.page.focus('#canvas')
    await view.page.keyboard.press('?')
    const keys = await view.page.locator('#help').innerText()
    expect(keys).toContain('Measure')
    expect(keys).not.toMatch(/agent|strip|fork|Console|Undo|Export/)
    expect(view.faults).toEqual([])
  })
})
