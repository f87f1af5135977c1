// A browser for the tests of the live view.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'

import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

import { CHROMIUM } from '../../scripts/chromium.mjs'
import { atEnd, PROGRAM, scratch, sleep } from '../support.js'

/** True if there is a browser here. Where there is none, the tests that need it are skipped; in CI they fail. */
export const hasBrowser = existsSync(CHROMIUM)
if (!hasBrowser) {
  const message = `No browser at ${CHROMIUM}. Install it with node scripts/readers.mjs.`
  // A person without a browser may go on; where all that counts is tested, what was skipped would count as passed.
  if (process.env['SCENEWRIGHT_NEEDS_BROWSER']) throw new Error(message)
  console.warn(`${message} Its tests are skipped.`)
}

/** The time limit of one step in the browser. No test asserts that one is quick: on a busy machine any may be slow. */
const STEP_MS = 120_000

let browser: Browser | undefined

/** The one browser of a test file. */
export async function theBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({
    executablePath: CHROMIUM,
    // Its socket is in the folder for temporary files, and the path of a socket has at most 107 bytes.
    ...(process.platform === 'linux' && { env: { ...process.env, TMPDIR: '/tmp' } }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  })
  return browser
}

export async function closeBrowser(): Promise<void> {
  await browser?.close()
  browser = undefined
}

/** A live view of a project, served by a process of its own. */
export interface LiveView {
  readonly url: string
  readonly process: ChildProcess
  /** All that it has said so far. */
  said(): string
}

/** The environment of a user whose folder for states this is: commands find the page that runs there. */
export const userOf = (state: string): NodeJS.ProcessEnv => ({ ...process.env, SCENEWRIGHT_STATE_DIR: state })

/** Starts `scenewright view`; it ends with the test. Each is of another user, unless they share a folder for states. */
export async function serve(dir: string, flags: readonly string[] = [], state = scratch()): Promise<LiveView> {
  const child = spawn(process.execPath, [PROGRAM, 'view', dir, ...flags], {
    env: userOf(state),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((end) => child.once('exit', end))
    child.kill()
    await gone
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (bytes: Buffer): void => {
      said += bytes
      const found = /http:\S+/.exec(said)
      if (found) resolve(found[0])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`the view did not start: ${said}`)))
  })
  return { url, process: child, said: () => said }
}

/** A page in a browser, with what a test asks of it. */
export interface Shown {
  readonly page: Page
  /** Everything that the page asked for. */
  readonly requests: string[]
  /** Errors that the page did not catch, and what its policy refused. */
  readonly faults: string[]
  /** Waits until the drawing stands still. */
  settle(): Promise<void>
  /** Where a point of the world is on the page, in pixels. */
  at(x: number, y: number): Promise<{ x: number; y: number }>
  /** The colour that is shown at a point of the world, as red, green and blue. */
  colorAt(x: number, y: number): Promise<[number, number, number]>
}

/** Opens a live view in a window of its own. */
export async function show(url: string, options: BrowserContextOptions = {}): Promise<Shown> {
  const context = await (await theBrowser()).newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  atEnd(() => context.close())
  context.setDefaultTimeout(STEP_MS)
  const page = await context.newPage()
  const requests: string[] = []
  const faults: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto(url)
  return { requests, faults, ...driverOf(page) }
}

/**
 * The state of a page is ahead of its panels: they show a new scene with the frame after it. What a test reads of the state is what
 * is seen by then, so that whatever it reads or presses next is of the same state.
 */
const IS_SHOWN = '(window.scenewrightView?.store.isSettled ?? true)'

/** Waits until an expression is true in the page, and seen. Its policy lets nothing of a test wait within the page itself. */
export async function until(page: Page, expression: string, withinMs = STEP_MS): Promise<void> {
  const startedAt = performance.now()
  while (!(await page.evaluate(`${IS_SHOWN} && Boolean(${expression})`))) {
    if (performance.now() - startedAt > withinMs) throw new Error(`not within ${withinMs} ms: ${expression}`)
    await sleep(30)
  }
}

/** The value of an expression in the page, once it is seen. */
export async function shown<Value>(page: Page, expression: string): Promise<Value> {
  for (const startedAt = performance.now(); performance.now() - startedAt < STEP_MS; await sleep(10)) {
    const found: [Value] | undefined = await page.evaluate(`${IS_SHOWN} ? [${expression}] : undefined`)
    if (found) return found[0]
  }
  throw new Error(`the page shows nothing else than before within ${STEP_MS} ms: ${expression}`)
}

/** Clicks twice on a place of the drawing, at the times of a quick hand: the page counts the time between two clicks. */
export async function clickTwice(page: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const startedAt = Date.now() / 1_000
  for (const [index, type] of (['mousePressed', 'mouseReleased', 'mousePressed', 'mouseReleased'] as const).entries()) {
    const clickCount = index < 2 ? 1 : 2
    const timestamp = startedAt + index * 0.04
    await session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount, timestamp })
  }
}

/** The questions of a test to a page, wherever it is shown. */
export function driverOf(page: Page): Omit<Shown, 'requests' | 'faults'> {
  const settle = async (): Promise<void> => {
    await until(page, 'window.scenewrightView?.store.state.model && window.scenewrightView.stage.isSettled')
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  }
  const at = (x: number, y: number): Promise<{ x: number; y: number }> =>
    page.evaluate(`(() => {
      const { camera, size } = window.scenewrightView.stage
      const box = document.getElementById('canvas').getBoundingClientRect()
      return {
        x: box.left + size.width / 2 + (${x} - camera.x) * camera.scale,
        y: box.top + size.height / 2 - (${y} - camera.y) * camera.scale,
      }
    })()`)
  return {
    page,
    settle,
    at,
    async colorAt(x, y) {
      await settle()
      const point = await at(x, y)
      return page.evaluate(`(() => {
        const canvas = document.getElementById('canvas')
        const box = canvas.getBoundingClientRect()
        const ratio = canvas.width / box.width
        const { data } = canvas.getContext('2d').getImageData((${point.x} - box.left) * ratio, (${point.y} - box.top) * ratio, 1, 1)
        return [data[0], data[1], data[2]]
      })()`)
    },
  }
}
