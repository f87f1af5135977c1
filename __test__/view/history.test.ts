// The strip of commits: its pictures, its words, and what stays in sight of both.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, openProject, PROGRAM, projectOf, save } from '../support.js'
import { commitTitle } from '../../view/words.js'
import type { HistoryRow } from '../../view/wire.js'
import { closeBrowser, hasBrowser, serve, show, shown, until, type Shown } from './browser.js'

afterAll(closeBrowser)

async function opened(dir: string, options: Parameters<typeof show>[1] = {}): Promise<Shown> {
  const { url } = await serve(dir)
  const view = await show(url, options)
  await until(view.page, 'window.scenewrightView.store.state.isLoaded')
  return view
}

/** Dots, and a red box whose place says which commit it was. */
const dots = (count: number, step: number): string => `setUnits('mm')
for (let i = 0; i < ${count}; i++) drawCircle('c' + i, (i % 200) * 10, Math.floor(i / 200) * 10, 2)
drawRect('box', ${step * 200}, 1000, 180, 900)
setFill('box', '#ff0000')
setStroke('box', '#ff0000', 1)
`

/** Where the red of each picture in sight begins, as a share of its width; nothing where there is no picture. */
const redOf = ({ page }: Shown): Promise<(number | null)[]> =>
  page.evaluate(`[...document.querySelectorAll('.commit')].map((chip) => {
    const canvas = chip.querySelector('canvas')
    if (!canvas) return null
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    for (let x = 0; x < canvas.width; x++) for (let y = 0; y < canvas.height; y++) {
      const at = 4 * (y * canvas.width + x)
      if (data[at] > 180 && data[at + 1] < 110 && data[at + 2] < 110 && data[at + 3] > 200) return x / canvas.width
    }
    return null
  })`)

const texts = ({ page }: Shown, selector: string): Promise<string> => page.locator(selector).innerText()

describe.skipIf(!hasBrowser)('what is selected', () => {
  test('in an earlier commit has the area of then, no lines of the present code, and goes to the agent as such', async () => {
    const dir = projectOf({})
    const project = await openProject(dir)
    await project.write({ file: 'main', text: "drawRect('plate', 0, 0, 10, 5)\n" })
    await project.write({ file: 'main', text: "// one\n// two\ndrawRect('plate', 0, 0, 20, 5)\n" })
    const view = await opened(dir)
    await view.settle()
    const { page } = view
    await until(page, "document.querySelectorAll('.commit').length === 2")
    await page.evaluate("window.scenewrightView.store.set({ selected: ['plate'] })")
    await expect.poll(() => texts(view, '#inspector')).toContain('100 mm²')
    await expect.poll(() => texts(view, '#inspector')).toContain("drawRect('plate', 0, 0, 20, 5)")
    await page.locator('.commit').first().dblclick()
    await expect.poll(() => texts(view, '#inspector')).toContain('50 mm²')
    await expect.poll(() => texts(view, '#inspector')).toContain('main:1:1')
    expect(await texts(view, '#inspector')).toMatch(/Was drawn by\s+main:1:1$/)
    await page.fill('#note-text', 'As it was here')
    await page.click('#note-send')
    await expect.poll(() => page.textContent('#note-state')).toContain('Sent')
    const notes = join(dir, '.scenewright', 'notes')
    const note = JSON.parse(readFileSync(join(notes, readdirSync(notes)[0]!), 'utf8')) as { text: string }
    const id = await page.evaluate('window.scenewrightView.store.state.past.id')
    expect(note.text).toContain(`Seen in the drawing after commit ${id}, and in its code`)
    expect(note.text).toContain('plate at main:1')
  })

  test('has no area of the committed drawing while a slider shows another', async () => {
    const main = "const width = param('width', 10, { min: 5, max: 50 })\ndrawRect('plate', 0, 0, width, 5)\n"
    const view = await opened(projectOf({ main }))
    await view.settle()
    const { page } = view
    await page.evaluate("window.scenewrightView.store.set({ selected: ['plate'] })")
    await expect.poll(() => texts(view, '#inspector')).toContain('50 mm²')
    const slider = (await page.locator('.parameter input[type=range]').boundingBox())!
    await page.mouse.move(slider.x + 40, slider.y + slider.height / 2)
    await page.mouse.down()
    await page.mouse.move(slider.x + 200, slider.y + slider.height / 2)
    await until(page, "window.scenewrightView.store.state.model.find('plate').geometry.width > 20")
    await expect.poll(() => texts(view, '#inspector')).toMatch(/Area\s+…/)
    const width = Number(await page.inputValue('.parameter input[type=range]'))
    await page.mouse.up()
    await until(page, '!window.scenewrightView.store.state.isPreview')
    await expect.poll(() => texts(view, '#inspector')).toContain(`${Number((5 * width).toFixed(3))} mm²`)
  })
})

