// The lint: of projects and of files, from a shell, from Node and as an agent asks.
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { parseCommand, UsageError } from '../ts/cli/arguments.js'
import { Project } from '../ts/project.js'
import { projectOf, ROOT, scenewright, scratch } from './support.js'

const OPEN_PLATE = `
drawLine('left', [0, 0, 0, 40])
setLayer('left', 'cut')
`

/** A DXF of some entities in millimetres. */
function dxf(...entities: string[]): string {
  const header = '0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n'
  return `${header}0\nSECTION\n2\nENTITIES\n${entities.join('')}0\nENDSEC\n0\nEOF\n`
}

function line(handle: string, layer: string, [x1, y1, x2, y2]: readonly number[]): string {
  return `0\nLINE\n5\n${handle}\n8\n${layer}\n10\n${x1}\n20\n${y1}\n11\n${x2}\n21\n${y2}\n`
}

describe('scenewright lint', () => {
  test('finds a gap in a DXF at its place, and exits with 1', () => {
    const file = join(scratch(), 'offer.dxf')
    const sides = [
      line('A1', 'cut', [0, 0, 40, 0]),
      line('A2', 'cut', [40, 0.4, 40, 30]),
      line('A3', 'cut', [40, 30, 0, 0]),
    ]
    writeFileSync(file, dxf(...sides))
    const { stdout, status } = scenewright(['lint', file, '--profile', 'laser', '--format', 'json'])
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      profile: 'laser',
      findings: [
        {
          rule: 'gap',
          severity: 'error',
          message: 'ends of two lines are 0.4 mm apart, and the outline is open',
          entities: ['A1', 'A2'],
          layer: 'cut',
          at: [40, 0.2],
          measured: 0.4,
          limit: 0.05,
          fix: 'join',
        },
      ],
    })
  })

  test('reads an SVG in its own coordinates, and lint.json beside it', () => {
    const folder = scratch()
    const file = join(folder, 'panel.svg')
    const rect = '<rect id="plate" data-layer="Outline" x="10" y="10" width="60" height="40"/>'
    const hole = '<circle id="hole" data-layer="Outline" cx="20" cy="20" r="0.5"/>'
    const root =
      'xmlns="http://www.w3.org/2000/svg" width="100mm" height="80mm" viewBox="0 0 100 80" fill="none" stroke="red"'
    writeFileSync(file, `<svg ${root}>${rect}${hole}</svg>`)
    writeFileSync(join(folder, 'lint.json'), '{ "layers": { "Outline": "cut" }, "limits": { "thickness": 3 } }')
    const { stdout, status } = scenewright(['lint', file, '--profile', 'laser', '--format', 'json'])
    expect(status).toBe(0)
    const { findings } = JSON.parse(stdout)
    expect(findings).toMatchObject([{ rule: 'small-hole', entities: ['hole'], at: [20, 20], measured: 1 }])
  })

  test('says that a clean file is clean, in text and in SARIF', () => {
    const file = join(scratch(), 'clean.dxf')
    writeFileSync(file, dxf('0\nCIRCLE\n5\nC1\n8\ncut\n10\n0\n20\n0\n40\n20\n'))
    const shown = scenewright(['lint', file, '--profile', 'cnc'])
    expect([shown.stdout, shown.status]).toEqual([`${file}: clean for cnc\n`, 0])
    const { stdout } = scenewright(['lint', file, '--profile', 'cnc', '--format', 'sarif'])
    expect(JSON.parse(stdout)).toMatchObject({ version: '2.1.0', runs: [{ results: [] }] })
  })

  test('checks the layouts of a DXF for paper, and says that a machine does not cut them', () => {
    const file = join(scratch(), 'plan.dxf')
    const onPaper = (handle: string, points: number[]): string =>
      line(handle, 'cut', points).replace('8\n', '67\n1\n8\n')
    const twice = [onPaper('B1', [0, 0, 50, 0]), onPaper('B2', [50, 0, 0, 0])]
    const square = [
      [0, 0, 9, 0],
      [9, 0, 9, 9],
      [9, 9, 0, 9],
      [0, 9, 0, 0],
    ].map((points, index) => line(`A${index}`, 'cut', points))
    writeFileSync(file, dxf(...square, ...twice))
    const print = scenewright(['lint', file, '--profile', 'print', '--format', 'json'])
    expect(JSON.parse(print.stdout)).toMatchObject({
      findings: [{ rule: 'duplicate-line', entities: ['B2', 'B1'], layout: 'paper space', at: [25, 0] }],
    })
    const laser = scenewright(['lint', file, '--profile', 'laser'])
    expect(laser.status).toBe(0)
    expect(laser.stdout).toContain('note: 2 items are on the layout "paper space" (paper space), which was not checked')

    writeFileSync(file, dxf(...twice))
    const alone = scenewright(['lint', file])
    expect(alone.status).toBe(1)
    expect(alone.stdout).toContain('at 25, 0 on layer cut of layout paper space: B2, B1')
    expect(alone.stdout).toContain('note: nothing is drawn in the model')
  })

  test('leaves the page of a DXF of ours out without a word where a machine cuts', () => {
    const folder = scratch()
    const main = `drawCircle('plate', 0, 0, 20)
setLayer('plate', 'cut')
setPage('A4', { titleBlock: { title: 'Plate', number: 'P-1', projection: 'first' } })`
    writeFileSync(join(folder, 'scene.code.js'), main)
    const file = join(folder, 'plate.dxf')
    expect(scenewright(['run', folder]).status).toBe(0)
    expect(scenewright(['export', folder, '--format', 'dxf', '-o', file]).status).toBe(0)
    for (const profile of ['laser', 'cnc']) {
      const { stdout, status } = scenewright(['lint', file, '--profile', profile])
      expect([stdout, status]).toEqual([`${file}: clean for ${profile}\n`, 0])
    }
  })

  test.each([
    // The height of capitals of the built-in font is 0.69 of its size.
    ['mm', 1, 'drawText("a", "small", 10, 10, 1.3)\ndrawText("b", "large", 10, 20, 1.5)'],
    ['mm', 10, 'drawText("a", "small", 100, 100, 13)\ndrawText("b", "large", 100, 200, 15)'],
    ['cm', 1, 'drawText("a", "small", 1, 1, 0.13)\ndrawText("b", "large", 1, 2, 0.15)'],
    ['in', 1, 'drawText("a", "small", 1, 1, 0.052)\ndrawText("b", "large", 1, 2, 0.058)'],
    [
      'mm',
      1,
      `drawText('words', 'label', 0, 0, 4)
defineBlock('label', ['words'], { keep: false })
insert('label', 'a', 20, 20, { scale: 0.3 })
insert('label', 'b', 20, 40, { scale: 0.5 })`,
    ],
  ])('measures texts on the paper of a page in %s at 1:%d', (units, scale, texts) => {
    const folder = scratch()
    const main = `setUnits('${units}')\nsetDrawingScale(${scale})\n${texts}\nsetPage('A4', { scale: '1:${scale}' })\n`
    writeFileSync(join(folder, 'scene.code.js'), main)
    expect(scenewright(['run', folder])).toMatchObject({ status: 0 })
    const small = (path: string, profile: string) => {
      const { stdout } = scenewright(['lint', path, '--profile', profile, '--format', 'json'])
      const { findings } = JSON.parse(stdout) as { findings: { rule: string; entities: string[]; measured: number }[] }
      return findings.filter(({ rule }) => rule === 'small-text')
    }
    for (const profile of ['print', 'drawing']) {
      const found = small(folder, profile)
      expect(found.map(({ entities }) => entities.at(-1))).toEqual(['a'])
      expect(found[0]!.measured).toBeGreaterThan(0.8)
      expect(found[0]!.measured).toBeLessThanOrEqual(1)
    }
    expect(small(folder, 'laser')).toEqual([])
  })

  test('exits with 2 for a file that it cannot check', () => {
    const folder = scratch()
    writeFileSync(join(folder, 'broken.dxf'), 'no tags')
    for (const args of [
      ['missing.dxf'],
      ['broken.dxf'],
      ['broken.dxf', '--profile', 'plasma'],
      ['broken.dxf', '--set', 'kerf'],
      ['broken.dxf', '--set', 'kerv=1'],
    ]) {
      const { status, stderr } = scenewright(['lint', join(folder, args[0] as string), ...args.slice(1)])
      expect([status, stderr.length > 0], args.join(' ')).toEqual([2, true])
    }
  })

  test('repairs a file into a new one beside it, and keeps every other byte', () => {
    const folder = scratch()
    const file = join(folder, 'offer.dxf')
    const sides = ['A1', 'A2', 'A3', 'A4']
    const corners = [
      [0, 0, 40, 0],
      ['40.0000', '0.40', 40, 30],
      [40, 30, 0, 30],
      ['0.00', 30, 0, 0],
    ] as never[][]
    const lines = sides.map((handle, index) => line(handle, 'cut', corners[index] as never))
    const double = line('B1', 'cut', [40, 0, 0, 0])
    const point = line('C1', 'cut', [5, 5, 5, 5])
    writeFileSync(file, dxf(...lines, double, point))
    const before = readFileSync(file, 'utf8')
    const { status, stderr } = scenewright(['lint', file, '--profile', 'laser', '--fix'])
    const repaired = join(folder, 'offer-fixed.dxf')
    expect([status, stderr]).toEqual([0, `3 findings repaired: ${repaired}\n`])
    expect(readFileSync(file, 'utf8')).toBe(before)
    // The first line takes over the digits of the second one.
    const moved = lines[0]?.replace('11\n40\n21\n0\n', '11\n40.0000\n21\n0.40\n') as string
    expect(readFileSync(repaired, 'utf8')).toBe(dxf(moved, ...lines.slice(1)))
  })

  test('offers no repair that the file does not allow', () => {
    const folder = scratch()
    const [twice, curves] = [join(folder, 'twice.svg'), join(folder, 'curves.svg')]
    const root =
      'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80" width="100mm" height="80mm" fill="none" stroke="red"'
    writeFileSync(
      twice,
      `<svg ${root}><g id="cut"><rect id="r" x="5" y="5" width="40" height="40"/><use href="#r"/></g></svg>`,
    )
    const arcs = '<path d="M10 40 A20 20 0 0 1 50 40"/><path d="M50 40.3 A20 20 0 0 1 10 40"/>'
    writeFileSync(curves, `<svg ${root}><g id="cut">${arcs}</g></svg>`)
    for (const [file, rule] of [
      [twice, 'duplicate-line'],
      [curves, 'gap'],
    ] as const) {
      const found = JSON.parse(scenewright(['lint', file, '--profile', 'laser', '--format', 'json']).stdout).findings
      expect(found, file).toEqual([expect.objectContaining({ rule })])
      expect(found[0], file).not.toHaveProperty('fix')
    }
  })

  test('takes widths that no transform changes, and finds holes of a hundredth', () => {
    const folder = scratch()
    const file = join(folder, 'lines.svg')
    const path =
      '<path d="M100 100h200" fill="none" stroke="#000" stroke-width=".4" vector-effect="non-scaling-stroke"/>'
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300mm" height="300mm" viewBox="0 0 300 300"><g transform="scale(.1)">${path}</g></svg>`
    writeFileSync(file, svg)
    const lint = (name: string, profile: string) =>
      JSON.parse(scenewright(['lint', name, '--profile', profile, '--format', 'json']).stdout).findings
    expect(lint(file, 'print')).toEqual([])
    writeFileSync(file, svg.replace(' vector-effect="non-scaling-stroke"', ''))
    expect(lint(file, 'print')).toEqual([expect.objectContaining({ rule: 'thin-line' })])
    const hole = join(folder, 'hole.dxf')
    writeFileSync(
      hole,
      dxf('0\nCIRCLE\n5\nA1\n8\ncut\n10\n0\n20\n0\n40\n9\n', '0\nCIRCLE\n5\nA2\n8\ncut\n10\n1\n20\n0\n40\n0.005\n'),
    )
    expect(lint(hole, 'laser')).toEqual([
      expect.objectContaining({ rule: 'small-hole', entities: ['A2'], measured: 0.01 }),
    ])
  })

  test('closes paths, drops doubles and outlines text of an SVG', () => {
    const folder = scratch()
    const file = join(folder, 'panel.svg')
    const root =
      'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80" width="100mm" height="80mm" fill="none" stroke="red"'
    const path = '<path id="plate" class="cut" d="M10,10.00 H60 V50 H10 V10.5"/>'
    const hole = '<circle id="hole" class="cut" cx="20" cy="30" r="4"/>'
    const text = '<text id="mark" class="engrave" fill="black" stroke="none" x="30" y="30" font-size="6">A</text>'
    writeFileSync(file, `<svg ${root}>${path}${hole}${hole.replace('hole', 'again')}${text}</svg>`)
    const { status, stdout } = scenewright(['lint', file, '--profile', 'laser', '--fix', '--format', 'json'])
    const repaired = readFileSync(join(folder, 'panel-fixed.svg'), 'utf8')
    expect([status, JSON.parse(stdout).findings]).toEqual([0, []])
    expect(repaired).toContain(`${path.replace('V10.5"', 'V10.5 Z"')}${hole}<path id="mark" class="engrave"`)
    expect(repaired).not.toContain('<text')
  })

  test('understands its flags', () => {
    expect(parseCommand(['lint', 'a.dxf', '--profile', 'cnc', '--set', 'tool=3', '--set', 'web=1'])).toMatchObject({
      name: 'lint',
      path: 'a.dxf',
      args: { profile: 'cnc', limits: { tool: 3, web: 1 } },
      format: 'text',
    })
    expect(() => parseCommand(['lint', '--set', 'kerf=-1'])).toThrow(UsageError)
  })
})

