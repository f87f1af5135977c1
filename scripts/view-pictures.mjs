// Draws the pictures of the live view in docs/images, in Chromium.
//
//   node scripts/view-pictures.mjs [name ...]
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { main, ROOT, StepError } from './support.mjs'

const IMAGES = join(ROOT, 'docs', 'images')

/** A panel for a laser, with an outline that is open by 0.4 mm and a hole that appears twice. */
const PANEL = `setUnits('mm')
defineLayer('outline', { color: '#1d7a3c' })
drawRoundedRect('panel', 0, 0, 140, 80, 8)
for (const [index, x] of [-50, -20, 10].entries()) drawCircle('key_' + index, x, 10, 8)
drawCircle('key_again', 10, 10, 8)
drawLine('display', [32, 0, 62, 0, 62, 22, 32, 22, 32, 0.4])
for (const name of listEntities()) setLayer(name, 'outline')
drawLine('fold', [-70, -18, 70, -18])
setLayer('fold', 'fold')
drawText('label', 'FRONT', -28, -33, 9)
setLayer('label', 'engrave')
dimension('width', { type: 'horizontal', of: 'panel', side: 'below' })
setLayer('width', 'sizes')
invariant('the keys keep apart', check.minDistance('key_0', 'key_1', 5))
`

/**
 * @typedef {object} Picture
 * @property {string} name
 * @property {string} [example]
 * @property {string} [theme]
 * @property {[width: number, height: number]} [size]
 * @property {[oldText: string, newText: string][]} [edits]
 * @property {string} [code]
 * @property {boolean} [isEmpty]
 * @property {(page: import('playwright-core').Page) => Promise<unknown>} steps
 */

/**
 * The pictures: of which example, in which window, after which steps.
 *
 * @type {Picture[]}
 */
const PICTURES = [
  {
    name: 'view-town',
    example: 'town',
    edits: [
      ['row < 9', 'row < 8'],
      ['row < 8', 'row < 9'],
    ],
    async steps(page) {
      await page.fill('#search', 'house_4_4')
      await page.keyboard.press('Enter')
      await page.fill('#search', '')
      await page.waitForSelector('#place')
      await page.focus('#canvas')
      for (const key of ['Enter', '-', '-', '-', '-']) await page.keyboard.press(key)
    },
  },
  {
    name: 'view-compare',
    example: 'town',
    edits: [
      ['row < 9', 'row < 8'],
      ['row < 8', 'row < 9'],
    ],
    async steps(page) {
      await page.waitForSelector('.commit')
      await page.keyboard.press('b')
      await page.waitForSelector('#compare:not([hidden])')
    },
  },
  {
    name: 'view-dark',
    example: 'sheet',
    theme: 'dark',
    async steps(page) {
      await page.keyboard.press('m')
      for (const [x, y] of [
        [0.32, 0.28],
        [0.66, 0.62],
      ]) {
        const box = await page.locator('#canvas').boundingBox()
        if (!box) throw new StepError('The page shows no drawing.')
        await page.mouse.move(box.x + x * box.width, box.y + y * box.height)
        await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
      }
    },
  },
  { name: 'view-contrast', example: 'bracket', theme: 'contrast', steps: (page) => page.keyboard.press(']') },
  {
    name: 'view-block',
    example: 'bearing_block',
    theme: 'dark',
    size: [1600, 1000],
    edits: [
      ["'bore', 0, 30, 12.5", "'bore', 0, 30, 10"],
      ["'bore', 0, 30, 10", "'bore', 0, 30, 12.5"],
    ],
    steps: (page) => page.waitForSelector('.commit canvas'),
  },
  {
    name: 'view-parameters',
    size: [1280, 800],
    async steps(page) {
      await page.focus('input[type=range][data-parameter=width]')
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
      await page.waitForSelector('[data-save=width] >> visible=true')
      await page.waitForTimeout(1_000)
      await page.click('[data-save=width]')
      await page.waitForSelector('.proposal ins')
      await page.click('.node >> text=hole_left_top')
    },
  },
  {
    name: 'view-check',
    size: [1280, 800],
    code: PANEL.replaceAll("'outline'", "'cut'"),
    async steps(page) {
      await page.click('#check-badge')
      await page.click('[data-rule=gap]')
      await page.keyboard.press('0')
    },
  },
  {
    name: 'view-export',
    size: [1280, 800],
    code: PANEL.replace('62, 22, 32, 22, 32, 0.4', '62, 22, 32, 22, 32, 0'),
    async steps(page) {
      await page.keyboard.press('e')
      await page.waitForSelector('#export-download:not([disabled])')
      for (const [layer, use] of [
        ['outline', 'cut'],
        ['fold', 'score'],
        ['sizes', 'omit'],
      ])
        await page.selectOption(`[data-use-of=${layer}]`, use)
      await page.fill('#export-kerf', '0.2')
      await page.waitForSelector('#export-summary >> text=outlines moved')
    },
  },
  {
    name: 'view-sheet',
    example: 'hole_plate',
    theme: 'dark',
    size: [1280, 800],
    steps: (page) => page.click('#sheets [data-sheet="1"]'),
  },
  {
    name: 'view-narrow',
    size: [400, 720],
    async steps(page) {
      await page.waitForSelector('.commit canvas')
      await page.click('[data-panel=left]')
      await page.click('.node >> text=hole_left_top')
    },
  },
  { name: 'view-start', size: [1280, 800], isEmpty: true, steps: (page) => page.waitForSelector('#draw-example') },
]

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Picture} picture
 */
