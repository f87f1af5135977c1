// Named sets of values of parameters: in a file of the project, under its transactions.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { connect, openProject, projectOf, scenewright } from './support.js'

const PLATE = `
const width = param('width', 80, { min: 10, max: 200, unit: 'mm', group: 'Plate' })
const round = param('round', false)
drawRect('plate', 0, 0, width, 50)
`

const FILE = 'parameter-sets.json'

test('a set is saved and removed as commits that can be undone', async () => {
  const dir = projectOf({ main: PLATE })
  await using project = await openProject(dir)
  const saved = await project.saveParameterSet({ name: 'large', values: { width: 120, round: true } })
  expect(saved).toMatchObject({ ok: true, sets: { large: { width: 120, round: true } } })
  expect(JSON.parse(readFileSync(join(dir, FILE), 'utf8'))).toEqual({ large: { width: 120, round: true } })
  await project.saveParameterSet({ name: 'small', values: { width: 40 } })
  expect(await project.removeParameterSet({ name: 'large' })).toMatchObject({ sets: { small: { width: 40 } } })
  await project.undo()
  expect(await project.parameterSets()).toMatchObject({
    sets: { large: { width: 120, round: true }, small: { width: 40 } },
  })
  const history = await project.history()
  expect(history.ok && history.rows.map(({ message }) => message)).toEqual(
    expect.arrayContaining(['parameter set large saved', 'parameter set large removed']),
  )
  await project.undo()
  await project.undo()
  expect(existsSync(join(dir, FILE))).toBe(false)
})

test('a set is chosen by its name, and single values replace its values', async () => {
  const dir = projectOf({ main: PLATE })
  writeFileSync(join(dir, FILE), JSON.stringify({ large: { width: 120 } }))
  await using project = await openProject(dir)
  const width = async (args: object): Promise<number> => {
    const file = await project.export({ format: 'svg', ...args })
    if (!file.ok) throw new Error(file.error.message)
    return Number(/width="([\d.]+)/.exec('text' in file ? String(file.text) : '')?.[1])
  }
  const [usual, large] = [await width({}), await width({ setName: 'large' })]
  expect(large / usual).toBeGreaterThan(1.3)
  expect(await width({ setName: 'large', parameters: { width: 80 } })).toBe(usual)
  const ran = await project.run({ setName: 'large' })
  expect(ran).toMatchObject({ ok: true, scene: { parameters: { width: 120 } } })
  expect(await project.run({ setName: 'larg' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', message: expect.stringContaining('Did you mean "large"?') },
  })
  expect(scenewright(['run', dir, '--set-name', 'large']).stdout).toContain('committed')
  expect(scenewright(['export', dir, '-o', '-', '--format', 'svg', '--set-name', 'none'])).toMatchObject({ status: 1 })
})

test('units and groups are listed, and a file that cannot be used is refused as a whole', async () => {
  const dir = projectOf({ main: PLATE })
  await using project = await openProject(dir, { readFirst: 'off' })
  const listed = await project.inspect({ view: 'parameters' })
  expect(listed).toMatchObject({ rows: [{ name: 'width', unit: 'mm', group: 'Plate' }, { name: 'round' }] })
  for (const text of ['{', '[]', '{"a":{}}', '{"a":{"width":null}}', '{"":{"width":1}}', '{"a":{"width":[1]}}']) {
    const result = await project.write({ file: FILE, text })
    expect(result, text).toMatchObject({ ok: false, error: { code: 'invalid_input', file: FILE } })
  }
  expect(existsSync(join(dir, FILE))).toBe(false)
  expect(await project.write({ file: FILE, text: '{"a":{"width":90}}' })).toMatchObject({ ok: true })
  const again = await project.inspect({ view: 'parameters' })
  expect(again).toMatchObject({ sets: { a: { width: 90 } } })
  for (const [name, values] of [
    ['', { width: 1 }],
    ['x'.repeat(65), { width: 1 }],
    ['a', {}],
  ] as const) {
    expect(await project.saveParameterSet({ name, values }), name).toMatchObject({ ok: false })
  }
  expect(await project.removeParameterSet({ name: 'b' })).toMatchObject({ ok: false, error: { code: 'not_found' } })
})

test('over MCP a set is written, listed and chosen', async () => {
  const dir = projectOf({ main: PLATE })
  const { client } = await connect(dir, ['--policy', 'off'])
  const call = async (name: string, args: object) => {
    const { content, isError } = (await client.callTool({ name, arguments: { ...args } })) as {
      readonly content: readonly { readonly text?: string }[]
      readonly isError?: boolean
    }
    return { isError, text: content.map(({ text }) => text).join('\n') }
  }
  await call('write', { file: FILE, code: '{ "large": { "width": 120 } }' })
  expect((await call('inspect', { view: 'parameters' })).text).toContain('"sets":{"large":{"width":120}}')
  expect((await call('run', { set_name: 'large' })).text).toContain('"parameters":{"width":120}')
  expect(await call('run', { set_name: 'huge' })).toMatchObject({ isError: true })
  expect(await call('check', { set_name: 'huge' })).toMatchObject({ isError: true })
  const tried = await call('check', { set_name: 'large', size: 'off' })
  expect(tried.text).toContain('"files":[]')
  expect((await call('inspect', { view: 'report' })).text).toContain('"cutLength":340')
})
