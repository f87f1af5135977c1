// The live view under axe: no violation in any theme, in any state that a person meets.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, openProject, projectOf, save, scratch } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, type Shown } from './browser.js'
import { HOUSE, MAIN } from './plan.js'

afterAll(closeBrowser)

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8')

async function violations({ page }: Shown): Promise<string[]> {
  await page.evaluate(AXE)
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
}

describe.skipIf(!hasBrowser)('axe finds nothing', () => {
  test.each(['light', 'dark', 'contrast'] as const)('in the theme %s', async (theme) => {
    const dir = projectOf({ main: MAIN, house: HOUSE })
    const project = await openProject(dir)
    await project.edit({ file: 'main', oldText: "'#dfe7ef'", newText: "'#ccddee'" })
    await project.edit({ file: 'main', oldText: "'#b5651d'", newText: "'#00aa00'" })
    const { url } = await serve(dir)
    const view = await show(url)
    await view.page.evaluate(`localStorage.setItem('scenewright-theme', '${theme}')`)
    await view.page.reload()
    await view.settle()
    expect(await violations(view), 'at first').toEqual([])
    await view.page.click('.node >> text=lamp')
    await view.page.waitForSelector('#place')
    await view.page.keyboard.press('b')
    await view.page.waitForSelector('#compare:not([hidden])')
    await view.page.keyboard.press('l')
    expect(await violations(view), 'selected and compared').toEqual([])
    await view.page.click('#tool-download')
    expect(await violations(view), 'with a menu').toEqual([])
    await view.page.keyboard.press('Escape')
    await view.page.focus('#canvas')
    await view.page.keyboard.press('b')
    await view.page.keyboard.press('c')
    await view.page.selectOption('#check-profile', 'laser')
    await view.page.waitForSelector('.finding')
    await view.page.hover('.finding')
    expect(await violations(view), 'with the check').toEqual([])
    await view.page.focus('#canvas')
    await view.page.keyboard.press('e')
    await view.page.waitForSelector('#export-download:not([disabled])')
    await view.page.selectOption('[data-use-of=lights]', 'cut')
    await view.page.waitForSelector('#export-download:not([disabled])')
    expect(await violations(view), 'with a file').toEqual([])
    await view.page.keyboard.press('Escape')
    save(fileOf(dir, 'main'), `${MAIN}\ndrawCircle('bad', 0, 0, -5)`)
    await view.page.waitForSelector('#banner:not([hidden])')
    expect(await violations(view), 'with an error').toEqual([])
    await view.page.keyboard.press('?')
    expect(await violations(view), 'with the list of keys').toEqual([])
  })

  test('in a project that waits, with parameters, a proposal, a refused value and an earlier commit', async () => {
    const { url } = await serve(projectOf({}))
    const view = await show(url)
    await view.page.waitForSelector('#draw-example')
    expect(await violations(view), 'waiting').toEqual([])
    await view.page.click('#draw-example')
    await view.settle()
    await view.page.focus('input[type=range][data-parameter=width]')
    await view.page.keyboard.press('End')
    await view.page.click('[data-save=width]')
    await view.page.waitForSelector('.proposal ins')
    await view.page.fill('#parameter-height', '999')
    await view.page.keyboard.press('Tab')
    await expect.poll(() => view.page.locator('#parameter-height-complaint').textContent()).toContain('999')
    await view.page.click('.node >> text=plate')
    await view.page.waitForSelector('[data-measure=width]')
    expect(await violations(view), 'with a proposal').toEqual([])
    await view.page.focus('#canvas')
    await view.page.keyboard.press('Escape')
    await view.page.keyboard.press('l')
    expect(await violations(view), 'with the console in a panel that is scrolled').toEqual([])
    await view.page.keyboard.press('l')
    await view.page.keyboard.press(',')
    await view.page.waitForSelector('#past-bar:not([hidden])')
    expect(await violations(view), 'an earlier commit').toEqual([])
  })

  test('with a server that is gone, a comparison of two commits, and in a file', async () => {
    const dir = projectOf({ main: `const gap = param('gap', 5, { min: 0, max: 9 })\n${MAIN}`, house: HOUSE })
    const project = await openProject(dir)
    for (const [from, to] of [
      ['#dfe7ef', '#ccddee'],
      ['#ccddee', '#bbccdd'],
    ] as const)
      await project.apply({
        changes: [{ type: 'edit', file: 'main', oldText: from, newText: to }],
        message: `A long message about ${to}, which needs both of the lines that a commit has in the strip`,
      })
    const { url, process: server } = await serve(dir)
    const path = join(scratch(), 'drawing.html')
    writeFileSync(path, await (await fetch(`${url}file`)).text())
    const view = await show(url)
    await view.settle()
    await view.page.locator('.commit').first().click()
    await view.page
      .locator('.commit')
      .last()
      .click({ modifiers: ['Shift'] })
    await view.page.waitForSelector('#compare:not([hidden])')
    expect(await violations(view), 'two commits').toEqual([])
    await view.page.focus('#canvas')
    await view.page.keyboard.press('Escape')
    server.kill('SIGKILL')
    await expect.poll(() => view.page.locator('#connection').textContent()).toBe('Not connected')
    await view.page.click('#connection')
    await view.page.focus('input[type=range][data-parameter=gap]')
    await view.page.keyboard.press('ArrowRight')
    await expect.poll(() => view.page.locator('#parameter-gap-complaint').textContent()).toContain('does not answer')
    expect(await violations(view), 'not connected').toEqual([])
    const file = await show(`file://${path}`, { bypassCSP: true })
    await file.settle()
    await file.page.click('.node >> text=lamp')
    expect(await violations(file), 'a file').toEqual([])
  })

  test('with a sheet, a brush stroke and several projects', async () => {
    const drawn = "setPage('A4')\ndrawRect('plate', 0, 0, 100, 60)\n"
    const { url } = await serve(projectOf({ main: drawn }), [projectOf({ main: drawn })])
    const view = await show(url)
    await view.settle()
    await view.page.waitForSelector('#projects:not([hidden])')
    await view.page.focus('#canvas')
    await view.page.keyboard.press('s')
    await view.page.keyboard.press('p')
    const { x, y } = await view.at(50, 0)
    await view.page.mouse.move(x, y)
    await view.page.mouse.down()
    await view.page.mouse.move(x, y + 30, { steps: 4 })
    await view.page.mouse.up()
    await view.page.waitForSelector('[data-dimension]')
    expect(await violations(view)).toEqual([])
  })

  test.each([
    [400, 800],
    [480, 560],
    [800, 600],
  ])('in a window of %i by %i pixels, with a panel beside the drawing', async (width, height) => {
    const code = `const size = param('size', 'm', { choices: ['s', 'm'] })\n${MAIN}`
    const { url } = await serve(projectOf({ main: code, house: HOUSE }))
    const view = await show(url, { viewport: { width, height } })
    await view.settle()
    expect(await violations(view)).toEqual([])
    await view.page.click('[data-panel=left]')
    expect(await violations(view), 'objects').toEqual([])
    await view.page.click('.node >> text=lamp')
    await view.page.click('[data-panel=right]')
    await view.page.waitForSelector('#place')
    await view.page.focus('#parameter-size')
    await view.page.keyboard.press('ArrowUp')
    await expect.poll(() => view.page.locator('#parameters-state').textContent()).toBe('Enter sets it')
    expect(await violations(view), 'selection and a value that nobody has taken').toEqual([])
    await view.page.click('#check-badge')
    expect(await violations(view), 'the check').toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'with the few %s colours of a machine, pressed and chosen buttons can be recognised',
    async (scheme) => {
      const dir = projectOf({ main: `setPage('A3')\n${MAIN}`, house: HOUSE })
      const project = await openProject(dir)
      await project.edit({ file: 'main', oldText: "'#dfe7ef'", newText: "'#ccddee'" })
      await project.edit({ file: 'main', oldText: "'#b5651d'", newText: "'#00aa00'" })
      const { url } = await serve(dir)
      const view = await show(url, { forcedColors: 'active', colorScheme: scheme })
      await view.settle()
      expect(await view.page.locator('html').getAttribute('data-theme')).toBe(scheme === 'light' ? 'light' : 'contrast')
      await view.page.click('.node >> text=lamp')
      const ground = (selector: string): Promise<string> =>
        view.page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
      const differ = async (one: string, other: string): Promise<void> =>
        expect(await ground(one), one).not.toBe(await ground(other))
      await differ('#tool-select', '#tool-measure')
      await differ('#sheets [aria-selected=true]', '#sheets [aria-selected=false]')
      await differ('.node[aria-selected=true]', '.node[aria-selected=false]')
      await view.page.locator('.commit').first().click()
      await view.page.waitForSelector('#compare:not([hidden])')
      await differ('.commit[aria-selected=true]', '.commit[aria-selected=false]')
      expect(await violations(view)).toEqual([])
    },
  )
})
