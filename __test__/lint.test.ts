// The lint: of projects and of files, from a shell, from Node and as an agent asks.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { parseCommand, UsageError } from '../ts/cli/arguments.js'
import { Project } from '../ts/project.js'
import { projectOf, scenewright, scratch } from './support.js'

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

  test('exits with 2 for what it cannot check', () => {
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
      args: { profile: 'cnc', set: { tool: 3, web: 1 } },
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
