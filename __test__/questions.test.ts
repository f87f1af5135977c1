// Questions about a scene: measures, differences between commits, and parts of its picture.
import { inflateSync } from 'node:zlib'

import { describe, expect, test } from 'vitest'

import type { Project } from 'scenewright'
import type { InspectArguments, RenderArguments } from '../index.js'
import { openProject, projectOf } from './support.js'

const MAIN = `
drawCircle('wheel', 0, 0, 10)
drawRect('plate', 100, 0, 40, 20)
drawLine('east', [0, 0, 30, 0])
drawLine('north', [0, 0, 0, 20])
drawLine('steep', [0, 0, 10, 10 * Math.sqrt(3)])
drawArc('door', 0, 0, 5, 0, Math.PI / 2)
createGroup('doors', ['door'])
`

async function ask(project: Project, question: InspectArguments): Promise<Record<string, unknown>> {
  const answer = await project.inspect(question)
  if (answer.status !== 'ok') throw new Error(answer.error.message)
  return { ...answer }
}

async function refusal(project: Project, question: unknown): Promise<string> {
  const answer = await project.inspect(question as InspectArguments)
  return answer.status === 'refused' ? answer.error.message : 'answered'
}

describe('measure', () => {
  test('of one, of two, and of points', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    expect(await ask(project, { view: 'measure', name: 'wheel' })).toMatchObject({
      area: expect.closeTo(100 * Math.PI, 9),
      length: expect.closeTo(20 * Math.PI, 9),
      angle: null,
    })
    expect(await ask(project, { view: 'measure', name: 'north' })).toMatchObject({
      area: null,
      length: 20,
      angle: expect.closeTo(Math.PI / 2, 12),
    })
    expect(await ask(project, { view: 'measure', name: 'door' })).toMatchObject({
      length: expect.closeTo((5 * Math.PI) / 2, 9),
      angle: expect.closeTo(Math.PI / 2, 12),
    })
    // The circle ends at 10, the plate begins at 80. Curves are straightened to a hundredth of the tolerance.
    const apart = await ask(project, { view: 'measure', name: 'wheel', other: 'plate' })
    expect(apart).toMatchObject({ distance: expect.closeTo(70, 3), angle: null, units: 'mm' })
    expect(await ask(project, { view: 'measure', name: 'east', other: 'steep' })).toMatchObject({
      distance: 0,
      angle: expect.closeTo(Math.PI / 3, 12),
    })
    expect(await ask(project, { view: 'measure', name: 'steep', other: 'east' })).toMatchObject({
      angle: expect.closeTo(-Math.PI / 3, 12),
    })
    expect(
      await ask(project, {
        view: 'measure',
        points: [
          [1, 1],
          [4, 5],
        ],
      }),
    ).toMatchObject({
      distance: 5,
      angle: expect.closeTo(Math.atan2(4, 3), 12),
    })
    expect(
      await ask(project, {
        view: 'measure',
        points: [
          [2, 0],
          [0, 0],
          [0, 7],
        ],
      }),
    ).toMatchObject({
      distances: [2, 7],
      angle: expect.closeTo(Math.PI / 2, 12),
    })
  })

  test('an impossible measure is refused with the arguments that it needs', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    const needs = 'inspect: view measure needs name, or name and other, or points'
    expect(await refusal(project, { view: 'measure' })).toBe(needs)
    expect(
      await refusal(project, {
        view: 'measure',
        name: 'wheel',
        points: [
          [0, 0],
          [1, 1],
        ],
      }),
    ).toBe(needs)
    expect(await refusal(project, { view: 'measure', other: 'wheel' })).toBe(needs)
    expect(await refusal(project, { view: 'measure', name: 'wheel', other: 'plat' })).toBe(
      'There is no entity named "plat"; did you mean "plate"?',
    )
    expect(
      await refusal(project, {
        view: 'measure',
        points: [
          [3, 4],
          [3, 4],
        ],
      }),
    ).toBe('inspect: there is no angle, because two of the points are the same: [3, 4]')
    expect(await refusal(project, { view: 'measure', points: [[3, 4]] })).toBe(
      'inspect: points must be an array of 2 to 3 points [x, y], got an array of 1',
    )
  })
})

