// Rules that a design must keep and sketches with constraints: what a host, an agent and a picture say where they are broken.
import { describe, expect, test } from 'vitest'

import { connectTo } from './mcp-support.js'
import { openProject, projectOf } from './support.js'

interface Answer {
  readonly isError?: boolean
  readonly content: readonly { readonly type: string; readonly text?: string }[]
}

describe('a rule that a script breaks', () => {
  const PLATE = [
    "const x = param('x', 0)",
    "drawRect('plate', 0, 0, 100, 60)",
    "drawCircle('bore', 30 + x, 0, 10)",
    "invariant('wall', check.minWidth(['plate', 'bore'], 3), 'the wall would break')",
    "check.minRadius('bore', 12, { severity: 'warn' })",
    '',
  ].join('\n')

  test('is answered over MCP with its line, entities and values, and one step repairs it', async () => {
    const dir = projectOf({ main: PLATE })
    const client = await connectTo(['mcp', dir])
    const call = async (name: string, args: object) =>
      (await client.callTool({ name, arguments: { ...args } })) as unknown as Answer
    await call('run', {})
    const edit = { file: 'main', old_code: '30 + x', new_code: '39 + x' }
    const refused = await call('edit', edit)
    expect(refused.isError).toBe(true)
    const { data, error, errorInfo } = JSON.parse(refused.content[0]?.text ?? '')
    expect(errorInfo).toMatchObject({ kind: 'invariant', file: 'main', line: 4 })
    expect(error).toBe(
      'main:4:1: The rule "wall" is broken: the wall would break: check.minWidth: "plate" and "bore": only 1 mm of material ' +
        'at [49.5, 0], less than 3 mm',
    )
    const wall = { rule: 'wall', file: 'main', line: 4, entities: ['plate', 'bore'], measured: 1, demanded: 3 }
    expect(data.broken).toEqual([{ ...wall, at: [49.5, 0] }])
    // The picture of check shows the refused scene.
    const checked = await call('check', { changes: [{ type: 'edit', ...edit }] })
    expect(checked.content.map(({ type }) => type)).toContain('image')
    // The answer says what is missing: 2 mm.
    const repaired = await call('edit', { ...edit, new_code: '37 + x' })
    expect(repaired.isError).toBeFalsy()
    expect(JSON.parse(repaired.content[0]?.text ?? '').warnings).toContain(
      '[rule_broken] main:5: The rule "minRadius bore, 12" is broken: check.minRadius: "bore": a radius of 10 mm at [37, 0], less than 12 mm',
    )
    const rules = await call('inspect', { view: 'rules' })
    expect(JSON.parse(rules.content[0]?.text ?? '').data.rows).toMatchObject([
      { name: 'wall', line: 4, margin: '3 of ≥ 3' },
      { name: 'minRadius bore, 12', line: 5, margin: '10 of ≥ 12', severity: 'warn' },
    ])
  })

  test('reaches hosts with the code of the warning, and the picture of check marks the place', async () => {
    const project = await openProject(projectOf({ main: PLATE }))
    const ran = await project.run()
    expect(ran.warnings).toEqual([
      {
        code: 'rule_broken',
        message:
          'main:5: The rule "minRadius bore, 12" is broken: check.minRadius: "bore": a radius of 10 mm at [30, 0], less than 12 mm',
      },
    ])
    const change = { type: 'edit', file: 'main', oldText: '30 + x', newText: '39 + x' } as const
    const refused = await project.check({ changes: [change] })
    expect(refused).toMatchObject({ status: 'reverted', error: { code: 'invariant', line: 4 } })
    expect('png' in refused && refused.png?.subarray(1, 4).toString()).toBe('PNG')
    const none = await project.check({ changes: [change], size: 'off' })
    expect(none).not.toHaveProperty('png')
    const failed = await project.check({ changes: [{ type: 'write', file: 'main', text: 'throw new Error()' }] })
    expect(failed).not.toHaveProperty('png')
  })
})

test('every broken rule is there in figures, with what its check measured', async () => {
  const main = [
    "drawRect('a', 0, 0, 10, 10)",
    "drawRect('b', 8, 0, 10, 10)",
    "drawCircle('c', 30, 4, 2)",
    "check.noOverlap(['a', 'b'])",
    "invariant('few', check.count('*', { max: 2 }), 'too many')",
    "invariant('far', () => check.minDistance('b', 'c', 20))",
    "check.aligned(['a', 'c'], 'y')",
    "invariant('own', () => getArea('a') < 50, 'too large')",
    "check.area('a', { max: 90 })",
    "check.inside('c', 'a')",
    "check.touches('b', 'c')",
    '',
  ].join('\n')
  const project = await openProject(projectOf({ main }))
  const result = await project.run()
  expect(result).toMatchObject({
    status: 'reverted',
    brokenRules: [
      { rule: 'noOverlap a … b', line: 4, entities: ['a', 'b'], measured: 20, demanded: 0, at: [4, 0] },
      { rule: 'few', line: 5, entities: ['a', 'b', 'c'], measured: 3, demanded: 2 },
      { rule: 'far', line: 6, entities: ['b', 'c'], measured: 15, demanded: 20 },
      { line: 7, entities: ['c', 'a'], measured: 4 },
      { rule: 'own', line: 8 },
      { line: 9, entities: ['a'], measured: 100, demanded: 90 },
    ],
  })
  const { brokenRules } = result as { brokenRules?: readonly object[] }
  expect(brokenRules).toHaveLength(6)
  expect(brokenRules?.[4]).toEqual({ rule: 'own', file: 'main', line: 8 })
})

