// Files that a person looks at before they are downloaded: what the preview says is what the download holds.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, openProject, projectOf, save } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until, type Shown } from './browser.js'

afterAll(closeBrowser)

/** A plate with a hole that is there twice, a slot in it, an open mark, and a word. */
const PLATE = `setUnits('mm')
const width = param('width', 100, { min: 50, max: 200 })
defineLayer('outline', { color: '#008800' })
drawRect('plate', 0, 0, width, 60)
setLayer('plate', 'outline')
drawCircle('bore', 20, 0, 5)
drawCircle('bore_again', 20, 0, 5)
drawRect('slot', -20, 0, 20, 6)
drawLine('window', [40, 10, 50, 10, 50, 20, 40, 20, 40, 10])
drawLine('tongue', [-45, 20, -35, 20, -35, 25])
for (const name of ['bore', 'bore_again', 'slot', 'window', 'tongue']) setLayer(name, 'outline')
drawLine('mark', [-10, -20, 10, -20])
setLayer('mark', 'marks')
drawText('word', 'Plate', -10, 15, 8)
setLayer('word', 'notes')
createGroup('holes', ['bore', 'bore_again', 'slot'])
dimension('length', { type: 'horizontal', of: 'plate', side: 'below' })
setLayer('length', 'sizes')
invariant('wide enough', () => getWorldBounds('plate').max[0] * 2 <= 150)
`

interface DxfEntity {
  readonly type: string
  readonly layer: string
  /** The values of each group code, in their order. */
  readonly values: { readonly [code: string]: readonly string[] }
}

/** The entities of a DXF and the unit that its header names. */
function dxfOf(text: string): { entities: DxfEntity[]; unit: string } {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < lines.length; at += 2) pairs.push([lines[at]!, lines[at + 1]!])
  const unit = pairs[pairs.findIndex(([, value]) => value === '$INSUNITS') + 1]?.[1] ?? ''
  const start = pairs.findIndex(([, value], index) => value === 'ENTITIES' && pairs[index - 1]?.[1] === 'SECTION')
  const entities: DxfEntity[] = []
  let values: { [code: string]: string[] } = {}
  for (const [code, value] of pairs.slice(start + 1)) {
    if (code === '0') {
      values = {}
      if (value === 'ENDSEC') break
      entities.push({
        type: value,
        get layer() {
          return this.values['8']?.[0] ?? ''
        },
        values,
      })
    } else (values[code] ??= []).push(value)
  }
  return { entities, unit }
}

const numbersOf = ({ values }: DxfEntity, code: string): number[] => (values[code] ?? []).map(Number)

const widthOf = (entity: DxfEntity): number => {
  const xs = numbersOf(entity, '10')
  return Math.max(...xs) - Math.min(...xs)
}

async function opened(
  dir: string,
  flags: readonly string[] = [],
  options: Parameters<typeof show>[1] = {},
): Promise<Shown> {
  const { url } = await serve(dir, flags)
  const view = await show(url, options)
  await view.settle()
  return view
}

/** Waits until the file is made. */
const made = ({ page }: Shown): Promise<void> => until(page, "!document.getElementById('export-download').disabled")

/** The page of a project with its dialog for exports open, and the first file made. */
async function exporting(dir: string): Promise<Shown> {
  const view = await opened(dir)
  await view.page.keyboard.press('e')
  await made(view)
  return view
}

async function choose(view: Shown, field: string, value: string): Promise<void> {
  await view.page.selectOption(field, value)
  await made(view)
}

const summary = async ({ page }: Shown): Promise<string> =>
  (await page.locator('#export-summary').innerText()).replaceAll('\n', ' ')

async function downloaded({ page }: Shown): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export-download')])
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