describe('the lint of a project', () => {
  test('is repaired by calls at the end of main, as one change', () => {
    const dir = projectOf({
      main: `
drawLine('bottom', [0, 0, 40, 0])
drawLine('rest', [40, 0.3, 40, 30, 0, 30, 0, 0])
drawCircle('hole', 20, 15, 4)
drawCircle('again', 20, 15, 4)
for (const name of ['bottom', 'rest', 'hole', 'again']) setLayer(name, 'cut')
`,
    })
    const { status, stdout, stderr } = scenewright(['lint', dir, '--fix', '--format', 'json'])
    expect([status, JSON.parse(stdout).findings]).toEqual([0, []])
    expect(stderr).toContain('+deleteEntity("again") // duplicate-line')
    expect(stderr).toContain('+join(["bottom", "rest"], "bottom", { tolerance: 0.303 }) // gap')
  })

  test('closes all gaps of an outline at once, and makes the repairs that others do not keep', () => {
    const dir = projectOf({
      main: `
drawLine('a', [0, 0, 40, 0]); drawLine('b', [40.2, 0, 40.2, 30]); drawLine('c', [40, 30.3, 0, 30.3]); drawLine('d', [0, 30, 0, .4])
drawRect('r', 100, 0, 40, 30); drawRect('q', 100, 0, 40, 30)
for (const name of ['a', 'b', 'c', 'd', 'r', 'q']) setLayer(name, 'cut')
dimension('width', { type: 'linear', of: 'q', edge: 0 })
`,
    })
    const { stdout, stderr } = scenewright(['lint', dir, '--fix', '--format', 'json'])
    expect(stderr).toMatch(/\+join\((?=.*"a")(?=.*"b")(?=.*"c")(?=.*"d").*\{ tolerance/)
    const { findings } = JSON.parse(stdout) as { findings: { rule: string; entities: string[] }[] }
    expect(findings.map(({ rule, entities }) => [rule, ...entities])).toEqual([['duplicate-line', 'q', 'r']])
  })

  test('reports that a project has nothing to repair', () => {
    const dir = projectOf({ main: OPEN_PLATE })
    const { status, stderr } = scenewright(['lint', dir, '--fix'])
    expect([status, stderr]).toEqual([1, `${dir}: nothing can be repaired without a decision\n`])
  })

  test('is answered to hosts and to agents, and exports mention errors', async () => {
    await using project = await Project.open({ root: projectOf({ main: OPEN_PLATE }), readFirst: 'off' })
    await project.run()
    const report = await project.lint()
    expect(report).toMatchObject({
      status: 'ok',
      profile: 'laser',
      findings: [
        { rule: 'open-contour', entities: ['left'], layer: 'cut' },
        { rule: 'open-contour', entities: ['left'], layer: 'cut' },
      ],
    })
    const asked = await project.inspect({ view: 'lint', profile: 'laser', limit: 1 })
    expect(asked).toMatchObject({ total: 2, errors: 2, nextOffset: 1 })
    const exported = await project.export({ format: 'dxf' })
    expect(exported.warnings?.map(({ message }) => message)).toEqual([
      'lint (laser): the outline has an end here that meets nothing [open-contour] at 0, 0: left, and 1 more; inspect with view "lint" lists all',
    ])
    const drawing = await project.lint({ profile: 'drawing' })
    expect(drawing).toMatchObject({ status: 'ok', profile: 'drawing', findings: [] })
  })
})

const SHEET = `
drawRect('blank', 0, 0, 120, 80)
drawCircle('a', -30, 0, 10)
drawCircle('b', 30, 0, 8)
booleanDifference('blank', ['a', 'b'], 'plate', { keep: false })
drawText('mark', 'No. 7', -18, 22, 6, { font: 'Hershey Simplex' })
`

const OWN_WORK: readonly (readonly [what: string, code: string])[] = [
  ['a way in by an arc', "cutOrder(['plate'], 'plan', { leadIn: 5, engrave: ['mark'] })"],
  ['a way in by a line', "cutOrder(['plate'], 'plan', { leadIn: { length: 4, type: 'line' }, engrave: ['mark'] })"],
  ['three tabs', "cutOrder(['plate'], 'plan', { tabs: { count: 3, width: 2 }, engrave: ['mark'] })"],
  ['one tab', "cutOrder(['plate'], 'plan', { tabs: { count: 1, width: 1 }, engrave: ['mark'] })"],
  [
    'tabs at a spacing, with a way in',
    "cutOrder(['plate'], 'job', { leadIn: 5, tabs: { spacing: 50, width: 1.5 }, engrave: ['mark'] })",
  ],
  [
    'dimensions and notes on layer 0',
    `setLayer('plate', 'cut'); setLayer('mark', 'engrave')
dimension('width', { type: 'horizontal', of: 'plate' })
dimension('bore', { type: 'diameter', of: { hole: 'a' } })
drawCircle('pin', 45, 30, 2)
setLayer('pin', 'cut')
centerMark('cross', 'pin')
holeCallout('call', 'pin')`,
  ],
]

describe('what this package draws itself', () => {
  test.each(OWN_WORK)('%s is no fault, in the project and in its files', async (_, code) => {
    const dir = projectOf({ main: SHEET + code })
    await using project = await Project.open({ root: dir, readFirst: 'off' })
    expect(await project.run()).toMatchObject({ status: 'committed' })
    const report = await project.lint({ profile: 'laser' })
    expect(report).toMatchObject({ ok: true, findings: [] })
    const folder = scratch()
    for (const format of ['dxf', 'svg'] as const) {
      const file = join(folder, `sheet.${format}`)
      await project.export({ format, toFile: file })
      const { stdout } = scenewright(['lint', file, '--profile', 'laser', '--format', 'json'])
      expect([format, JSON.parse(stdout).findings]).toEqual([format, []])
    }
  })

  test('an outline that is open is found beside them', async () => {
    const code = "cutOrder(['plate'], 'plan', { leadIn: 5, tabs: { count: 2, width: 2 }, engrave: ['mark'] })\n"
    const open = "drawLine('gap', [100, 0, 140, 0, 140, 30, 100.3, 0])\nsetLayer('gap', 'cut')\n"
    await using project = await Project.open({ root: projectOf({ main: SHEET + code + open }), readFirst: 'off' })
    await project.run()
    const file = join(scratch(), 'sheet.dxf')
    await project.export({ format: 'dxf', toFile: file })
    const { stdout } = scenewright(['lint', file, '--profile', 'laser', '--format', 'json'])
    expect(JSON.parse(stdout).findings).toMatchObject([{ rule: 'gap', measured: 0.3 }])
  })
})

const EXAMPLES = join(ROOT, 'examples')

describe('the examples', () => {
  const examples = readdirSync(EXAMPLES, { withFileTypes: true })
    .filter((entry) => existsSync(join(EXAMPLES, entry.name, 'scene.code.js')))
    .map(({ name }) => name)
    .concat(join('sweep', 'plate'))

  test.each(examples)('%s has no errors under its profile, nor have its files', async (name) => {
    const dir = join(scratch(), name)
    cpSync(join(EXAMPLES, name), dir, { recursive: true })
    // The largest of them draw for seconds where other tests run beside.
    await using project = await Project.open({ root: dir, readFirst: 'off', limits: { timeMs: 60_000 } })
    expect(await project.run()).toMatchObject({ ok: true })
    const errorsOf = (report: unknown): unknown[] =>
      (report as { findings: { severity: string }[] }).findings.filter(({ severity }) => severity === 'error')
    const report = await project.lint()
    if (!report.ok) throw new Error(report.error.message)
    expect(errorsOf(report)).toEqual([])
    for (const format of ['dxf', 'svg'] as const) {
      const file = join(dir, `lint.${format}`)
      await project.export({ format, toFile: file })
      const { stdout } = scenewright(['lint', file, '--profile', report.profile, '--format', 'json'])
      expect([format, errorsOf(JSON.parse(stdout))]).toEqual([format, []])
    }
  })
})
