// Actions by hand on the page that become code: values of dimensions, new dimensions; and marks for a note.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, projectOf, save } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, shown, type Shown } from './browser.js'

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

/** A dimension of each kind, on shapes whose measures are written as numbers. */
const KINDS = `drawRect('plate', 0, 0, 80, 50)
drawCircle('a', -20, 0, 5)
drawCircle('b', 10, 0, 5)
drawLine('l1', [0, 30, 40, 30])
drawLine('l2', [0, 30, 12, 46])
drawLine('l3', [0, 30, 0, 60])
drawPolygon('tri', [0, 0, 20, 0, 0, 10])
drawArc('arc', 60, 0, 10, 0, Math.PI / 2)
dimension('chain', { type: 'chain', points: [{ of: 'plate', at: 'left' }, 'a', 'b', { of: 'plate', at: 'right' }], side: 'above' })
dimension('base', { type: 'baseline', points: [{ of: 'plate', at: 'left' }, 'a', 'b'], side: 'below' })
dimension('al', { type: 'aligned', from: { of: 'l3', at: 'start' }, to: { of: 'l2', at: 'end' } })
dimension('edge', { type: 'aligned', of: 'tri', edge: 0 })
dimension('lines', { type: 'angle', lines: ['l1', 'l2'] })
dimension('turn', { type: 'angle', of: 'arc' })
dimension('corner', { type: 'angle', vertex: [0, 0], from: [30, 0], to: [0, 42.426407] })
dimension('ord', { type: 'ordinate', points: ['a', 'b'] })
dimension('sides', { type: 'linear', from: { of: 'plate', at: 'left' }, to: { of: 'plate', at: 'right' }, side: 'below', offset: 30 })
dimension('round', { type: 'horizontal', of: 'b' })
dimension('free_radius', { type: 'radius', center: [0, -60], radius: 7 })
`

/** The new line of code, and the text of the dimension, after a value is typed. */
const BECOMES = [
  // A hole moves, and the edge that it is measured from stays.
  ['chain', 1, '25', "drawCircle('a', -15, 0, 5)", ['25', '25', '30']],
  ['chain', 2, '36', "drawCircle('b', 16, 0, 5)", ['20', '36', '24']],
  ['chain', 3, '20', "drawCircle('b', 20, 0, 5)", ['20', '40', '20']],
  ['base', 1, '24.5', "drawCircle('a', -15.5, 0, 5)", ['24.5', '50']],
  ['base', 2, '60', "drawCircle('b', 20, 0, 5)", ['20', '60']],
  // Along the line between both, by the corner that is measured.
  ['al', undefined, '50', "drawLine('l2', [0, 30, 30, 70])", ['50']],
  ['edge', undefined, '26', "drawPolygon('tri', [0, 0, 26, 0, 0, 10])", ['26']],
  // A line turns about the vertex and keeps its length.
  ['lines', undefined, '90', "drawLine('l2', [0, 30, 0, 50])", ['90°']],
  ['turn', undefined, '60', "drawArc('arc', 60, 0, 10, 0, Math.PI / 3)", ['60°']],
  ['turn', undefined, '70', "drawArc('arc', 60, 0, 10, 0, (70 * Math.PI) / 180)", ['70°']],
  ['corner', undefined, '45', 'to: [30, 30]', ['45°']],
  ['ord', 2, '12', "drawCircle('b', 12, 0, 5)", ['−20', '12']],
  ['sides', undefined, '90', "drawRect('plate', 0, 0, 90, 50)", ['90']],
  ['round', undefined, '12', "drawCircle('b', 10, 0, 6)", ['12']],
  ['free_radius', undefined, '4', 'radius: 4', ['R4']],
] as const

async function opened(dir: string): Promise<Shown> {
  const { url } = await serve(dir)
  const view = await show(url)
  await view.settle()
  return view
}

const code = (dir: string, name = 'main'): string => readFileSync(fileOf(dir, name), 'utf8')