/** The pixels of the preview that have a colour, in a share of all. */
const inked = ({ page }: Shown, isColor: string): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.getElementById('export-picture')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let count = 0
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = [data[at], data[at + 1], data[at + 2]]
      if (${isColor}) count += 1
    }
    return count
  })()`)

const RED = 'r > 200 && g < 120 && b < 120'
const BLUE = 'b > 200 && r < 120 && g < 120'

describe.skipIf(!hasBrowser)('an export with a preview', () => {
  test('of a DXF has the layers, the kerf, the doubles and the unit that the preview named', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    // Neither the value in the code nor the rule is what counts: the drawing as it is shown.
    expect(await project.run({ parameters: { width: 140 } })).toMatchObject({ status: 'committed' })
    const view = await opened(dir)
    await view.page.keyboard.press('e')
    await view.page.waitForSelector('#export[open]')
    await made(view)
    expect(await summary(view)).toContain('1 found, left out')
    // Words for a person: the right number, and no tool that only an agent can call.
    expect(await summary(view)).not.toMatch(/\b1 (?:errors|warnings|outlines)|inspect with/)
    expect(await summary(view)).toContain('140 × 7')
    expect(await inked(view, RED)).toBe(0)
    await choose(view, '[data-use-of=outline]', 'cut')
    await choose(view, '[data-use-of=marks]', 'score')
    await choose(view, '[data-use-of=notes]', 'omit')
    await view.page.fill('#export-kerf', '0.2')
    await until(view.page, "document.getElementById('export-summary').innerText.includes('5 outlines moved; 1 open')")
    expect(await summary(view)).toContain('140.2 × 7')
    expect(await inked(view, RED)).toBeGreaterThan(300)
    expect(await inked(view, BLUE)).toBeGreaterThan(5)
    const bytes = /([\d.]+) kB/.exec(await summary(view))?.[1]

    const { name, bytes: file } = await downloaded(view)
    expect(name).toMatch(/\.dxf$/)
    expect((file.length / 1_000).toFixed(1)).toBe(Number(bytes).toFixed(1))
    const { entities, unit } = dxfOf(file.toString('utf8'))
    expect(unit).toBe('4')
    expect([...new Set(entities.map(({ layer }) => layer))].sort()).toEqual(['cut', 'score', 'sizes'])
    // A dimension shows the part as it will be, and not the path of the cut.
    const xs = entities
      .filter(({ layer }) => layer === 'sizes')
      .flatMap((it) => [...numbersOf(it, '10'), ...numbersOf(it, '11')])
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(140, 6)
    const circles = entities.filter(({ type }) => type === 'CIRCLE')
    expect(circles.map((it) => numbersOf(it, '40')[0])).toEqual([expect.closeTo(4.9, 6)])
    const widths = entities
      .filter(({ type, layer }) => type.endsWith('POLYLINE') && layer === 'cut')
      .map(widthOf)
      .sort((a, b) => a - b)
    // Lines that go around are moved as an outline is; an open one stays where it was drawn.
    expect(widths).toEqual([9.8, 10, 19.8, 140.2].map((width): unknown => expect.closeTo(width, 6)))
    expect(await view.page.locator('#export[open]').count()).toBe(0)
    expect(view.faults).toEqual([])
  })

  test('leaves dimensions and notes out of what is cut, and says at which scale a machine would make the part', async () => {
    const dir = projectOf({
      main: `drawRect('plate', 0, 0, 80, 50)
drawCircle('hole', -20, 0, 6)
drawText('label', 'P7', 10, 10, 4)
setLayer('label', 'marks')
dimension('width', { type: 'horizontal', of: 'plate' })
dimension('bore', { type: 'diameter', of: 'hole' })
dimension('step', { type: 'horizontal', from: 'hole', to: { of: 'plate', at: 'right' } })
leader('word', 'hole', 'ream')
setPage('A4', { orientation: 'landscape', frame: false, scale: '2:1' })
`,
    })
    const view = await exporting(dir)
    expect(await summary(view)).not.toContain('Left out')
    await choose(view, '[data-use-of="0"]', 'cut')
    await choose(view, '[data-use-of=marks]', 'engrave')
    await view.page.fill('#export-kerf', '0.2')
    await until(view.page, "document.getElementById('export-summary').innerText.includes('2 outlines moved')")
    expect(await summary(view)).toContain('4 dimensions and notes on layers that are cut or scored')
    expect(await summary(view)).not.toContain('a machine that follows it')
    const { bytes } = await downloaded(view)
    const { entities } = dxfOf(bytes.toString('utf8'))
    const cut = entities.filter(({ layer }) => layer === 'cut').map(({ type }) => type)
    expect(cut.sort()).toEqual(['CIRCLE', 'LWPOLYLINE'])
    expect(entities.some(({ layer }) => layer === 'engrave')).toBe(true)
    expect(entities.some(({ type }) => type === 'DIMENSION' || type === 'LEADER')).toBe(false)

    await view.page.keyboard.press('e')
    await made(view)
    await choose(view, '#export-format', 'svg')
    expect(await summary(view)).toContain('The sheet is at 2:1, and so is this SVG')
    await choose(view, '#export-page', 'A4')
    await choose(view, '#export-scale', '1:1')
    expect(await summary(view)).not.toContain('a machine that follows it')
    const svg = (await downloaded(view)).bytes.toString('utf8')
    const [, wide, box] = /width="([\d.]+)mm"[^>]*viewBox="\S+ \S+ ([\d.]+)/.exec(svg) ?? []
    expect(Number(wide)).toBeCloseTo(Number(box), 3)
    expect(view.faults).toEqual([])
  })

  test('with a kerf finds no fault in the lines of a dimension, as without one', async () => {
    const main = `setUnits('in')
