// Draws the pictures of the live view in docs/images, in Chromium.
//
//   node scripts/view-pictures.mjs
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { main, ROOT, StepError } from './support.mjs'

const CHROMIUM = process.env.SCENEWRIGHT_CHROMIUM ?? '/usr/bin/chromium'
const IMAGES = join(ROOT, 'docs', 'images')

/** The pictures: of which example, in which window, after which steps. */
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
      await page.waitForSelector('#commits button')
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
        await page.mouse.move(box.x + x * box.width, box.y + y * box.height)
        await page.mouse.click(box.x + x * box.width, box.y + y * box.height)
      }
    },
  },
  { name: 'view-contrast', example: 'bracket', theme: 'contrast', steps: (page) => page.keyboard.press(']') },
]

async function draw(browser, { name, example, theme = 'light', edits = [], steps }) {
  const parent = mkdtempSync(join(tmpdir(), 'scenewright-pictures-'))
  const dir = join(parent, example)
  cpSync(join(ROOT, 'examples', example), dir, { recursive: true })
  const { Project } = await import('../index.mjs')
  const project = await Project.open({ dir })
  for (const [oldCode, newCode] of edits) await project.edit({ file: 'main', oldCode, newCode })
  await project.close()
  const server = spawn(process.execPath, [join(ROOT, 'bin', 'scenewright'), 'view', dir])
  try {
    const url = await addressOf(server)
    const context = await browser.newContext({ viewport: { width: 1360, height: 850 }, reducedMotion: 'reduce' })
    await context.addInitScript(`localStorage.setItem('scenewright-theme', '${theme}')`)
    const page = await context.newPage()
    await page.goto(url)
    await settled(page)
    await steps(page)
    await settled(page)
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
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  for (const picture of PICTURES) {
    await draw(browser, picture)
    process.stdout.write(`docs/images/${picture.name}.png\n`)
  }
  await browser.close()
})
