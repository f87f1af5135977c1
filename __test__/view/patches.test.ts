// A large scene that changes a little: the page is sent what is different, and shows what a page that opens later shows.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { patchOf } from '../../ts/view/scene-patch.js'
import { fileOf, projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until } from './browser.js'

afterAll(closeBrowser)

/** A scene as the native half writes it. */
const sceneOf = (rows: readonly object[], styles = '[]'): Buffer =>
  Buffer.from(`{\n"styles":${styles},\n"entities":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}\n`)

/** The rows that a page makes of a patch. */
function applied(before: readonly object[], after: Buffer, old: Buffer): { rows: object[]; bytes: number } | undefined {
  const patch = patchOf(old, after)
  if (!patch) return undefined
  const { entities } = JSON.parse(patch.json.toString('utf8')) as { entities: object[] }
  const tail = before.slice(before.length - patch.tail)
  return { rows: [...before.slice(0, patch.head), ...entities, ...tail], bytes: patch.json.length }
}

/** The same numbers in each run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe('a patch', () => {
  const rows = Array.from({ length: 4_000 }, (_, index) => ({ name: `e${index}`, geometry: { radius: index % 7 } }))

  test('leads to the scene that it was made for, whatever changed', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomOf(seed)
      const next: object[] = [...rows]
      const at = Math.floor(random() * rows.length)
      const count = Math.floor(random() * 4)
      const added = Array.from({ length: Math.floor(random() * 4) }, (_, index) => ({
        name: random() < 0.3 ? `e${at + 1}` : `new${seed}_${index}`,
        text: random() < 0.5 ? ',\n"entities":[\n' : '\u2028]}',
      }))
      next.splice(seed % 5 === 0 ? 0 : seed % 7 === 0 ? rows.length - count : at, count, ...added)
      const found = applied(rows, sceneOf(next, `[${seed}]`), sceneOf(rows))
      expect(found?.rows, `seed ${seed}`).toEqual(next)
      expect(found?.bytes).toBeLessThan(3_000)
    }
  })

  test('is none where most is different, where nothing is drawn, and of bytes of another form', () => {
    const old = sceneOf(rows)
    expect(patchOf(old, sceneOf(rows.map((row) => ({ ...row, layer: 1 }))))).toBe(undefined)
    expect(patchOf(old, Buffer.from('{\n"entities":[\n]}\n'))).toBe(undefined)
    expect(patchOf(Buffer.from('{\n"entities":[\n]}\n'), old)).toBe(undefined)
    expect(patchOf(old, Buffer.from('no scene'))).toBe(undefined)
  })
})

const MANY = `for (let i = 0; i < 9000; i++) drawCircle('e' + i, (i % 95) * 12, Math.floor(i / 95) * 12, 5)
createGroup('g', ['e8900', 'e8901'])
`

describe.skipIf(!hasBrowser)('a page on a large scene', () => {
  test('is sent what is different, and shows what another page shows', { timeout: 120_000 }, async () => {
    const dir = projectOf({ main: MANY })
    const { url } = await serve(dir)
    const view = await show(url)
    await view.settle()
    const asked = (): number => view.requests.filter((it) => it.endsWith('/scene')).length
    const first = asked()
    const drawn = 'window.scenewrightView.store.state.model'
    let steps = 0
    const change = async (words: string): Promise<void> => {
      steps += 1
      // In one step: a file that is seen half written draws something else for a moment.
      const written = join(dir, 'written')
      writeFileSync(written, `${MANY}${words}\nsetLayer('e8800', 'step${steps}')\n`)
      renameSync(written, fileOf(dir, 'main'))
      await until(view.page, `${drawn}.wire.layers.some(({ name }) => name === 'step${steps}')`)
      await view.settle()
      const scene = (await (await fetch(`${url}scene`)).json()) as { entities: object[] }
      const shown = await view.page.evaluate(`JSON.stringify(${drawn}.wire.entities)`)
      expect(shown, words).toBe(JSON.stringify(scene.entities))
    }
    for (const words of [
      "setFill('e8700', '#cc0000')",
      "drawRect('last', -60, -60, 40, 40)",
      "deleteEntity('e8850')",
      "translate('g', 3, 4)",
    ])
      await change(words)
    // A page that lags behind asks for the whole; not for each of these.
    expect(asked() - first).toBeLessThan(4)
    // Where most of the rows are different the scene is sent as a whole.
    await change("deleteEntity('e0')")
    await change("drawOrder('e8000', 'back')")
    expect(view.faults).toEqual([])
  })
})
