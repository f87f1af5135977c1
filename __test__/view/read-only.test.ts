// A live view that only looks: a person points, measures and writes to the agent, and changes nothing.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { connectTo } from '../mcp-support.js'
import { fileOf, openProject, projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show } from './browser.js'
import { HOUSE, MAIN } from './plan.js'

afterAll(closeBrowser)

const WIDE = "const wide = param('wide', 120, { min: 80, max: 160 })\n"

/** A project with a commit that could be undone, and a parameter. */
async function plan(): Promise<string> {
  const dir = projectOf({ main: WIDE + MAIN, house: HOUSE })
  const project = await openProject(dir)
  await project.edit({ file: 'main', oldText: "'#b5651d'", newText: "'#00aa00'" })
  await project.close()
  return dir
}

const post = async (url: string, path: string, body: object): Promise<Response> =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('answers questions and exports, and refuses what commits or writes', async () => {
  const dir = await plan()
  const before = readFileSync(fileOf(dir, 'main'), 'utf8')
  const { url } = await serve(dir, ['--read-only'])
  for (const [name, args] of [
    ['undo', {}],
    ['redo', {}],
    ['run', { parameters: { wide: 140 } }],
    ['export', { format: 'svg', path: 'plan.svg' }],
  ] as const) {
    const refused = await post(url, 'call', { name, arguments: args })
    expect([refused.status, await refused.text()], name).toEqual([
      403,
      `${name} was not done: this view is read-only. Start it without --read-only.\n`,
    ])
  }
  for (const [path, body] of [
    ['preview', { parameters: { wide: 140 } }],
    ['change', { parameter: 'wide', value: 140, after: '' }],
    ['restore', { id: 'x' }],
    ['restore-code', {}],
    ['example', {}],
    ['fork', { name: 'a', choice: 'discard' }],
    ['sets', { name: 'a', values: { wide: 140 } }],
  ] as const) {
    const refused = await post(url, path, body)
    expect([refused.status, await refused.text()], path).toEqual([
      403,
      `${path} was not done: this view is read-only. Start it without --read-only.\n`,
    ])
  }
  expect(existsSync(join(dir, 'exports'))).toBe(false)
  expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toBe(before)
  const asked = await post(url, 'call', { name: 'inspect', arguments: { view: 'parameters' } })
  expect([asked.status, JSON.stringify(await asked.json())]).toEqual([200, expect.stringContaining('120')])
  expect((await fetch(`${url}export?format=svg`)).status).toBe(200)
  expect((await post(url, 'notes', { text: 'wider, please', selected: ['table'] })).status).toBe(200)
})

describe.skipIf(!hasBrowser)('the page', () => {
  test('shows the scene, and has nothing that changes it within reach', async () => {
    const { url } = await serve(await plan(), ['--read-only'])
    const { page, settle, faults } = await show(url)
    await settle()
    expect(await page.locator('#connection').textContent()).toBe('Live, read-only')
    await expect.poll(() => page.locator('#commits .commit').count()).toBe(1)
    expect(await page.locator('#undo').isDisabled()).toBe(true)
    expect(await page.locator('#redo').isDisabled()).toBe(true)
    expect(await page.locator('#parameters input').first().isDisabled()).toBe(true)
    expect(await page.locator('#parameters-state').textContent()).toBe('read-only')
    // The scene came from another process, without the places that drew it: that of what is picked is asked for.
    await page.click('.node >> text=floor')
    await expect.poll(() => page.locator('#place').textContent()).toBe('main:6:1')
    await page.focus('#canvas')
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.locator('#announcer').textContent()).toContain('this view is read-only')
    expect(faults).toEqual([])
  })
})

describe('a server that changes nothing', () => {
  const part = async (flags: readonly string[]) => {
    const client = await connectTo(['mcp', await plan(), ...flags])
    const { _meta } = await client.callTool({ name: 'view_scene', arguments: {} })
    return (_meta as { 'scenewright/answer': { data: object } })['scenewright/answer'].data
  }

  test('is reported to the page', async () => {
    expect(await part(['--read-only'])).toMatchObject({ readOnly: true })
    expect(await part([])).not.toHaveProperty('readOnly')
  })

  test('still hands over notes, which do not change the project', async () => {
    const client = await connectTo(['mcp', await plan(), '--read-only'])
    const kept = await client.callTool({ name: 'view_note', arguments: { text: 'wider', selected: [] } })
    expect(kept.isError).toBe(false)
    expect(JSON.stringify(await client.callTool({ name: 'view', arguments: {} }))).toContain('wider')
  })

  test('says so where the disk does not take a note', async () => {
    const dir = await plan()
    rmSync(join(dir, '.scenewright', 'notes'), { recursive: true, force: true })
    mkdirSync(join(dir, '.scenewright'), { recursive: true })
    writeFileSync(join(dir, '.scenewright', 'notes'), 'a file in the way')
    const client = await connectTo(['mcp', dir])
    const result = await client.callTool({ name: 'view_note', arguments: { text: 'wider', selected: [] } })
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toContain('The note could not be kept')
    expect(JSON.stringify(result.content)).toContain('io')
    const { url } = await serve(dir)
    const refused = await post(url, 'notes', { text: 'wider', selected: [] })
    expect([refused.status, await refused.text()]).toEqual([500, expect.stringContaining('could not be kept')])
  })
})
