// Events in the folder of a project beside its own tools: guarded commands in the strip, and forks side by side.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'

import { afterAll, describe, expect, test } from 'vitest'

import { fileOf, openProject, PROGRAM, projectOf, save } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, shown, until, type Shown } from './browser.js'

afterAll(closeBrowser)

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8')
const MAIN = "drawRect('plate', 0, 0, 80, 50)\ndrawCircle('hole', 0, 0, 5)\n"

const code = (dir: string): string => readFileSync(fileOf(dir, 'main'), 'utf8')

/** A command of a shell in the project's folder, as one commit. */
function guard(dir: string, line: string): void {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'guard', '.', '--', line], {
    cwd: dir,
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
}

const widthOf = ({ page }: Shown): Promise<number> =>
  shown(page, "window.scenewrightView.store.state.live?.find('plate')?.geometry.width")

describe.skipIf(!hasBrowser || process.platform === 'win32')('a guarded command', () => {
  test('stands in the strip with its words and files, and is undone, made again and restored over', async () => {
    const dir = projectOf({ main: MAIN })
    const project = await openProject(dir)
    await project.edit({ file: 'main', oldText: 'hole', newText: 'bore' })
    const edited = code(dir)
    guard(dir, "sed -i 's/80/90/' scene.code.js && echo done > notes.txt")
    const commanded = code(dir)
    const path = join(dir, 'notes.txt')
    const notes = (): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
    const { url } = await serve(dir)
    const view = await show(url)
    await view.settle()
    const chip = view.page.locator('.commit').last()
    await expect
      .poll(() => chip.locator('.what').textContent())
      .toBe("sed -i 's/80/90/' scene.code.js && echo done > notes.txt")
    expect(await chip.locator('.drawn').textContent()).toMatch(/^(scene.code.js updated|notes.txt created) and 1 more$/)
    expect(await chip.locator('.who').textContent()).toMatch(/^Shell · /)
    expect(await chip.getAttribute('title')).toContain('notes.txt created')
    expect(await widthOf(view)).toBe(90)
    await view.page.click('#undo')
    // The files of a commit follow one after the other.
    await expect.poll(() => [code(dir), notes()]).toEqual([edited, undefined])
    await expect.poll(() => widthOf(view)).toBe(80)
    await view.page.click('#redo')
    await expect.poll(() => [code(dir), notes()]).toEqual([commanded, 'done\n'])
    // The next undo is of what the project's own tools did.
    await project.edit({ file: 'main', oldText: '50', newText: '60' })
    await view.page.click('#undo')
    await expect.poll(() => code(dir)).toBe(commanded)
    // To restore what was before the command undoes it too.
    await until(view.page, '!window.scenewrightView.store.state.isBusy')
    await view.page.locator('.commit').first().dblclick()
    await until(view.page, 'window.scenewrightView.store.state.past && !window.scenewrightView.store.state.before')
    await view.page.click('#restore')
    await until(view.page, '!window.scenewrightView.store.state.isBusy')
    expect(await view.page.locator('#banner').innerText()).toBe('')
    await expect.poll(() => [code(dir), notes()]).toEqual([edited, undefined])
    expect(view.faults).toEqual([])
  })
})

describe.skipIf(!hasBrowser || process.platform === 'win32')('forks', () => {
  test('are side by side with what they change; one is kept, and others are discarded', async () => {
    const dir = projectOf({ main: MAIN })
    const project = await openProject(dir)
    await project.run()
    for (const [name, text] of [
      ['larger', MAIN.replace('0, 0, 5)', '0, 0, 12)')],
      ['wider', MAIN.replace('80, 50', '120, 50')],
      ['broken', 'drawCircle('],
    ] as const) {
      const result = await project.fork(name, { message: `try ${name}` })
      if (!result.ok) throw new Error(result.error.message)
      save(fileOf(result.fork.root, 'main'), text)
    }
    const { url } = await serve(dir)
    const view = await show(url)
    await view.settle()
    await expect.poll(() => view.page.locator('#tool-forks').textContent()).toBe('3 forks')
    await view.page.focus('#canvas')
    await view.page.keyboard.press('f')
    const pane = (name: string) => view.page.locator(`.pane[aria-label="${name}"]`)
    await expect.poll(() => pane('larger').locator('.differences').innerText()).toContain('hole: Ø10 → Ø24')
    await expect.poll(() => pane('wider').locator('.differences').innerText()).toContain('plate: 80 × 50 → 120 × 50')
    await expect.poll(() => pane('broken').locator('.problem').count()).toBe(1)
    expect(await pane('broken').locator('[data-keep]').isDisabled()).toBe(true)
    expect(await pane('larger').locator('p').innerText()).toContain('try larger')
    // Differences are drawn in the colour of a change, from the same place in each pane.
    const inked = (name: string): Promise<number> =>
      pane(name)
        .locator('canvas')
        .evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
          let count = 0
          for (let at = 0; at < data.length; at += 4)
            if (data[at + 3]! > 100 && data[at]! - data[at + 2]! > 100) count += 1
          return count
        })
    await expect.poll(() => inked('wider')).toBeGreaterThan(100)
    expect(await inked('Current drawing')).toBe(0)
    await view.page.evaluate(AXE)
    const found = (await view.page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
      violations: { id: string }[]
    }
    expect(found.violations.map(({ id }) => id)).toEqual([])
    // Discarding asks once more.
    await view.page.click('[data-discard=larger]')
    expect(await view.page.locator('[data-discard=larger]').textContent()).toBe('Discard for good?')
    await view.page.click('[data-discard=larger]')
    await expect.poll(() => view.page.locator('.pane').count()).toBe(3)
    await view.page.click('[data-keep=wider]')
    await expect.poll(() => widthOf(view)).toBe(120)
    await expect.poll(() => view.page.locator('#tool-forks').textContent()).toBe('1 fork')
    await view.page.keyboard.press('Escape')
    await expect.poll(() => view.page.locator('.commit .who').last().textContent()).toContain('Fork')
    await view.page.click('#undo')
    await expect.poll(() => code(dir)).toBe(MAIN)
    await expect.poll(() => widthOf(view)).toBe(80)
    expect(view.faults).toEqual([])
  })

  test('are looked at and not chosen from a page that only looks', async () => {
    const dir = projectOf({ main: MAIN })
    const project = await openProject(dir)
    await project.run()
    expect((await project.fork('other')).ok).toBe(true)
    const { url } = await serve(dir, ['--read-only'])
    const choose = (choice: string): Promise<Response> =>
      fetch(`${url}fork`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'other', choice }),
      })
    expect([(await choose('keep')).status, (await choose('discard')).status]).toEqual([403, 403])
    const view = await show(url)
    await view.settle()
    await until(view.page, "!document.getElementById('tool-forks').hidden")
    await view.page.click('#tool-forks')
    await expect.poll(() => view.page.locator('.differences').innerText()).toContain('Draws the same.')
    expect(await view.page.locator('[data-keep]').count()).toBe(0)
  })
})
