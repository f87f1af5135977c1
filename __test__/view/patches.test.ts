// A large scene that changes a little: the page is sent what is different, and shows what a page that opens later shows.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { patched } from '../../view/patch.js'
import { SceneModel } from '../../view/scene.js'
import type { SceneWire } from '../../view/wire.js'
import { fileOf, projectOf } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, until } from './browser.js'

afterAll(closeBrowser)

type Row = { name: string; type: string; in?: number; layer: number; style?: number; geometry?: object; text?: string }

/** The same numbers in each run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Groups of five among other rows, as `in` is the position of a group. */
function rowsOf(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => {
    const place = index % 9
    const type = place === 2 ? 'group' : 'circle'
    const inGroup = place > 2 && place < 8 ? { in: index - place + 2 } : {}
    const shape = place === 2 ? {} : { style: index % 4, geometry: { radius: index % 7 } }
    // In the order of the native half.
    return { name: `e${index}`, type, ...inGroup, layer: index % 3, ...shape }
  })
}

/** Rows with others added before them and some taken away; positions of groups follow. */
function spliced(rows: readonly Row[], at: number, removed: number, added: readonly Row[]): Row[] {
  const shift = (position: number): number | undefined => {
    if (position < at) return position
    return position < at + removed ? undefined : position + added.length - removed
  }
  const follow = (row: Row): Row => {
    if (row.in === undefined) return row
    const { in: group, ...rest } = row
    const place = shift(group)
    return place === undefined ? rest : { ...row, in: place }
  }
  return [...rows.slice(0, at).map(follow), ...added, ...rows.slice(at + removed).map(follow)]
}

describe('a patch', () => {
  test('is not applied to another scene than its own', () => {
    const rows = rowsOf(20)
    const scene = { entities: [] } as unknown as SceneWire
    const patch = { from: 'a', runs: [{ start: 5, removed: 1, added: 0 }] }
    const loadedAs = (version: string) => ({
      scene: { entities: rows } as unknown as SceneWire,
      transactionId: '',
      version,
      project: '',
      readOnly: false,
    })
    expect(patched(loadedAs('a'), patch, scene)?.entities.map(({ name }) => name)).toEqual(
      rows.map(({ name }) => name).filter((name) => name !== 'e5'),
    )
    expect(patched(loadedAs('b'), patch, scene)).toBe(undefined)
    expect(patched(undefined, patch, scene)).toBe(undefined)
  })
})

describe('the model of a changed scene', () => {
  const wireOf = (rows: readonly Row[]): SceneWire =>
    ({
      units: 'mm',
      bounds: [0, 0, 400, 50],
      layers: [],
      styles: [],
      files: [],
      entities: rows.map((row, index) => ({ ...row, ...(row.geometry && { bounds: [index, 0, index + 2, 5] }) })),
    }) as unknown as SceneWire

  test('is what a page makes of the whole scene, and takes over the shapes that stay', () => {
    const rows = rowsOf(400)
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomOf(seed)
      const wire = wireOf(rows)
      const before = new SceneModel(wire, 'a')
      before.find('e1')
      const at = Math.floor(random() * rows.length)
      const removed = Math.floor(random() * 3)
      const added = rowsOf(Math.floor(random() * 3)).map((row) => ({ ...row, name: `${row.name}_${seed % 2}` }))
      const fresh = wireOf(spliced(rows, at, removed, added))
      // As a patch does: rows that stay are the same objects.
      const known = new Map(wire.entities.map((row) => [JSON.stringify(row), row]))
      const next = { ...fresh, entities: fresh.entities.map((row) => known.get(JSON.stringify(row)) ?? row) }
      const [made, whole] = [new SceneModel(next, 'b', 'b', before), new SceneModel(fresh, 'b')]
      expect([made.entities, made.roots, made.leaves], `seed ${seed}`).toEqual([
        whole.entities,
        whole.roots,
        whole.leaves,
      ])
      for (const name of ['e1', 'e0_1', `e${at}`, 'e399']) expect(made.find(name)).toEqual(whole.find(name))
      expect(made.boxes.touching([at - 3, 1, at + 3, 2])).toEqual(whole.boxes.touching([at - 3, 1, at + 3, 2]))
      expect(whole.boxes.touching([at - 3, 1, at + 3, 2])).toEqual(
        [...whole.leaves.keys()].filter((leaf) => {
          const [minX = 0, , maxX = 0] = whole.leafAt(leaf).bounds ?? []
          return minX <= at + 3 && maxX >= at - 3
        }),
      )
      const kept = made.entities.filter((entity, index) => entity === before.entities[index])
      expect(kept.length).toBeGreaterThanOrEqual(made.leaves.filter((leaf) => leaf < at).length)
    }
  })
})

const MANY = `for (let i = 0; i < 9000; i++) drawCircle('e' + i, (i % 95) * 12, Math.floor(i / 95) * 12, 5)
createGroup('g', ['e8900', 'e8901'])
`

describe.skipIf(!hasBrowser)('a page on a large scene', () => {
  test('is sent what is different, and shows what another page shows', async () => {
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
      // A style that stands before all others.
      "setFill('e1', '#cc0000')\nsetStroke('e4500', '#00cc00', 2)",
      "drawRect('last', -60, -60, 40, 40)",
      "deleteEntity('e8850')",
      "translate('g', 3, 4)",
    ])
      await change(words)
    // A page that lags behind asks for the whole; not for each of these.
    expect(asked() - first).toBeLessThan(4)
    await change("deleteEntity('e0')")
    // Where most of the rows are different the scene is sent as a whole.
    await change("for (let i = 0; i < 6000; i++) translate('e' + i, 1, 0)")
    await change("drawOrder('e8000', 'back')")
    expect(view.faults).toEqual([])
  })

  test('is sent what is different while a slider is dragged, and the whole where it has another scene', async () => {
    const main = `const size = param('size', 5, { min: 1, max: 60, step: 1 })\n${MANY}\ndrawRect('own', -60, -60, size, 9)\n`
    const { url } = await serve(projectOf({ main }))
    const view = await show(url)
    await view.settle()
    const drawn = 'window.scenewrightView.store.state.model'
    const bytes: number[] = []
    view.page.on('response', async (response) => {
      if (response.url().endsWith('/preview')) bytes.push((await response.body()).length)
    })
    const drag = async (size: number): Promise<void> => {
      await view.page.evaluate(`(() => {
        const slider = document.querySelector('input[type=range][data-parameter=size]')
        slider.value = ${size}
        slider.dispatchEvent(new Event('input'))
      })()`)
      await until(view.page, `${drawn}.find('own').geometry.width === ${size}`)
      await view.settle()
    }
    const whole = (await (await fetch(`${url}scene`)).text()).length
    await drag(20)
    await drag(30)
    await expect.poll(() => bytes.length).toBe(2)
    for (const count of bytes) expect(count).toBeLessThan(whole / 20)
    const shown = async () => JSON.parse(await view.page.evaluate(`JSON.stringify(${drawn}.wire.entities)`))
    const [before] = [(await (await fetch(`${url}scene`)).json()) as { entities: { name: string }[] }]
    expect((await shown()).filter(({ name }: { name: string }) => name !== 'own')).toEqual(
      before.entities.filter(({ name }) => name !== 'own'),
    )
    // A page whose scene is not the server's own is sent the whole.
    const asked = await fetch(`${url}preview`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ parameters: { size: 40 }, known: 'another' }),
    })
    expect((await asked.text()).length).toBeGreaterThan(whole / 2)
    expect(view.faults).toEqual([])
  })
})
