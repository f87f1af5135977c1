// What a page hears of a file that a program empties or removes before it writes it.
import { rmSync, truncateSync, writeFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { atEnd, eventually, fileOf, openProject, projectOf, sleep } from '../support.js'
import { serve } from './browser.js'

const ONE = "import { side } from 'sizes'\ndrawRect('plate', 0, 0, side, side)\n"
const TWO = `${ONE}drawCircle('hole', 0, 0, 5)\n`

interface Heard {
  readonly transactionId: string | null
  readonly error?: { readonly message: string }
  readonly scene?: { readonly entities: readonly { readonly name: string }[] }
}

/** A live page of a project without its browser, and the states of the scene that it heard of. */
async function opened(main = ONE): Promise<{
  dir: string
  heard: Heard[]
  scene(): Promise<Heard['scene']>
  preview(parameters: object): Promise<Heard['scene']>
}> {
  const dir = projectOf({ main, sizes: 'export const side = 40\n' })
  const { url } = await serve(dir)
  const gone = new AbortController()
  atEnd(() => gone.abort())
  const heard: Heard[] = []
  const { body } = await fetch(`${url}events`, { signal: gone.signal })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async (): Promise<void> => {
    let text = ''
    for (;;) {
      const part = await reader?.read()
      if (part?.value === undefined) return
      const events = `${text}${part.value}`.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, data] = /^data: (\{.*)$/m.exec(event) ?? []
        if (data && !event.includes('event: log')) heard.push(JSON.parse(data) as Heard)
      }
    }
  }
  read().catch(() => {})
  const scene = async () => (await (await fetch(`${url}scene`)).json()) as Heard['scene']
  const preview = async (parameters: object) => {
    const [method, headers] = ['POST', { 'Content-Type': 'application/json' }]
    const answer = await fetch(`${url}preview`, { method, headers, body: JSON.stringify({ parameters }) })
    return (await answer.json()) as Heard['scene']
  }
  await scene()
  await eventually('the first scene is heard of', () => heard.length > 0)
  heard.length = 0
  return { dir, heard, scene, preview }
}

const namesIn = (scene: Heard['scene']): string[] | undefined => scene?.entities?.map(({ name }) => name)

/** The time for which a program is held up: longer than a page waits for quiet files, and less than it waits for an empty one. */
const HELD_UP_MS = 100

/** The time after which the page may take a file for empty. */
const COUNTS_AS_EMPTY_MS = 350

/** Saves a file in two steps. A machine that stalls in between shows nothing, and the page is opened again. */
async function heardOfSaving(begin: (main: string) => void): Promise<{ heard: Heard[]; asked: Heard['scene'][] }> {
  for (;;) {
    const { dir, heard, scene } = await opened()
    const startedAt = performance.now()
    begin(fileOf(dir, 'main'))
    const during = scene()
    await sleep(HELD_UP_MS)
    writeFileSync(fileOf(dir, 'main'), TWO)
    if (performance.now() - startedAt > COUNTS_AS_EMPTY_MS) continue
    await eventually('the new scene is heard of', () => heard.some(({ scene }) => namesIn(scene)?.includes('hole')))
    return { heard, asked: [await during, await scene()] }
  }
}

describe('a page hears of', () => {
  test.each([
    ['emptied', (main: string) => truncateSync(main)],
    ['removed', (main: string) => rmSync(main)],
  ])('the new scene alone where main is %s, and written a little later', async (_, begin) => {
    const { heard, asked } = await heardOfSaving(begin)
    expect(heard.map(({ scene }) => namesIn(scene))).toEqual([['plate', 'hole']])
    expect(heard.filter(({ error }) => error)).toEqual([])
    // A page that asks in the meantime waits too.
    expect(asked.map(namesIn)).toEqual([
      ['plate', 'hole'],
      ['plate', 'hole'],
    ])
  })

  test('the new scene where a slider is dragged while main is empty', async () => {
    const [one, two] = [`const d = param('d', 10)\n${ONE}`, `const d = param('d', 10)\n${TWO}`]
    for (;;) {
      const { dir, preview } = await opened(one)
      const startedAt = performance.now()
      truncateSync(fileOf(dir, 'main'))
      const during = preview({ d: 12 })
      await sleep(HELD_UP_MS)
      writeFileSync(fileOf(dir, 'main'), two)
      if (performance.now() - startedAt > COUNTS_AS_EMPTY_MS) continue
      expect(namesIn(await during)).toEqual(['plate', 'hole'])
      return
    }
  })

  test('a main that stays empty, a module that stays empty, and a main that stays away', async () => {
    const { dir, heard } = await opened()
    truncateSync(fileOf(dir, 'sizes'))
    await eventually('the module is missed', () => heard.length > 0)
    expect(heard).toMatchObject([{ error: { message: expect.stringContaining('side') } }])
    truncateSync(fileOf(dir, 'main'))
    await eventually('the drawing is empty', () => heard.length > 1)
    expect(namesIn(heard[1]?.scene)).toEqual([])
    rmSync(fileOf(dir, 'main'))
    await eventually('there is no drawing', () => heard.length > 2)
    expect(heard[2]).toMatchObject({ type: 'scene', version: null })
  })

  test('a commit that empties or removes files without a wait', async () => {
    const { dir, heard } = await opened()
    const project = await openProject(dir)
    await project.write({ file: 'main', text: '' })
    await eventually('the drawing is empty', () => heard.length > 0)
    expect(namesIn(heard[0]?.scene)).toEqual([])
    await project.undo()
    await eventually('the drawing is back', () => heard.length > 1)
    expect(namesIn(heard[1]?.scene)).toEqual(['plate'])
  })
})