async function draw(browser, { name, example, theme = 'light', size = [1360, 850], edits = [], code, isEmpty, steps }) {
  const parent = mkdtempSync(join(tmpdir(), 'scenewright-pictures-'))
  const dir = join(parent, example ?? (code ? 'panel' : 'plate'))
  if (example) cpSync(join(ROOT, 'examples', example), dir, { recursive: true })
  else mkdirSync(dir)
  if (code) writeFileSync(join(dir, 'scene.code.js'), code)
  const { Project } = await import('../index.mjs')
  const project = await Project.open({ root: dir })
  for (const [oldText, newText] of edits) {
    const result = await project.edit({ file: 'main', oldText, newText })
    if (!result.ok) throw new StepError(`${name}: ${oldText}: ${result.error.message}`)
  }
  await project.close()
  const server = spawn(process.execPath, [join(ROOT, 'bin', 'scenewright'), 'view', dir, '--port', '0'])
  try {
    const url = await addressOf(server)
    const context = await browser.newContext({ viewport: { width: size[0], height: size[1] }, reducedMotion: 'reduce' })
    await context.addInitScript(`localStorage.setItem('scenewright-theme', '${theme}')`)
    const page = await context.newPage()
    await page.goto(url)
    // Where nothing is drawn the page draws its own example.
    if (!example && !code && !isEmpty) await page.click('#draw-example')
    if (!isEmpty) await settled(page)
    await steps(page)
    if (!isEmpty) await settled(page)
    await page.waitForTimeout(400)
    writeFileSync(join(IMAGES, `${name}.png`), await page.screenshot())
    await context.close()
  } finally {
    server.kill()
    rmSync(parent, { recursive: true, force: true })
  }
}

function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout.on('data', (bytes) => {
      said += bytes
      const found = /http:\S+/.exec(said)
      if (found) resolve(found[0])
    })
    server.once('exit', () => reject(new StepError(`the view did not start: ${said}`)))
  })
}

async function settled(page) {
  const expression = 'Boolean(window.scenewrightView?.store.state.model && window.scenewrightView.stage.isSettled)'
  while (!(await page.evaluate(expression))) await page.waitForTimeout(30)
}

await main(async () => {
  const { chromium } = await import('playwright-core')
  const { CHROMIUM } = await import('./chromium.mjs')
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  const wanted = process.argv.slice(2)
  for (const picture of PICTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    await draw(browser, picture)
    process.stdout.write(`docs/images/${picture.name}.png\n`)
  }
  await browser.close()
})