test.skipIf(!hasBrowser)('a restore of what is there already says so, and leaves nothing for undo', async () => {
  const dir = projectOf({ main: "const w = param('w', 8, { min: 4, max: 12 })\ndrawRect('plate', 0, 0, w, 4)\n" })
  const project = await openProject(dir)
  await project.run({ parameters: { w: 9 } })
  await project.run({ parameters: { w: 10 } })
  await project.undo()
  await project.redo()
  const view = await opened(dir)
  await view.settle()
  const { page } = view
  await until(page, "document.querySelectorAll('.commit').length === 4")
  const width = 'window.scenewrightView.store.state.live.find("plate").geometry.width'
  await page.locator('.commit').nth(1).dblclick()
  await page.click('#restore')
  await expect.poll(() => texts(view, '#toast')).toContain('nothing to restore')
  await page.click('#back-to-now')
  expect(await page.locator('.commit').count()).toBe(4)
  // The commit before it is another width, and its restore is what undo reverses.
  await page.locator('.commit').nth(0).dblclick()
  await page.click('#restore')
  await until(page, `${width} === 9`)
  await page.click('#undo')
  await until(page, `${width} === 10`)
  expect(view.faults).toEqual([])
})

test.skipIf(!hasBrowser)('an undo and a restore are seen in a strip that was scrolled to earlier commits', async () => {
  const dir = projectOf({})
  const project = await openProject(dir, { durability: 'fast' })
  for (let width = 1; width <= 20; width += 1)
    await project.write({ file: 'main', text: `drawRect('plate', 0, 0, ${width}, 5)\n` })
  const view = await opened(dir)
  const { page } = view
  /** What stands last in the part of the strip that is in sight. */
  const last = (): Promise<string> =>
    page.evaluate(`(() => {
      const right = document.getElementById('commits').getBoundingClientRect().right
      return [...document.querySelectorAll('.commit')].filter((it) => it.getBoundingClientRect().right <= right + 1).at(-1).innerText
    })()`)
  const scroll = (): Promise<void> => page.evaluate("document.getElementById('commits').scrollLeft = 0")
  await until(page, "document.querySelectorAll('.commit').length > 3")
  await scroll()
  await expect.poll(last).not.toContain('20 × 5')
  await page.click('#undo')
  await expect.poll(last).toContain('Undone')
  await scroll()
  await expect.poll(last).not.toContain('Undone')
  await page.locator('.commit').nth(1).click()
  await page.click('#restore')
  await expect.poll(last).toContain('Restored')
})

