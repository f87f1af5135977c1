// The live view in Chromium: times of frames while the drawing is moved and zoomed, how soon it is sharp again, and how soon
// an edit of another process is seen; beside the same scene as SVG elements of a page, which the browser moves itself, and
// beside three.js with its SVGRenderer.
//
//   node benches/view.bench.mjs [entities ...]
//   node benches/view.bench.mjs page [entities ...]   the page alone, without what it is compared with
//   node benches/view.bench.mjs edit [entities]   only from an edit to its picture: of the town, or of a scene of so many
//   node benches/view.bench.mjs memory [commits]  only what the page and its server hold after many commits
//
// The browser draws without a graphics card, as in a container: a machine with one is faster.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { build } from 'esbuild'
import { chromium } from 'playwright-core'

import { CHROMIUM } from '../scripts/chromium.mjs'
import { median, printTable, ROOT } from './measure.mjs'

const FRAMES = 120

/** Elements are moved fewer times: of 20,000 a frame may take seconds, and of 100,000 many. */
const elementFrames = (count) => Math.max(3, Math.min(30, Math.round(60_000 / count)))
const EDITS = 15

/** Rects, circles and polygons in a square, some filled. */
function sceneOf(count) {
  return `const side = Math.ceil(Math.sqrt(${count}))
for (let i = 0; i < ${count}; i++) {
  const x = (i % side) * 12, y = Math.floor(i / side) * 12, name = 'e' + i
  if (i % 3 === 0) drawCircle(name, x, y, 5)
  else if (i % 3 === 1) drawRect(name, x, y, 9, 7)
  else drawPolygon(name, [x - 5, y - 4, x + 5, y - 4, x, y + 5])
  if (i % 2 === 0) setFill(name, i % 4 === 0 ? '#88aadd' : '#ddaa66')
}
`
}

async function serve(dir, extra = []) {
  const flags = ['--port', '0', '--time-ms', '60000', ...extra]
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'scenewright'), 'view', dir, ...flags])
  const url = await new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (bytes) => {
      said += bytes
      const found = /http:\S+/.exec(said)
      if (found) resolve(found[0])
    })
    child.once('exit', () => reject(new Error(said)))
  })
  const end = () =>
    new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill()
    })
  return { url, pid: child.pid, end }
}

/** The times between frames while `act(i)` moves what is shown. */
function framesOf(act, frames = FRAMES) {
  return `new Promise((done) => {
    const times = []
    let last = 0
    let frame = 0
    const step = (now) => {
      if (last > 0) times.push(now - last)
      last = now
      if (frame >= ${frames}) return done(times)
      ;(${act})(frame)
      frame += 1
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`
}

const PAN = `(frame) => {
  const { stage } = window.scenewrightView
  const { camera } = stage
  const by = 9 / camera.scale
  stage.move({ ...camera, x: camera.x + (frame % 60 < 30 ? by : -by), y: camera.y + by * Math.sin(frame / 9) })
}`
const ZOOM = `(frame) => {
  const { stage } = window.scenewrightView
  stage.move({ ...stage.camera, scale: stage.camera.scale * (frame < 60 ? 1.025 : 1 / 1.025) })
}`
const PAN_SVG = `(frame) => {
  const svg = document.querySelector('svg')
  const [x, y, w, h] = svg.getAttribute('viewBox').split(' ').map(Number)
  svg.setAttribute('viewBox', [x + (frame % 60 < 30 ? 1 : -1) * w / 120, y + h / 120 * Math.sin(frame / 9), w, h].join(' '))
}`

const percentile = (times, part) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]
const format = (times) =>
  `${median(times).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)} / ${Math.max(...times).toFixed(1)}`
const SETTLED = 'Boolean(window.scenewrightView?.store.state.model && window.scenewrightView.stage.isSettled)'

async function until(page, expression) {
  while (!(await page.evaluate(expression))) await new Promise((next) => setTimeout(next, 5))
}