test('a sketch is refused with the constraints to blame, and warns of free parts', async () => {
  const sketch = (more: string): string =>
    `sketch('a', (s) => {\n  const [a, b] = [s.point(0, 0), s.point(9, 1)]\n  const line = s.line(a, b)\n  s.fixed(a)\n  s.distance(a, b, 10)\n${more}})\n`
  const dir = projectOf({ main: sketch('  s.horizontal(line)\n') })
  const project = await openProject(dir, { readFirst: 'off' })
  expect(await project.run()).toMatchObject({ ok: true, warnings: [] })
  const free = await project.write({ file: 'main', text: sketch('') })
  expect(free).toMatchObject({
    ok: true,
    warnings: [{ code: 'sketch', message: 'The sketch "a" has 1 degree of freedom left: point2 (main:2) can move' }],
  })
  const conflict = await project.write({ file: 'main', text: sketch('  s.distance(line, 12)\n') })
  expect(conflict).toMatchObject({
    status: 'reverted',
    error: {
      code: 'scene',
      message:
        'SceneError: sketch: 2 constraints of "a" contradict each other: distance point1 point2 10 (main:5), distance line1 12 ' +
        '(main:6); without any one of them the others can be kept',
    },
  })
})

test('a sketch is refused where a line would vanish, with every constraint of a long contradiction', async () => {
  const project = await openProject(projectOf({ main: '' }), { readFirst: 'off' })
  const line = "sketch('k', s => {\n  const a = s.point(0, 0), b = s.point(10, 3), l = s.line(a, b)\n"
  const both = await project.write({ file: 'main', text: `${line}  s.horizontal(l)\n  s.vertical(l)\n})\n` })
  const vanishes = {
    status: 'reverted',
    error: {
      message: 'SceneError: sketch: line1 (main:2) of "k" has no length: its constraints put both ends in one place',
    },
  }
  expect(both).toMatchObject(vanishes)
  expect(await project.write({ file: 'main', text: `${line}  s.coincident(a, b)\n})\n` })).toMatchObject(vanishes)
  // A chain of eleven steps to the right, and one distance that is too short for it.
  const steps = Array.from({ length: 11 }, (_, at) => `  s.horizontalDistance(p[${at}], p[${at + 1}], 10)`)
  const chain = `sketch('c', s => {\n  const p = Array.from({ length: 12 }, (_, i) => s.point(10 * i, 0))\n${steps.join('\n')}\n  s.horizontalDistance(p[0], p[11], 90)\n})\n`
  const long = await project.write({ file: 'main', text: chain })
  const { error } = long as { error: { message: string } }
  expect(error.message).toContain('12 constraints of "c" contradict each other')
  expect(error.message.match(/main:\d+/g)).toHaveLength(12)
})

test('rules look inside an instance, measure in the unit of the scene, and may warn within another rule', async () => {
  const project = await openProject(projectOf({ main: '' }), { readFirst: 'off' })
  const run = (text: string) => project.write({ file: 'main', text })
  const near = await run(
    "drawCircle('a', 0, 0, 5); drawCircle('b', 11, 0, 5); setLayer('b', 'x')\ndefineBlock('B', ['a', 'b']); insert('B', 'i', 100, 0)\ncheck.clearance('0', 'x', 3)\n",
  )
  expect(near).toMatchObject({
    status: 'reverted',
    brokenRules: [{ line: 3, entities: ['i'], measured: 1, demanded: 3, at: [105.5, 0] }],
    error: { message: expect.stringContaining('parts of "i" are 1 mm apart near [105.5, 0], less than 3 mm') },
  })
  const words = await run(
    "setUnits('cm'); drawRect('a', 0, 0, 10, 4)\ndimension('d', { type: 'horizontal', of: 'a', text: '12' })\ncheck.lint('drawing')\n",
  )
  expect(words).toMatchObject({ status: 'reverted', error: { message: expect.stringContaining('dimension-mismatch') } })
  expect((words as { error: { message: string } }).error.message).not.toMatch(/ of 1\.2 cm/)
  const warned = await run(
    "drawCircle('a', 0, 0, 5)\ninvariant('both', () => check.area('a', { max: 50, severity: 'warn' }) && check.count('*', { max: 2 }))\n",
  )
  expect(warned).toMatchObject({
    status: 'committed',
    warnings: [{ code: 'rule_broken', message: expect.stringContaining('78.5') }],
  })
})