describe.skipIf(!hasBrowser)('pictures of commits', () => {
  // As many as the page paints itself, when it is quiet; and as many as the server paints.
  test.each([
    [6_000, 3, 4],
    [20_001, 1, 1],
  ])('of %i shapes come for a burst of commits, and for those that are scrolled to', async (count, before, after) => {
    const dir = projectOf({})
    const project = await openProject(dir, { durability: 'fast' })
    const move = async (step: number): Promise<void> => {
      const from = `'box', ${(step - 1) * 200},`
      const moved = await project.edit({ file: 'main', oldText: from, newText: `'box', ${step * 200},` })
      expect(moved.status).toBe('committed')
    }
    await project.write({ file: 'main', text: dots(count, 0) })
    for (let step = 1; step <= before; step += 1) await move(step)
    const view = await opened(dir, { viewport: { width: 1_000, height: 700 } })
    await view.settle()
    // With the page open, one after the other without a pause.
    for (let step = before + 1; step <= before + after; step += 1) await move(step)
    await until(view.page, `window.scenewrightView.store.state.history.length === ${before + after + 1}`, 50_000)
    const inSight = 'document.querySelectorAll(".commit").length'
    await expect
      .poll(async () => (await redOf(view)).filter((red) => red !== null).length)
      .toBe(await view.page.evaluate(inSight))
    // Each commit moved the box to the right, so its picture must show the box further right than the one before.
    const places = (await redOf(view)) as number[]
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places.at(-1)! - places[0]!).toBeGreaterThan(0.01)
    expect(view.faults).toEqual([])
  })

  test('are not given up where the server was gone for a while', async () => {
    const dir = projectOf({ main: "drawRect('a', 0, 0, 10, 10)\n" })
    const project = await openProject(dir)
    for (const size of [20, 30, 40]) await project.write({ file: 'main', text: `drawRect('a', 0, 0, ${size}, 10)\n` })
    const { url } = await serve(dir)
    const view = await show('about:blank')
    await view.page.route('**/scene?at=*', (route) => route.abort())
    await view.page.goto(url)
    await view.settle()
    await until(view.page, 'document.querySelectorAll(".commit").length === 3')
    await view.page.waitForTimeout(300)
    await view.page.unroute('**/scene?at=*')
    await project.write({ file: 'main', text: "drawRect('a', 0, 0, 50, 10)\n" })
    await until(view.page, 'document.querySelectorAll(".commit canvas.picture").length === 4')
  })
})