describe('difference', () => {
  const EDITS: readonly (readonly [string, string])[] = [
    ["drawCircle('wheel', 0, 0, 10)", "drawCircle('wheel', 0, 0, 12)"],
    ["drawRect('plate', 100, 0, 40, 20)\n", "drawRect('panel', 100, 0, 40, 20)\nsetFill('panel', 'red')\n"],
    [
      "createGroup('doors', ['door'])",
      "createGroup('doors', ['door', 'steep'])\ntranslate('doors', 1, 2)\nsetLayer('east', 'axes')",
    ],
  ]

  /** A project in which each of the edits was committed, and their ids. */
  async function edited(): Promise<{ dir: string; project: Project; ids: string[] }> {
    const dir = projectOf({ main: MAIN })
    const project = await openProject(dir)
    const ids: string[] = []
    for (const [oldText, newText] of EDITS) {
      const answer = await project.edit({ file: 'main', oldText: oldText, newText: newText })
      if (answer.status !== 'committed') throw new Error('the edit failed')
      ids.push(answer.commitId)
    }
    return { dir, project, ids }
  }

  test('says what of each entity was changed', async () => {
    const { project, ids } = await edited()
    const [first, second] = ids
    const last = await ask(project, { view: 'difference' })
    expect(last).toMatchObject({ from: null, to: null, added: 0, removed: 0, changed: 3 })
    const rows = last['rows'] as {
      name: string
      change: string
      what: Record<string, { from: unknown; to: unknown }>
    }[]
    expect(rows.map((row) => [row.name, row.change, Object.keys(row.what)])).toEqual([
      ['east', 'changed', ['layer']],
      ['doors', 'changed', ['transform']],
      ['steep', 'changed', ['group']],
    ])
    expect(rows[0]?.what).toEqual({ layer: { from: '0', to: 'axes' } })
    expect(rows[2]?.what).toEqual({ group: { from: null, to: 'doors' } })

    expect(await ask(project, { view: 'difference', to: first })).toMatchObject({
      rows: [{ name: 'wheel', type: 'circle', what: { geometry: { from: { radius: 10 }, to: { radius: 12 } } } }],
      total: 1,
    })
    expect(await ask(project, { view: 'difference', from: first, to: second })).toMatchObject({
      rows: [
        { name: 'panel', change: 'added', type: 'rect' },
        { name: 'plate', change: 'removed', type: 'rect' },
      ],
      added: 1,
      removed: 1,
      changed: 0,
    })
    // The other way round, and with an undo in between: an undo is a commit too.
    expect(await ask(project, { view: 'difference', from: second, to: first })).toMatchObject({
      rows: [
        { name: 'plate', change: 'added' },
        { name: 'panel', change: 'removed' },
      ],
    })
    await project.undo()
    expect(await ask(project, { view: 'difference', from: second })).toMatchObject({ rows: [], total: 0 })
    const one = await ask(project, { view: 'difference', from: first, name: 'plate', limit: 1 })
    expect(one).toMatchObject({ rows: [{ name: 'plate', change: 'removed' }], total: 1 })
  })

  test('is known after a restart, and counts what was before the first commit as nothing', async () => {
    const { dir, ids } = await edited()
    const later = await openProject(dir)
    expect(await ask(later, { view: 'difference', limit: 1 })).toMatchObject({ total: 3, nextOffset: 1 })
    expect(await ask(later, { view: 'difference', from: ids[0] })).toMatchObject({ added: 1, removed: 1, changed: 3 })

    const dirOfNew = projectOf({})
    const fresh = await openProject(dirOfNew)
    await fresh.write({ file: 'main', text: MAIN })
    expect(await ask(fresh, { view: 'difference' })).toMatchObject({ added: 7, removed: 0, changed: 0 })
  })

  test('refuses a missing commit, and one whose files did not run', async () => {
    const { project } = await edited()
    expect(await refusal(project, { view: 'difference', from: 'nonsense' })).toBe(
      'There is no commit nonsense in the history.',
    )
    expect(await refusal(project, { view: 'difference', name: 'nobody' })).toBe(
      '"nobody" is in neither of the two scenes',
    )

    const broken = await openProject(projectOf({ main: 'drawCircle(' }))
    const repaired = await broken.write({ file: 'main', text: MAIN })
    if (repaired.status !== 'committed') throw new Error('the repair failed')
    expect(await refusal(broken, { view: 'difference' })).toMatch(/^The scene before \S+ does not run: /)
  })
})

/** A PNG of eight bits a channel, without filters that need the row above: enough for pictures of one colour. */
function cornerOf(png: Buffer): { hasAlpha: boolean; corner: number[] } {
  const hasAlpha = png[25] === 6
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const rows = inflateSync(Buffer.concat(data))
  return { hasAlpha, corner: [...rows.subarray(1, hasAlpha ? 5 : 4)] }
}

