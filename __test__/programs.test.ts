// The programs in examples/programs, as those who copy them would start them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

import { Editor, type ToWindow } from '../examples/programs/editor.js'
import { atEnd, projectOf, ROOT, scratch } from './support.js'

const PLATE = "drawRect('plate', 0, 0, 80, 50)\n"

/** Starts a server of the examples on a project, and connects to it. */
async function connected(name: string, root: string): Promise<Client> {
  // Beneath the checkout, so that it finds the packages that it imports.
  const folder = join(ROOT, 'target', 'programs', `${process.pid}-${name}`)
  mkdirSync(folder, { recursive: true })
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, `${name}.mjs`)
  const entry = join(ROOT, 'examples', 'programs', `${name}.mts`)
  await build({
    entryPoints: [entry],
    outfile: file,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    bundle: true,
  })
  const env = { ...process.env, SCENEWRIGHT_STATE_DIR: scratch() } as Record<string, string>
  const transport = new StdioClientTransport({ command: process.execPath, args: [file, root], env, stderr: 'ignore' })
  const client = new Client({ name: 'test', version: '0.0.0' })
  await client.connect(transport)
  atEnd(() => client.close())
  return client
}

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]?.text ?? ''

describe('servers', () => {
  test('SDK v2: own tools beside ours, in the words of their maker', async () => {
    const client = await connected('server-v2', projectOf({ main: PLATE }))
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['edit', 'render', 'price', 'order']))
    expect(client.getServerVersion()?.name).toBe('workshop')
    expect(client.getInstructions()).toMatch(/^You draw parts for a laser cutter/)
    const price = await client.callTool({ name: 'price', arguments: { pieces: 2 } })
    expect(JSON.parse(textOf(price))).toEqual({ eur: 24, units: 'mm' })
    await client.callTool({ name: 'read', arguments: { file: 'main' } })
    const edit = { file: 'main', old_code: '80, 50', new_code: '40, 50' }
    expect(textOf(await client.callTool({ name: 'edit', arguments: edit }))).toContain('"success":true')
    expect(JSON.parse(textOf(await client.callTool({ name: 'price', arguments: {} })))).toMatchObject({ eur: 8 })
    expect(textOf(await client.callTool({ name: 'order', arguments: {} }))).toMatch(/^Ordered /)
    await client.callTool({ name: 'write', arguments: { file: 'main', code: '\n' } })
    const nothing = await client.callTool({ name: 'price', arguments: {} })
    expect([nothing.isError, textOf(nothing)]).toEqual([true, 'There is nothing to cut yet.'])
  })

  test('SDK v1: a project and a workspace in one server, with some of their tools', async () => {
    const root = projectOf({ main: PLATE })
    writeFileSync(join(root, 'notes.md'), 'two holes\n')
    const client = await connected('server-v1', root)
    const names = (await client.listTools()).tools.map(({ name }) => name)
    const expected = ['read', 'edit', 'apply', 'describe', 'render', 'undo', 'Read', 'Glob', 'Grep', 'today']
    expect(names.sort()).toEqual(expected.sort())
    const notes = await client.callTool({ name: 'Read', arguments: { file_path: join(root, 'notes.md') } })
    expect(textOf(notes)).toContain('two holes')
    expect(textOf(await client.callTool({ name: 'read', arguments: { file: 'main' } }))).toContain('plate')
    expect(textOf(await client.callTool({ name: 'today', arguments: {} }))).toMatch(/^\d{4}-\d\d-\d\d$/)
    await expect(client.callTool({ name: 'write', arguments: {} })).rejects.toThrow(/Unknown tool/)
  })
})

describe("the editor's back end", () => {
  const text = (radius: number): string => `drawCircle('dot', 0, 0, ${radius})\n`

  async function twoWindows() {
    const editor = await Editor.open(projectOf({ main: text(4) }))
    atEnd(() => editor.close())
    const heard: ToWindow[][] = [[], []]
    const [one, other] = [
      editor.window((it) => void heard[0]?.push(it)),
      editor.window((it) => void heard[1]?.push(it)),
    ]
    atEnd(() => one.close())
    atEnd(() => other.close())
    return { one, other, heard }
  }

  test('a window does not overwrite what it has not seen', async () => {
    const { one, other, heard } = await twoWindows()
    await one.load()
    expect(await one.save(text(5))).toBe('saved')
    await other.load()
    expect(await one.save(text(6))).toBe('saved')
    expect(await other.save(text(7))).toBe('changed by another window')
    expect(await other.load()).toBe(text(6))
    expect(await other.save(text(7))).toBe('saved')
    expect(heard[1]?.map(({ type }) => type)).toEqual(['scene', 'scene', 'scene'])
    expect(heard[1]?.at(-1)).toMatchObject({ canUndo: true, canRedo: false })
  })

  test('shows a preview and the last picture while a save runs, and cancels it', async () => {
    const { one, other } = await twoWindows()
    await one.load()
    expect(await one.save(text(5))).toBe('saved')
    const saving = one.save(`${text(6)}for (;;) {}\n`)
    expect((await other.picture()).length).toBeGreaterThan(100)
    expect((await other.preview(text(9)))?.length).toBeGreaterThan(100)
    one.cancel()
    expect(await saving).toBe('not saved')
    expect(await one.load()).toBe(text(5))
  })

  test('undoes what the window did, and lists what is next in words of the drawing', async () => {
    const { one, other, heard } = await twoWindows()
    await one.load()
    await one.save(text(5))
    expect(await other.undo()).toBe(false)
    expect((await one.menu()).undo).toHaveLength(1)
    expect(await one.undo()).toBe(true)
    const { undo, redo } = await other.menu()
    expect([undo, redo.length]).toEqual([[], 1])
    expect(await one.save('missing()\n')).toBe('changed by another window')
    await one.load()
    expect(await one.save('missing()\n')).toBe('not saved')
    expect(heard[0]?.at(-1)).toMatchObject({ type: 'problem', line: 1 })
  })
})