describe.skipIf(!hasBrowser)('the words of a commit', () => {
  const PLATE = "drawRect('plate', 0, 0, 80, 50)\ndrawCircle('hole', 10, 0, 5)\n"

  test('have the whole of a long message in two lines, what was drawn, and who and when in sight', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    await project.apply({
      changes: [{ type: 'edit', file: 'main', oldText: '10, 0, 5', newText: '10, 0, 6' }],
      message: 'Widen the hole for the sleeve of the bearing as asked by the workshop this morning',
    })
    await project.apply({
      changes: [{ type: 'write', file: 'lib', text: 'export const a = 1\n' }],
      message: 'Prepare the module of all the sleeves',
    })
    const view = await opened(dir, { viewport: { width: 400, height: 720 } })
    await expect.poll(() => view.page.locator('.commit').count()).toBe(2)
    const [drawn, plain] = [view.page.locator('.commit').first(), view.page.locator('.commit').last()]
    expect(await drawn.locator('.drawn').textContent()).toBe('hole: Ø10 → Ø12')
    expect(await drawn.locator('.who').textContent()).toMatch(/^Agent, apply · (?:\d\d:\d\d|\w{3} \d+)$/)
    expect(await plain.locator('.drawn').isVisible()).toBe(false)
    const measured = (await view.page.evaluate(`[...document.querySelectorAll('.commit')].map((chip) => {
      const outer = chip.getBoundingClientRect()
      return ['.what', '.drawn', '.who'].flatMap((name) => {
        const it = chip.querySelector(name)
        const { top, bottom, height } = it.getBoundingClientRect()
        if (height === 0) return []
        return [{ name, lines: Math.round(height / 13.5), isIn: top >= outer.top - 0.5 && bottom <= outer.bottom + 0.5, isCut: it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight + 1 }]
      })
    })`)) as { name: string; lines: number; isIn: boolean; isCut: boolean }[][]
    expect(measured[1]).toEqual([
      { name: '.what', lines: 2, isIn: true, isCut: false },
      { name: '.who', lines: 1, isIn: true, isCut: false },
    ])
    expect(measured[0]).toEqual([
      { name: '.what', lines: 1, isIn: true, isCut: true },
      { name: '.drawn', lines: 1, isIn: true, isCut: false },
      { name: '.who', lines: 1, isIn: true, isCut: false },
    ])
    // The cut part stands in the title, each thing once, without anything useless to a person.
    await project.undo()
    await expect.poll(() => view.page.locator('.commit').count()).toBe(3)
    const titles = await view.page
      .locator('.commit')
      .evaluateAll((chips) => chips.map((chip) => chip.getAttribute('title')!))
    expect(titles[0]).toContain('this morning\nhole: Ø10 → Ø12\n')
    for (const title of titles) {
      expect(title).not.toMatch(/replacement|[0-9a-f]{20}|\b(?:AM|PM)\b/)
      const lines = title.split('\n')
      expect(new Set(lines).size).toBe(lines.length)
    }
    expect(view.faults).toEqual([])
  })

  test('have values that read from the left after a name that is written from the right', async () => {
    const main = (width: number): string =>
      `const w = param('عرض', 80, { min: 40, max: 200 })\ndrawRect('لوحة', 0, 0, ${width}, w)\n`
    const dir = projectOf({ main: main(40) })
    const project = await openProject(dir)
    await project.write({ file: 'main', text: main(60) })
    await project.run({ parameters: { عرض: 120 } })
    const message = 'عرض اللوحة من 60 إلى 90، كما طلبت في الرسالة الأخيرة من هذا الصباح'
    await project.apply({ changes: [{ type: 'write', file: 'main', text: main(90) }], message })
    const view = await opened(dir)
    await until(view.page, "document.querySelectorAll('.commit').length === 3")
    /** Where the characters of a title are, from the left. */
    const lefts = (index: number, parts: readonly string[]): Promise<number[]> =>
      view.page.evaluate(`(() => {
        const text = document.querySelectorAll('.commit .what')[${index}].firstChild
        return ${JSON.stringify(parts)}.map((part) => {
          const range = document.createRange()
          range.setStart(text, text.data.indexOf(part))
          range.setEnd(text, text.data.indexOf(part) + part.length)
          return range.getBoundingClientRect().left
        })
      })()`)
    for (const [index, parts] of [
      [0, ['لوحة', '40', '→']],
      [1, ['عرض', '80', '→', '120']],
    ] as const) {
      const places = await lefts(index, parts)
      expect(places, parts.join(' ')).toEqual(places.toSorted((a, b) => a - b))
    }
    // A sentence begins on the right, and its end is what is cut.
    const [first = 0, next = 0] = await lefts(2, ['عرض', 'اللوحة'])
    const box = (await view.page.locator('.commit .what').nth(2).boundingBox())!
    expect(first).toBeGreaterThan(next)
    expect(first).toBeLessThan(box.x + box.width)
    expect(next).toBeGreaterThan(box.x)
  })

  test('fade where the strip goes on, and at its ends do not', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    for (let size = 6; size < 14; size += 1) {
      await project.edit({ file: 'main', oldText: `10, 0, ${size - 1}`, newText: `10, 0, ${size}` })
    }
    const view = await opened(dir, { viewport: { width: 1_000, height: 700 } })
    await until(view.page, 'window.scenewrightView.store.state.history.length === 8')
    const fades = (): Promise<string> => view.page.evaluate('document.getElementById("commits").className')
    await expect.poll(fades).toBe('more-left')
    await view.page.focus('#commits')
    await view.page.keyboard.press('Home')
    await expect.poll(fades).toBe('more-right')
    await view.page.evaluate('document.getElementById("commits").scrollLeft = 200')
    await expect.poll(async () => (await fades()).split(' ').sort()).toEqual(['more-left', 'more-right'])
  })

  test('stay whole in a strip that has little room beside the forks', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    for (let size = 6; size < 9; size += 1) {
      await project.edit({ file: 'main', oldText: `10, 0, ${size - 1}`, newText: `10, 0, ${size}` })
    }
    expect(spawnSync(process.execPath, [PROGRAM, 'fork', 'other', '--root', dir]).status).toBe(0)
    const view = await opened(dir, { viewport: { width: 400, height: 720 } })
    await view.page.waitForSelector('#tool-forks:not([hidden])')
    await until(view.page, 'window.scenewrightView.store.state.history.length === 3')
    const boxes = async (): Promise<(number | undefined)[]> => {
      const [list, chip] = await Promise.all(
        ['#commits', '.commit[data-last]'].map((it) => view.page.locator(it).boundingBox()),
      )
      return [chip!.x - list!.x, list!.x + list!.width - chip!.x - chip!.width]
    }
    await expect.poll(async () => Math.min(...((await boxes()) as number[]))).toBeGreaterThanOrEqual(-0.5)
    expect(await view.page.locator('.commit[data-last] .who').isVisible()).toBe(true)
  })

  test('say what a person did: values that were saved, and the last good code', async () => {
    const dir = projectOf({ main: `const w = param('w', 80, { min: 40, max: 160 })\n${PLATE.replace('80', 'w')}` })
    const project = await openProject(dir)
    await project.edit({ file: 'main', oldText: '10, 0, 5', newText: '10, 0, 6' })
    const view = await opened(dir)
    await view.settle()
    const last = (part: string) => view.page.locator('.commit[data-last]').locator(part).textContent()
    await view.page.fill('#set-name', 'wide')
    await view.page.click('#save-set')
    await expect.poll(() => last('.what')).toBe('Values “wide” saved')
    expect(await last('.who')).toMatch(/^Person · /)
    // This server has changed the code itself: that is no reason to refuse what a person restores.
    await view.page.click('.node[data-name=hole]')
    await view.page.fill('[data-measure=radius]', '7')
    await view.page.keyboard.press('Tab')
    await view.page.click('[data-confirm]')
    await expect.poll(() => last('.what')).toContain('Ø12 → Ø14')
    expect(await last('.who')).toMatch(/^By hand · /)
    save(fileOf(dir, 'main'), "drawRect('plate', 0, 0, -1, 50)\n")
    await view.page.click('#restore-code')
    await expect.poll(() => last('.what')).toBe('Restored the last good code of main')
    expect(await last('.who')).toMatch(/^Person · /)
    // All shapes were there before, though not in the code that failed.
    expect(await last('.drawn')).toBe('')
    expect(await view.page.locator('.commit[data-last]').getAttribute('title')).not.toContain('added')
    await expect.poll(() => view.page.locator('#connection').textContent()).toBe('Live')
    expect(await view.page.locator('#banner').isVisible()).toBe(false)
    // The code from before that never worked, so it cannot come back; what was changed before it can be undone still.
    await view.page.click('#undo')
    await view.page.waitForSelector('#way-on')
    expect(await view.page.locator('#banner strong').textContent()).toContain('the code from before that change fails')
    await view.page.click('#way-on')
    await expect.poll(() => last('.what')).toContain('Undone: ')
    await until(view.page, "window.scenewrightView.store.state.model.find('hole').geometry.radius === 6")
    expect(await view.page.locator('#banner').isVisible()).toBe(false)
    expect(view.faults).toEqual([])
  })
})

