// Parameters that a host sets, and rules that a scene keeps, through every door.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { connect, contentsOf, openProject, PROGRAM, projectOf } from './support.js'

const PLATE = `const width = param('width', 80, { min: 40, max: 120 })
const wallHeight = param('wallHeight', 10)
drawRect('plate', 0, 0, width, wallHeight)
invariant('flat', () => width > wallHeight, 'the plate stands up')
`

const widthOf = (bounds: { min: readonly number[]; max: readonly number[] } | null) =>
  bounds && Number(bounds.max[0]) - Number(bounds.min[0])

function command(...args: string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' })
}

describe('run', () => {
  test('sets values, which stay for changes and for other processes until the next run', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    const result = await project.run({ parameters: { width: 100, wallHeight: 20 } })
    expect(result).toMatchObject({
      status: 'committed',
      scene: { bounds: { min: [-50, -10], max: [50, 10] }, parameters: { width: 100, wallHeight: 20 } },
    })
    const edited = await project.edit({ file: 'main', oldText: "'flat'", newText: "'low'" })
    expect(edited).toMatchObject({ status: 'committed', scene: { bounds: { max: [50, 10] } } })
    const other = await connect(dir)
    expect(await other.call('inspect', { view: 'parameters' })).toMatchObject({
      data: {
        rows: [
          { name: 'width', value: 100, default: 80, min: 40, max: 120 },
          { name: 'wallHeight', value: 20, default: 10 },
        ],
        total: 2,
      },
    })
    await other.call('run', { parameters: { width: 60 } })
    expect(await project.inspect({ view: 'bounds' })).toMatchObject({ size: [60, 10] })
    expect(JSON.parse(readFileSync(join(dir, 'scene.json'), 'utf8'))).toMatchObject({
      parameters: [
        { name: 'width', value: 60, default: 80 },
        { name: 'wallHeight', value: 10 },
      ],
      rules: [{ name: 'low', message: 'the plate stands up', file: 'main', line: 4, column: 1 }],
    })
    const plain = await project.run()
    expect(plain).toMatchObject({ status: 'committed', scene: { bounds: { max: [40, 5] } } })
    expect(plain).not.toHaveProperty('scene.parameters')
  })

  test('of several processes at once is described by the step from the one before', async () => {
    const dir = projectOf({ main: PLATE })
    const run = (width: number) =>
      new Promise<number | null>((resolve) => {
        const child = spawn(process.execPath, [PROGRAM, 'run', dir, '--param', `width=${width}`], { stdio: 'ignore' })
        child.on('close', resolve)
      })
    expect(await run(60)).toBe(0)
    expect(await Promise.all([run(70), run(90), run(100)])).toEqual([0, 0, 0])
    const project = await openProject(dir)
    const history = await project.history()
    if (history.status !== 'ok') throw new Error(history.error.message)
    const steps = history.rows.map((row) => row.message.match(/^width (\d+) → (\d+)$/)?.slice(1))
    const [last, third, second, first] = steps
    expect(first).toEqual(['80', '60'])
    expect([second?.[0], third?.[0], last?.[0]]).toEqual([first?.[1], second?.[1], third?.[1]])
    const undone = await project.undo()
    expect(undone).toMatchObject({ status: 'committed', scene: { parameters: { width: Number(third?.[1]) } } })
  })

  test('is cancelled by a signal beside the parameters, and before them', async () => {
    const project = await openProject(projectOf({ main: PLATE }))
    const signal = AbortSignal.abort()
    expect(await project.run({ parameters: { width: 60 }, signal })).toMatchObject({ status: 'refused' })
    expect(await project.run({ signal })).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
    expect(await project.run({ parameters: { width: 60 }, signal })).toMatchObject({ status: 'refused' })
  })

  test.each([
    [{ width: 500 }, /width must be a number from 40 to 120, got 500/],
    [{ width: 'wide' }, /width must be a number from 40 to 120, got "wide"/],
    [{ widht: 60 }, /There is no parameter "widht"\. Did you mean width\?/],
  ])('refuses %j, and everything stays as it was', async (parameters, message) => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    await project.run({ parameters: { width: 60 } })
    const before = contentsOf(dir)
    const result = await project.run({ parameters })
    expect(result).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
    expect(result.status === 'refused' && result.error.message).toMatch(message)
    expect(contentsOf(dir)).toEqual(before)
  })

  test('takes values from an agent as an object and as a list', async () => {
    const client = await connect(projectOf({ main: PLATE }))
    expect(await client.call('run', { parameters: { width: 50 } })).toMatchObject({
      data: { scene: { parameters: { width: 50 } } },
    })
    expect(await client.call('run', { parameters: [{ name: 'width', value: 70 }] })).toMatchObject({
      data: { scene: { parameters: { width: 70 } } },
    })
    expect(await client.call('run', { parameters: ['width=70'] })).toMatchObject({
      success: false,
      errorInfo: { kind: 'invalid_input' },
    })
  })
})