drawRect('plate', 0, 0, 8, 4)
setLayer('plate', 'cut')
drawLine('slit', [-1, 0, 1, 0])
setLayer('slit', 'cut')
dimension('d_width', { type: 'horizontal', of: 'plate', side: 'below' })
`
    const view = await exporting(projectOf({ main }))
    expect(await summary(view)).toContain('2 errors')
    await view.page.fill('#export-kerf', '0.2')
    await until(view.page, "document.getElementById('export-summary').innerText.includes('1 outline moved')")
    expect(await summary(view)).toContain('2 errors')
    expect(await summary(view)).not.toContain('d_width')
  })

  test('of a DXF in inches has the numbers of inches, and lines that are there twice where they are wanted', async () => {
    const view = await exporting(projectOf({ main: PLATE }))
    await choose(view, '[data-use-of=notes]', 'omit')
    await choose(view, '[data-use-of=sizes]', 'omit')
    await choose(view, '#export-units', 'in')
    expect(await summary(view)).toContain('3.937 × 2.362 in')
    await view.page.uncheck('#export-dedupe')
    await made(view)
    expect(await summary(view)).toContain('1 found')
    expect(await summary(view)).not.toContain('left out')
    const { entities, unit } = dxfOf((await downloaded(view)).bytes.toString('utf8'))
    expect(unit).toBe('1')
    const circles = entities.filter(({ type }) => type === 'CIRCLE')
    expect(circles.map((it) => [numbersOf(it, '10')[0], numbersOf(it, '40')[0]])).toEqual([
      [expect.closeTo(20 / 25.4, 6), expect.closeTo(5 / 25.4, 6)],
      [expect.closeTo(20 / 25.4, 6), expect.closeTo(5 / 25.4, 6)],
    ])
  })

  test('of a DXF in inches has dimensions that measure inches, and keeps the letters of those without their shape', async () => {
    const main = `setPage('A4', { orientation: 'portrait', scale: '1:2' })