async function measure(browser, count, isAlone) {
  const dir = mkdtempSync(join(tmpdir(), 'scenewright-view-'))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    writeFileSync(join(dir, 'scene.code.js'), sceneOf(count))
    const { url, end } = await serve(dir)
    const page = await context.newPage()
    await page.goto(url)
    await until(page, SETTLED)
    // Main was run for the first page; a page that opens later shows what is known.
    await page.reload()
    await until(page, SETTLED)
    const started = await page.evaluate('performance.now()')
    const pan = await page.evaluate(framesOf(PAN))
    const zoom = await page.evaluate(framesOf(ZOOM))
    const stopped = performance.now()
    await until(page, SETTLED)
    const sharp = performance.now() - stopped
    const edit = await editShown(page, dir, count)
    const svg = await (await fetch(`${url}export?format=svg`)).text()
    const words = `pan ${format(pan)}, zoom ${format(zoom)}, sharp after ${Math.round(sharp)} ms, edit after ${edit} ms`
    process.stderr.write(`${count}: ${words}\n`)
    await end()
    await page.close()
    const own = [
      count.toLocaleString('en-US'),
      `${Math.round(started)}`,
      format(pan),
      format(zoom),
      `${Math.round(sharp)}`,
      `${edit}`,
    ]
    if (isAlone) return own
    const other = await context.newPage()
    await other.setContent(
      `<body style="margin:0">${svg.replace(/<\?xml[^>]*>/, '').replace(/width="[^"]*" height="[^"]*"/, 'width="1440" height="900"')}`,
    )
    const asElements = await other.evaluate(framesOf(PAN_SVG, elementFrames(count)))
    const asThree = await panOfThree(context, count)
    return [...own, format(asElements), format(asThree)]
  } finally {
    await context.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** From an edit of the file on disk, which colours one shape, to the frame that shows it: the script runs again for it. */
async function editShown(page, dir, count) {
  const started = performance.now()
  const begun = await page.evaluate('performance.now()')
  writeFileSync(join(dir, 'scene.code.js'), `${sceneOf(count)}setFill('e1', '#ff0000')\n`)
  await until(
    page,
    `(() => {
      const { model } = window.scenewrightView.store.state
      return model.styleOf(model.find('e1')).fill === '#ff0000' && window.scenewrightView.stage.isSettled
    })()`,
  )
  const all = Math.round(performance.now() - started)
  // A small scene comes with the news of it; of a larger one the page's own part begins when it has been sent.
  const own = await page.evaluate(`(() => {
    const sent = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/scene')).at(-1)
    return sent && sent.responseEnd > ${begun} ? Math.round(performance.now() - sent.responseEnd) : undefined
  })()`)
  return own === undefined ? `${all}` : `${all}, the page ${own}`
}

let threePage

/** The same scene by three.js, in a page of its own. */
async function panOfThree(context, count) {
  threePage ??= await build({
    entryPoints: [join(ROOT, 'benches', 'three-page.mjs')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  })
  const page = await context.newPage()
  await page.setContent('<body style="margin:0">')
  await page.addScriptTag({ content: threePage.outputFiles[0].text })
  await page.evaluate(`startThree(${count}, 1440, 900)`)
  return page.evaluate(framesOf('panThree', threeFrames(count)))
}

/** A frame of three.js takes ten times as long as one of elements. */
const threeFrames = (count) => Math.max(1, Math.min(30, Math.round(40_000 / count)))

/** Notes when the page receives the event with a scene, or with what is different in it, and when it has read it. */
const STAMPS = `(() => {
  const stamps = (window.stamps = {})
  const isOfScene = (name) => name === 'scene' || name === 'patch'
  window.EventSource = class extends window.EventSource {
    addEventListener(name, listener) {
      super.addEventListener(name, (event) => {
        if (isOfScene(name)) stamps.received = Date.now()
        listener(event)
        if (isOfScene(name)) stamps.read = Date.now()
      })
    }
  }
})()`

const STEPS = [
  ['the edit itself: run and commit', 'answered'],
  ['until the scene has come to the page', 'received'],
  ['until it is read', 'read'],
  ['until it is painted', 'painted'],
]

/** From the commit of another process, as it is asked for, to the frame that shows it: all of it, and each step. */
async function editToPicture(browser, count) {
  const dir = mkdtempSync(join(tmpdir(), 'scenewright-view-'))
  const texts = count === undefined ? ['row < 9', 'row < 8'] : ["'#00ff00'", "'#ff0000'"]
  if (count === undefined) cpSync(join(ROOT, 'examples', 'town'), dir, { recursive: true })
  else writeFileSync(join(dir, 'scene.code.js'), `${sceneOf(count)}setFill('e1', ${texts[0]})\n`)
  const { url, end } = await serve(dir)
  const { Project } = await import('../index.mjs')
  const project = await Project.open({ root: dir })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await context.addInitScript(STAMPS)
    const page = await context.newPage()
    await page.goto(url)
    await until(page, SETTLED)
    await project.read({ file: 'main' })
    const rounds = []
    for (let turn = 0; turn < EDITS; turn += 1) {
      const [from, to] = turn % 2 === 0 ? texts : texts.toReversed()
      const seen = page.evaluate(`new Promise((done) => {
        const before = window.scenewrightView.store.state.model.transactionId
        const look = () => {
          const { store, stage } = window.scenewrightView
          if (store.state.model.transactionId !== before && stage.isSettled) done({ ...window.stamps, painted: Date.now() })
          else requestAnimationFrame(look)
        }
        look()
      })`)
      const asked = Date.now()
      await project.edit({ file: 'main', oldText: from, newText: to })
      const answered = Date.now()
      rounds.push({ begun: asked, answered, ...(await seen) })
      // The cache of a large scene is written after the answer, which is no part of what is measured next.
      await new Promise((next) => setTimeout(next, count === undefined ? 150 : 1_500))
    }
    return rounds
  } finally {
    await context.close()
    await project.close()
    await end()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The memory of a page and its server after some commits, in MB: the heap of the page, and all of the server. */
async function memoryOver(browser, commits) {
  const dir = mkdtempSync(join(tmpdir(), 'scenewright-view-'))
  writeFileSync(join(dir, 'scene.code.js'), sceneOf(500))
  const { url, pid, end } = await serve(dir)
  const { Project } = await import('../index.mjs')
  const project = await Project.open({ root: dir, durability: 'fast' })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await until(page, SETTLED)
    const session = await context.newCDPSession(page)
    const rows = []
    for (let step = 0; step <= commits; step += 1) {
      const code = `${sceneOf(500)}drawCircle('own', ${step}, -30, 5)\n`
      const result = await project.write({ file: 'main', text: code })
      if (result.status !== 'committed') throw new Error(JSON.stringify(result))
      if (step % Math.round(commits / 5) !== 0) continue
      await until(page, `window.scenewrightView.store.state.model.find('own')?.geometry.center[0] === ${step}`)
      await new Promise((next) => setTimeout(next, 500))
      await session.send('HeapProfiler.collectGarbage')
      const { usedSize } = await session.send('Runtime.getHeapUsage')
      const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN)
      rows.push([`${step}`, (usedSize / 2 ** 20).toFixed(1), (resident / 1024).toFixed(0)])
    }
    return rows
  } finally {
    await context.close()
    await project.close()
    await end()
    rmSync(dir, { recursive: true, force: true })
  }
}

function printSteps(rounds, drawing) {
  const of = (from, to) => `${median(rounds.map((round) => round[to] - round[from]))} ms`
  const names = ['begun', ...STEPS.map(([, name]) => name)]
  const rows = STEPS.map(([words, name], index) => [words, of(names[index], name)])
  const head = [`from an edit of another process to the picture, ${drawing}`, 'median']
  printTable('Live view', [head, ...rows, ['all of it', of('begun', 'painted')]])
}

if (!existsSync(CHROMIUM)) {
  console.log(`The live view is not measured: there is no browser at ${CHROMIUM}.`)
} else {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: CHROMIUM, args })
  const given = process.argv.slice(2)
  const numbers = given.map(Number).filter(Number.isFinite)
  const [mode] = given.filter((word) => !Number.isFinite(Number(word)))
  if (mode === undefined || mode === 'page') {
    const head = ['entities', 'open, ms', 'pan', 'zoom', 'sharp after, ms', 'edit shown, ms']
    const rows = [mode === 'page' ? head : [...head, 'pan of SVG elements', 'three.js, SVGRenderer']]
    const counts = numbers.length > 0 ? numbers : [1_000, 20_000, 100_000]
    for (const count of counts) rows.push(await measure(browser, count, mode === 'page'))
    printTable('Live view: time between frames in ms, median / 95 % / longest', rows)
    const bytes = gzipSync(readFileSync(join(ROOT, 'dist', 'view.html')), { level: 9 }).length
    console.log(`The page has ${(bytes / 1000).toFixed(1)} kB, compressed.`)
  }
  if (mode === undefined || mode === 'memory') {
    const rows = await memoryOver(browser, (mode === 'memory' ? numbers[0] : undefined) ?? 1_000)
    printTable('Live view: memory over many commits, MB', [['commits', 'heap of the page', 'its server'], ...rows])
  }
  if (mode === undefined || mode === 'edit') {
    const counts = mode === 'edit' && numbers.length > 0 ? numbers : [undefined]
    for (const count of counts)
      printSteps(await editToPicture(browser, count), count === undefined ? 'the town' : `${count} shapes`)
  }
  await browser.close()
}