describe('the history', () => {
  test('has what a run sets, which undo and redo step over, in every process', async () => {
    const dir = projectOf({})
    const project = await openProject(dir)
    await project.write({ file: 'main', text: PLATE })
    await project.run({ parameters: { width: 100 } })
    await project.run({ parameters: { width: 100 } })
    const other = await connect(dir)
    await other.call('run', { parameters: { width: 60, wallHeight: 20 } })
    const page = await project.history()
    expect(page.status === 'ok' && page.rows.map(({ tool, message }) => [tool, message])).toEqual([
      ['run', 'width 100 → 60, wallHeight 10 → 20'],
      ['run', 'width 80 → 100'],
      ['write', expect.any(String)],
    ])
    const values = async () => {
      const found = await project.inspect({ view: 'parameters' })
      return 'rows' in found && found.rows.map((row) => 'value' in row && row.value)
    }
    expect(await values()).toEqual([60, 20])
    await project.undo()
    expect(await values()).toEqual([100, 10])
    await other.call('undo', {})
    expect(await values()).toEqual([80, 10])
    await project.redo()
    expect(await values()).toEqual([100, 10])
    // The code is what comes next.
    await project.undo()
    expect(await project.undo()).toMatchObject({ status: 'committed', files: [{ file: 'main', change: 'deleted' }] })
  })

  test('returns the value that an edit of the code has dropped', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    await project.run({ parameters: { width: 100 } })
    const edited = await project.edit({ file: 'main', oldText: 'max: 120', newText: 'max: 90' })
    expect(edited).toMatchObject({ status: 'committed', scene: { bounds: { max: [40, 5] } } })
    expect(await project.undo()).toMatchObject({ status: 'committed', scene: { bounds: { max: [50, 5] } } })
  })

  test('shows an earlier commit with the values that it had', async () => {
    const dir = projectOf({ main: PLATE })
    const project = await openProject(dir)
    await project.run({ parameters: { width: 100 } })
    await project.run({ parameters: { width: 60 } })
    const page = await project.history()
    const ids = page.status === 'ok' ? page.rows.map(({ commitId: id }) => id) : []
    expect(await project.inspect({ view: 'bounds', commit: ids[1] ?? '' })).toMatchObject({ size: [100, 10] })
    expect(await project.inspect({ view: 'bounds', commit: ids[0] ?? '' })).toMatchObject({ size: [60, 10] })
  })
})

test('check, render and export answer for other values and commit none', async () => {
  const dir = projectOf({ main: PLATE })
  const project = await openProject(dir)
  await project.run()
  const before = contentsOf(dir)
  const checked = await project.check({ parameters: { width: 120 } })
  expect(checked.status === 'ok' && widthOf(checked.scene?.bounds ?? null)).toBe(120)
  const exported = await project.export({ format: 'json', parameters: { width: 44 } })
  expect(exported.status === 'ok' && 'text' in exported && exported.text).toContain('"width":44')
  const small = await project.render({ parameters: { width: 40 } })
  const large = await project.render()
  expect(small.status === 'ok' && large.status === 'ok' && small.png.equals(large.png)).toBe(false)
  expect(await project.render({ parameters: { width: 1 } })).toMatchObject({ error: { code: 'invalid_input' } })
  expect(await project.check({})).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
  expect(contentsOf(dir)).toEqual(before)
})

test('a broken rule reverts the change, with its place and the measured value', async () => {
  const rules =
    "drawCircle('a', 0, 0, 5)\ndrawCircle('b', 20, 0, 5)\ninvariant('gap', check.minDistance('a', 'b', 8), 'too near')\n"
  const dir = projectOf({ main: rules })
  const project = await openProject(dir)
  await project.run()
  const before = contentsOf(dir)
  const result = await project.edit({ file: 'main', oldText: '20, 0', newText: '12, 0' })
  expect(result).toMatchObject({
    status: 'reverted',
    error: {
      code: 'invariant',
      file: 'main',
      line: 3,
      column: 1,
      message:
        'The rule "gap" is broken: too near: check.minDistance: "a" and "b" are 2 mm apart near [5, 0], less than 8 mm',
    },
  })
  expect(contentsOf(dir)).toEqual(before)
  expect(await project.inspect({ view: 'rules' })).toMatchObject({ rows: [{ name: 'gap', message: 'too near' }] })
})

describe('the command line', () => {
  test('sets parameters by --param', () => {
    const dir = projectOf({ main: PLATE })
    const ran = command('run', dir, '--param', 'width=100')
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    expect(ran.stdout).toMatch(/set +width = 100/)
    const exported = command('export', dir, '--format', 'json', '--param', 'width=50', '-o', '-')
    expect(JSON.parse(exported.stdout)).toMatchObject({ parameters: [{ name: 'width', value: 50 }, {}] })
  })

  test.each([
    [['--param', 'width'], 2, /--param must be NAME=VALUE/],
    [['--param', 'width=60', '--param', 'width=70'], 2, /--param width is given twice/],
    [['--param', 'width=wide'], 1, /width must be a number from 40 to 120, got "wide"/],
    [['--param', 'hight=1'], 1, /There is no parameter "hight"/],
  ])('refuses %j', (flags, status, message) => {
    const ran = command('run', projectOf({ main: PLATE }), ...flags)
    expect(ran.status).toBe(status)
    expect(ran.stderr).toMatch(message)
  })
})