setLayer(drawRect('plate', 0, 0, 80, 50) && 'plate', 'cut')
setLayer(drawCircle('hole', 10, 0, 5) && 'hole', 'drill')
dimension('width', { of: 'plate', type: 'horizontal' })
dimension('bore', { of: 'hole', type: 'diameter' })
`
    const view = await exporting(projectOf({ main }))
    await choose(view, '#export-units', 'in')
    const measured = async (): Promise<number[]> => {
      const { entities } = dxfOf((await downloaded(view)).bytes.toString('utf8'))
      return entities.filter(({ type }) => type === 'DIMENSION').flatMap((it) => numbersOf(it, '42'))
    }
    expect(await measured()).toEqual([80 / 25.4, 10 / 25.4].map((length): unknown => expect.closeTo(length, 6)))
    await view.page.keyboard.press('e')
    await made(view)
    await choose(view, '#export-format', 'svg')
    const whole = (await downloaded(view)).bytes.toString('utf8')
    await view.page.keyboard.press('e')
    await made(view)
    await choose(view, '[data-use-of=drill]', 'omit')
    // The frame is still on its page.
    expect(await summary(view)).toContain('Drawing 420 × 594 mm')
    const rest = (await downloaded(view)).bytes.toString('utf8')
    // The circle alone is gone: the lines and letters of its dimension are drawn as before.
    const shapes = (svg: string): number =>
      svg.match(/<(path|circle|rect|line|polyline|polygon)\b[^>]*(fill|stroke)=/g)?.length ?? 0
    expect(shapes(rest)).toBeGreaterThanOrEqual(shapes(whole) - 1)
    expect(view.faults).toEqual([])
  })

  test('of an SVG and a PDF is on the page and at the scale that were chosen', async () => {
    const view = await exporting(projectOf({ main: PLATE }))
    await choose(view, '#export-format', 'svg')
    await choose(view, '#export-page', 'A4')
    await choose(view, '#export-orientation', 'portrait')
    await choose(view, '#export-scale', '1:2')
    expect(await summary(view)).toContain('210 × 297 mm, 1:2')
    const svg = (await downloaded(view)).bytes.toString('utf8')
    expect(/<svg[^>]* width="([^"]+)"[^>]* height="([^"]+)"/.exec(svg)?.slice(1)).toEqual(['210mm', '297mm'])
    await view.page.keyboard.press('e')
    await made(view)
    // The window is closed and opened again before the browser reports the close: the file is still made.
    await view.page.evaluate(`(() => {
      document.getElementById('export').close()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }))
    })()`)
    await made(view)
    await choose(view, '#export-format', 'pdf')
    const { name, bytes } = await downloaded(view)
    expect(name).toMatch(/\.pdf$/)
    const [, , width = '', height = ''] =
      /\/MediaBox\s*\[\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+?)\s*\]/.exec(bytes.toString('latin1'))?.slice(1) ?? []
    expect([Number(width), Number(height)]).toEqual([
      expect.closeTo((210 / 25.4) * 72, 0),
      expect.closeTo((297 / 25.4) * 72, 0),
    ])
  })

  test('is of what the page shows while the code on disk fails, and reads assets', async () => {
    const dir = projectOf({ main: "importSvg('logo', 'logo.svg')\n" })
    const { mkdirSync } = await import('node:fs')
    mkdirSync(join(dir, 'assets'), { recursive: true })
    writeFileSync(
      join(dir, 'assets', 'logo.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40"><circle cx="20" cy="20" r="9" stroke="black" fill="none"/></svg>',
    )
    const view = await opened(dir)
    save(fileOf(dir, 'main'), 'this is no code')
    await view.page.waitForSelector('#banner:not([hidden])')
    await view.page.evaluate("document.getElementById('tool-download').click()")
    await view.page.click('#download-menu >> text=Export')
    await made(view)
    const { entities } = dxfOf((await downloaded(view)).bytes.toString('utf8'))
    expect(entities.filter(({ type }) => type === 'CIRCLE').map((it) => numbersOf(it, '40')[0])).toEqual([
      expect.closeTo(9, 6),
    ])
  })

  test('is there in a view that only looks, fits a telephone, and says what is wrong with a value', async () => {
    const view = await opened(projectOf({ main: PLATE }), ['--read-only'], { viewport: { width: 400, height: 720 } })
    await view.page.keyboard.press('e')
    await made(view)
    await choose(view, '[data-use-of=outline]', 'cut')
    await view.page.fill('#export-kerf', '80')
    await expect.poll(() => summary(view)).toContain('The kerf is from 0 to 50 mm.')
    expect(await view.page.isDisabled('#export-download')).toBe(true)
    const box = await view.page.locator('#export').boundingBox()
    expect([box!.x >= 0, box!.x + box!.width <= 400, box!.y >= 0, box!.y + box!.height <= 720]).toEqual([
      true,
      true,
      true,
      true,
    ])
    const inner = (await view.page.evaluate(
      "(() => { const it = document.getElementById('export'); return [it.scrollWidth, it.clientWidth] })()",
    )) as number[]
    expect(inner[0]).toBeLessThanOrEqual(inner[1]!)
    await view.page.keyboard.press('Escape')
    expect(await view.page.locator('#export[open]').count()).toBe(0)
  })
})

test('what is no wish, or a file that is not kept, is refused in words', async () => {
  const { url } = await serve(projectOf({ main: PLATE }))
  const asked = async (body: object): Promise<[number, string]> => {
    const response = await fetch(`${url}export-preview`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return [response.status, await response.text()]
  }
  const wish = { format: 'dxf', layers: {} }
  for (const [change, words] of [
    [{ format: 'exe' }, 'format must be one of'],
    [{ layers: { outline: 'burn' } }, 'layers must be'],
    [{ kerf: -1 }, 'kerf must be'],
    [{ units: '__proto__' }, 'units must be'],
    [{ page: { size: '../A4', orientation: 'portrait' } }, 'page.size must be'],
    [{ page: { size: 'A4', orientation: 'portrait', scale: "1:1'" } }, 'page.scale must be'],
  ] as const) {
    const [status, text] = await asked({ ...wish, ...change })
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
  }
  // Names of layers are data: none is ever code.
  const [status] = await asked({ ...wish, layers: { "'); drawCircle('x', 0, 0, 1); ('": 'cut' } })
  expect(status).toBe(200)
  const gone = await fetch(`${url}exported?id=0123`)
  expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining('make the preview again')])
})