describe('pictures', () => {
  async function corner(project: Project, picture: RenderArguments): Promise<ReturnType<typeof cornerOf>> {
    const answer = await project.render({ width: 64, height: 64, ...picture })
    if (answer.status !== 'ok') throw new Error(answer.error.message)
    return cornerOf(answer.png)
  }

  test('of a box of the scene', async () => {
    const project = await openProject(
      projectOf({ main: `drawRect('red', 50, 50, 100, 100)\nsetFill('red', 'red')\nsetStroke('red', null)` }),
    )
    expect((await corner(project, {})).corner).toEqual([255, 255, 255])
    // The box has a margin around it, which shows the scene too.
    expect((await corner(project, { fit: [40, 40, 60, 60] })).corner).toEqual([255, 0, 0])
    expect((await corner(project, { fit: [-500, 0, -400, 100] })).corner).toEqual([255, 255, 255])
    for (const fit of [
      [60, 40, 40, 60],
      [0, 0, 1],
      [0, 0, 0, 5],
    ]) {
      const answer = await project.render({ fit: fit as never })
      expect(answer).toMatchObject({
        status: 'refused',
        error: {
          message: `render: fit must be a name, an array of names or a box [min_x, min_y, max_x, max_y], got an array of ${fit.length}`,
        },
      })
    }
  })

  test('on a background of any colour', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    expect(await corner(project, { background: '#102030' })).toEqual({ hasAlpha: false, corner: [16, 32, 48] })
    expect(await corner(project, { background: 'transparent' })).toEqual({ hasAlpha: true, corner: [0, 0, 0, 0] })
    const { hasAlpha, corner: half } = await corner(project, { background: 'rgba(255, 0, 0, 0.5)' })
    expect(hasAlpha).toBe(true)
    expect(half[0]).toBeGreaterThan(252)
    expect(half.slice(1)).toEqual([0, 0, 128])
    expect(await project.render({ background: 'rde' })).toMatchObject({
      status: 'refused',
      error: { message: expect.stringMatching(/^render: background: "rde" is not a CSS colour/) },
    })
  })

  test('of the last change are drawn also by a process that did not make it', async () => {
    const dir = projectOf({ main: MAIN })
    const project = await openProject(dir)
    await project.edit({ file: 'main', oldText: '0, 0, 10)', newText: '0, 0, 14)' })
    const own = await project.render({ highlight: 'last_change' })
    await project.close()
    const later = await openProject(dir)
    const others = await later.render({ highlight: 'last_change' })
    if (own.status !== 'ok' || others.status !== 'ok') throw new Error('no picture')
    expect(others.warnings).toEqual([])
    expect(others.png.equals(own.png)).toBe(true)
  })

  test('fit names, patterns and the last change, and refuse missing names', async () => {
    const main = `for (let i = 0; i < 9; i++) drawRect('house_' + i, i * 100, 0, 10, 10)\ndrawRect('red', 900, 0, 10, 10)`
    const project = await openProject(projectOf({ main }))
    const red = `\nsetFill('red', 'red')\nsetStroke('red', null)`
    await project.edit({
      file: 'main',
      oldText: "drawRect('red', 900, 0, 10, 10)",
      newText: `drawRect('red', 900, 0, 10, 10)${red}`,
    })
    const render = async (picture: RenderArguments): Promise<Buffer | string> => {
      const answer = await project.render({ width: 400, height: 200, ...picture })
      return answer.status === 'ok' ? answer.png : answer.error.message
    }
    const whole = await render({})
    const differs = async (picture: RenderArguments): Promise<void> => {
      const png = await render(picture)
      if (typeof png === 'string') throw new Error(png)
      expect(png.equals(whole as Buffer)).toBe(false)
    }
    for (const picture of [
      { fit: 'last_change' },
      { fit: 'house_*' },
      { fit: ['house_1', 'house_2'] },
      { grid: true },
      { grid: 50 },
      { rulers: true },
      { labels: true },
      { labels: ['house_1'] },
      { before: true },
      { highlight: 'last_change' },
    ] as const) {
      await differs(picture)
    }
    expect(await render({ layers: ['0'] })).toEqual(whole)
    expect(await render({ fit: ['house_1', 'hose_2'] })).toMatch(
      /^fit: there is no entity named "hose_2"; did you mean "house_2"\?/,
    )
    expect(await render({ fit: 'tree*' })).toBe('fit: no entity matches "tree*"')
    expect(await render({ layers: ['plan'] })).toBe('layers: there is no layer named "plan"')
    expect(await render({ grid: -1 })).toMatch(/^render: grid must be true or a number greater than 0, got -1/)
    expect(await render({ labels: [] })).toMatch(/^render: labels must be true, a name or an array of names/)
  })

  test('of a check highlight the change, in a chosen size or not at all', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    const changes = [{ file: 'main', oldText: '0, 0, 10)', newText: '0, 0, 14)' }]
    const check = async (picture: object): Promise<{ png?: Buffer | undefined }> => {
      const answer = await project.check({ changes, ...picture })
      if (answer.status !== 'ok') throw new Error(answer.error.message)
      return answer
    }
    expect((await check({ size: 'off' })).png).toBeUndefined()
    const { png } = await check({ size: [320, 200], fit: 'last_change', before: true })
    expect([png?.readUInt32BE(16), png?.readUInt32BE(20)]).toEqual([320, 200])
    const refused = await project.check({ changes, size: [3, 20] })
    expect(refused).toMatchObject({
      status: 'refused',
      error: {
        message: expect.stringContaining('size must be [width, height] in whole pixels from 16 to 4096, or "off"'),
      },
    })
  })
})