describe('the title of a commit', () => {
  const rows: HistoryRow[] = [
    { id: 'a1', time: '', tool: 'edit', message: 'edit main', scene: { drawing: ['hole: Ø6 → Ø10'] } },
    { id: 'b2', time: '', tool: 'restore', message: 'restore a1: edit main' },
    { id: 'c3', time: '', tool: 'restore', message: 'restore b2: restore a1: edit main' },
    { id: 'd4', time: '', tool: 'undo', message: 'undo c3: restore b2: restore a1: edit main', undoes: 'c3' },
    { id: 'e5', time: '', tool: 'restore', message: 'restore d4: undo c3: restore b2: restore a1: edit main' },
  ]
  const titleOf = (id: string, known = rows): string =>
    commitTitle(rows.find((row) => row.id === id)!, (it) => known.find((row) => row.id === it))

  test('of a restore is what was restored, without ids, however often it was', () => {
    expect(titleOf('b2')).toBe('Restored: hole: Ø6 → Ø10')
    expect(titleOf('c3')).toBe('Restored: hole: Ø6 → Ø10')
    expect(titleOf('d4')).toBe('Undone: Restored: hole: Ø6 → Ø10')
    expect(titleOf('e5')).toBe('Restored: Undone: Restored: hole: Ø6 → Ø10')
    // Earlier commits may not have been asked for yet.
    for (const id of ['b2', 'c3', 'e5']) expect(titleOf(id, [])).toBe('Restored: edit main')
  })
})