describe.skipIf(!hasBrowser)('a dimension', () => {
  /** Types a value into a dimension, and answers what the page says that it would be. */
  async function typed({ page }: Shown, name: string, value: string, number?: number): Promise<string> {
    const box = `[aria-label="${number === undefined ? 'Value' : `Value ${number}`} of ${name}"]`
    await page.fill('#search', name)
    await page.click(`.node[data-name="${name}"]`)
    await page.waitForSelector(box)
    if (await page.isVisible('.proposal')) await page.click('.proposal button')
    await page.fill(box, value)
    await page.keyboard.press('Tab')
    await page.waitForSelector('.proposal')
    return page.locator('.proposal').innerText()
  }

  test('shows what is proposed where the scene was loaded again while it was asked for', async () => {
    const dir = projectOf({ main: MAIN })
    const view = await opened(dir)
    const version = 'window.scenewrightView.store.state.model.version'
    const before = await view.page.evaluate(version)
    await view.page.route('**/propose', async (route) => {
      save(fileOf(dir, 'main'), MAIN.replace("drawCircle('pin', -20, 0, 4)", "drawCircle('pin', -20, 0, 3)"))
      await expect.poll(() => view.page.evaluate(version)).not.toBe(before)
      await route.continue()
    })
    expect(await typed(view, 'd_height', '60')).toContain("drawRect('plate', 0, 0, width, 60)")
    // A scene that is only loaded again, as after a lost connection, leaves what is shown.
    await view.page.evaluate(`(() => {
      const { store } = window.scenewrightView
      const { model } = store.state
      store.set({ model: model.underName(model.transactionId) })
    })()`)
    await view.settle()
    await view.page.click('[data-confirm]')
    await expect.poll(() => code(dir)).toContain("drawRect('plate', 0, 0, width, 60)")
    expect(code(dir)).toContain("drawCircle('pin', -20, 0, 3)")
    expect(view.faults).toEqual([])
  })

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
    // What the parameter cannot be is said before anybody agrees to it.
    expect(await typed(view, 'd_width', '200')).toContain('200 is more than 160, the most that is allowed.')
    expect(await view.page.locator('[data-confirm]').count()).toBe(0)
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
    expect(await typed(view, 'd_free', '20')).toContain('Only the dimension changes: its points are written in it')
    expect(code(dir)).toBe(MAIN)
  })

  /** The values that a dimension shows. */
  const valuesOf = ({ page }: Shown, name: string): Promise<string[]> =>
    shown(
      page,
      `(() => {
      const { model } = window.scenewrightView.store.state
      return model.find('${name}').children.flatMap((child) => model.at(child).text ?? [])
    })()`,
    )

  test('of each type changes what it measures, and shows the value that was typed', async () => {
    const dir = projectOf({ main: KINDS })
    const view = await opened(dir)
    for (const [name, number, value, line, texts] of BECOMES) {
      const row = `${name} ${number ?? ''} ${value}`
      const before = await valuesOf(view, name)
      expect(await typed(view, name, value, number), row).toContain(line)
      await view.page.click('[data-confirm]')
      await expect.poll(() => valuesOf(view, name), { message: row }).toEqual(texts)
      expect(code(dir), row).toContain(line)
      await view.page.click('#undo')
      await expect.poll(() => valuesOf(view, name), { message: row }).toEqual(before)
      expect(code(dir), row).toBe(KINDS)
    }
    expect(view.faults).toEqual([])
  })

  test('says that a neighbour changes, follows a name to its parameter, and says why it cannot change', async () => {
    const dir = projectOf({
      main: `${KINDS}const where = param('where', 30, { min: 0, max: 100 })
drawCircle('p', where, -20, 3)
for (const [i, x] of [0, 12].entries()) drawCircle('loop_' + i, x, 20, 2)
drawCircle('moved', 0, -40, 3)
translate('moved', 5, 0)
dimension('to_p', { type: 'horizontal', from: [0, -20], to: 'p' })
dimension('looped', { type: 'aligned', from: 'loop_0', to: 'loop_1' })
dimension('gone', { type: 'horizontal', from: 'a', to: 'moved' })
`,
    })
    const view = await opened(dir)
    expect(await typed(view, 'chain', '25', 1)).toContain('The next distance of the chain changes with it.')
    expect(await typed(view, 'to_p', '45')).toContain('It is the parameter where: set it to 45')
    expect(await typed(view, 'looped', '20')).toMatch(/The code computes it, as its name: 'loop_' \+ i\. \(main:\d+\)/)
    expect(await typed(view, 'gone', '20')).toContain("drawCircle('a', -15, 0, 5)")
    expect(await typed(view, 'al', '-3')).toContain('A dimension shows more than 0.')
    expect(view.faults).toEqual([])
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

/** Numbers as people write them: with comments, brackets, several in a statement, from another module, and under a name that is used twice. */
const WRITTEN = [
  "import { bore as drill, sheet } from 'sizes'",
  "/* first */ let width = param('width', 40, { min: 10, max: 90 }), depth = 20 // deep",
  "const px = param('px', 30)",
  "const py = param('py', -30)",
  'const side = 25',
  'const corners = [[-40, 0], [-30, 0], [-35, 10]]',
  "drawRect('plate', 0, 0, width, /* depth */ depth)",
  "drawCircle('hole', 0, 0, drill / 2)",
  "drawCircle('both', px, py, 4)",
  "drawCircle('one', px, 20, 4)",
  'const sizes = { pin: 6, /* both */ far: -50, depth }',
  "drawCircle('pin', sizes.far, sizes.far / 2, sizes.pin / 2)",
  "drawRect('deep', 40, 40, sizes.depth, sheet.thick)",
  "drawCircle('square', side, side, 4)",
  "drawCircle('low', -20, -(15), 4)",
  "drawPolygon('tri', corners)",
  "drawRect('inline', 0, 40, param('length', 12), 4)",
  "function ring(name, side) { drawCircle('ring', side, 0, 2) }",
  "ring('ring', 60)",
  "dimension(\"dim_1\", { type: 'horizontal', of: 'plate', side: 'below' })",
  "for (const i of [2]) dimension('dim_' + i, { type: 'vertical', of: 'plate', side: 'left' })",
].join('\r\n')

const SIZES = '// mm\nexport const bore = 12 // the drill\nexport const sheet = { thick: 3 }\n'

describe.skipIf(!hasBrowser)('a measure of a shape', () => {
  /** Types a value, and returns what the page proposes. */
  async function typed({ page }: Shown, name: string, property: string, value: string): Promise<string> {
    await page.evaluate(`window.scenewrightView.store.set({ selected: ['${name}'] })`)
    await page.fill(`[aria-label$=" of ${name}"][data-measure="${property}"]`, value)
    await page.keyboard.press('Tab')
    return page.locator('.proposal').innerText()
  }

  /** Drags the handle at a point of the selected shape. */
  async function dragged(view: Shown, name: string, from: readonly number[], to: readonly number[]): Promise<string> {
    const { page } = view
    await page.evaluate(`window.scenewrightView.store.set({ selected: ['${name}'] })`)
    await view.settle()
    const [start, end] = [await view.at(from[0]!, from[1]!), await view.at(to[0]!, to[1]!)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await page.mouse.up()
    return page.locator('.proposal').innerText()
  }

  test('is followed to the number or the parameter, whatever stands around it', async () => {
    const dir = projectOf({ main: WRITTEN, sizes: SIZES })
    const view = await opened(dir)
    for (const [name, property, value, words] of [
      ['plate', 'width', '50', 'It is the parameter width: set it to 50.'],
      ['plate', 'height', '30', 'depth = 30 // deep'],
      ['hole', 'radius', '7', 'export const bore = 14 // the drill'],
      ['pin', 'radius', '4', 'const sizes = { pin: 8, /* both */ far: -50, depth }'],
      ['pin', 'y', '-30', 'sizes.far is used in another place: what is drawn with it changes too.'],
      ['deep', 'width', '22', 'depth = 22 // deep'],
      ['deep', 'height', '4', 'export const sheet = { thick: 4 }'],
      ['low', 'y', '-18.5', "drawCircle('low', -20, -(18.5), 4)"],
      ['tri', 'X 1', '-45', 'const corners = [[-45, 0], [-30, 0], [-35, 10]]'],
      ['inline', 'width', '20', 'It is the parameter length: set it to 20.'],
      ['square', 'x', '28', 'side is used in another place: what is drawn with it changes too.'],
      // Another thing of that name.
      ['ring', 'x', '65', 'The code computes it: side. (main:18)'],
    ] as const) {
      expect(await typed(view, name, property, value), name).toContain(words)
    }
    await typed(view, 'hole', 'radius', '7')
    await view.page.click('[data-confirm]')
    await expect.poll(() => code(dir, 'sizes')).toBe(SIZES.replace('12', '14'))
    await typed(view, 'plate', 'height', '30')
    await view.page.click('[data-confirm]')
    await expect.poll(() => code(dir)).toBe(WRITTEN.replace('depth = 20', 'depth = 30'))
    for (const _ of [1, 2]) await view.page.click('#undo')
    await expect.poll(() => code(dir, 'sizes')).toBe(SIZES)
    expect(code(dir)).toBe(WRITTEN)
    expect(view.faults).toEqual([])
  })

  test('that is dragged with another one changes both, or says why it cannot', async () => {
    const dir = projectOf({ main: WRITTEN, sizes: SIZES })
    const view = await opened(dir)
    // One number for both was written as two numbers in a row.
    expect(await dragged(view, 'square', [25, 25], [30, 22])).toContain(
      'Both are side in the code, and only change together. (main:14)',
    )
    expect(await dragged(view, 'one', [30, 20], [33, 25])).toContain('One of the two is the parameter px')
    expect(await dragged(view, 'both', [30, -30], [35, -25])).toMatch(
      /They are parameters: set px to 3[45](\.\d+)? and py to -2[456](\.\d+)?\./,
    )
    await view.page.click('[data-confirm]')
    await expect.poll(() => view.page.inputValue('input[data-parameter=py]')).toMatch(/^-2[456]/)
    expect(await view.page.inputValue('input[data-parameter=px]')).toMatch(/^3[45]/)
    expect(code(dir)).toBe(WRITTEN)
    expect(view.faults).toEqual([])
  })

  test('snaps to a point without the digits of its computation', async () => {
    // The sum of decimals that the code makes is 0.30000000000000004.
    const main = "drawCircle('small', 3, 3, 0.5)\ndrawLine('line', [0.1 + 0.2, 0, 0.1 + 0.2, 4])\n"
    const view = await opened(projectOf({ main }))
    expect(await dragged(view, 'small', [3, 3], [0.3, 4])).toContain("drawCircle('small', 0.3, 4, 0.5)")
  })

  test('gets a dimension under a name that nothing has', async () => {
    const dir = projectOf({ main: WRITTEN, sizes: SIZES })
    const view = await opened(dir)
    await view.page.evaluate("window.scenewrightView.store.set({ selected: ['low'] })")
    await view.page.click('[data-dimension=diameter]')
    expect(await view.page.locator('.proposal ins').innerText()).toBe(
      "dimension('dim_3', { type: 'diameter', of: 'low' })",
    )
  })
})

test.skipIf(!hasBrowser)('a message does not cover the line of a proposed dimension', async () => {
  const view = await opened(projectOf({ main: MAIN }))
  const { page } = view
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 800 })
    await view.settle()
    await page.click('#tool-measure')
    for (const [x, y] of [
      [-40, -25],
      [40, 25],
    ] as const) {
      const point = await view.at(x, y)
      await page.mouse.click(point.x, point.y)
    }
    await page.click('#add-dimension')
    await page.waitForSelector('#measure-bar ins')
    await page.click('#undo')
    await page.waitForSelector('#toast:not([hidden])')
    const [bar, toast] = [await page.locator('#measure-bar').boundingBox(), await page.locator('#toast').boundingBox()]
    expect(toast!.y + toast!.height, `${width} px`).toBeLessThanOrEqual(bar!.y)
    await page.click('#measure-bar button')
    await page.keyboard.press('v')
  }
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
    // The marks of the sent note are gone.
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