describe.skipIf(!hasBrowser)('earlier scenes', () => {
  /** A plate whose width says which commit it is of: the first is 10 wide. */
  const plate = (width: number): string => `drawRect('plate', 0, 0, ${width}, 10)\n`

  async function openedAfter(count: number): Promise<Shown & { readonly dir: string; width(): Promise<number> }> {
    const dir = projectOf({})
    const project = await openProject(dir)
    for (let n = 1; n <= count; n += 1) await project.write({ file: 'main', text: plate(10 * n) })
    const view = await opened(dir)
    await view.settle()
    await until(view.page, `window.scenewrightView.store.state.history.length === ${count}`)
    // The pictures are made of the scenes that are slow here.
    await until(view.page, `document.querySelectorAll(".commit canvas.picture").length === ${count}`)
    const width = (): Promise<number> =>
      shown(
        view.page,
        '(() => { const [left, , right] = window.scenewrightView.store.state.model.bounds; return right - left })()',
      )
    return { ...view, dir, width }
  }

  test('are as many back as the key was pressed, however fast, and a late one does not replace a later choice', async () => {
    const view = await openedAfter(6)
    let asked = 0
    await view.page.route('**/scene?at=*', async (route) => {
      asked += 1
      // The first comes last.
      await new Promise((go) => setTimeout(go, asked === 1 ? 900 : 100))
      await route.continue()
    })
    await view.page.focus('#canvas')
    for (let n = 0; n < 3; n += 1) await view.page.keyboard.press(',')
    await expect.poll(view.width).toBe(30)
    await view.page.waitForTimeout(1_200)
    expect(await view.width()).toBe(30)
    await view.page.keyboard.press(',')
    await view.page.keyboard.press('Escape')
    await view.page.waitForTimeout(400)
    expect(await view.width()).toBe(60)
    expect(view.faults).toEqual([])
  })

  test('begin with the newest commit where an editor has saved other code since', async () => {
    const view = await openedAfter(3)
    save(fileOf(view.dir, 'main'), plate(80))
    await expect.poll(view.width).toBe(80)
    await view.page.focus('#canvas')
    await view.page.keyboard.press(',')
    await expect.poll(view.width).toBe(30)
    await view.page.keyboard.press('.')
    await expect.poll(view.width).toBe(80)
    await view.page.keyboard.press('b')
    await expect.poll(() => view.page.locator('#before-name').textContent()).toContain('30')
    expect(view.faults).toEqual([])
  })

  test('come back with each press of Ctrl+Z, also while the one before runs', async () => {
    const view = await openedAfter(5)
    await view.page.focus('#canvas')
    for (let n = 0; n < 3; n += 1) await view.page.keyboard.press('Control+z')
    await expect.poll(view.width).toBe(20)
    for (let n = 0; n < 2; n += 1) await view.page.keyboard.press('Control+Shift+Z')
    await expect.poll(view.width).toBe(40)
    expect(view.faults).toEqual([])
  })
})
