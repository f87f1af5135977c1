// Foreign files in assets/: read by proven paths, drawn exactly, and inputs of the scene.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { openProject, projectOf, ROOT, scratch } from './support.js'

/** A project with files in its assets. */
function projectWith(main: string, assets: Record<string, string | Buffer>): string {
  const dir = projectOf({ main })
  for (const [path, contents] of Object.entries(assets)) {
    mkdirSync(join(dir, 'assets', path, '..'), { recursive: true })
    writeFileSync(join(dir, 'assets', path), contents)
  }
  return dir
}

const POINTS = "for (const [x, y] of readAsset('points.csv', { as: 'numbers' })) drawCircle(`p_${x}`, x, y, 1)\n"

describe('an asset', () => {
  test('is an input of the scene: changing it rebuilds the scene, in this and in the next session', async () => {
    const dir = projectWith(POINTS, { 'points.csv': 'x,y\n1,2\n5,6\n' })
    const project = await openProject(dir)
    expect(await project.run()).toMatchObject({ status: 'committed', scene: { entities: 2 } })
    const info = await project.inspect({ view: 'info' })
    expect(info.status === 'ok' && info.files).toEqual(['main', 'assets/points.csv'].sort())
    writeFileSync(join(dir, 'assets', 'points.csv'), '1,2\n5,6\n9,9\n')
    expect(await project.summary()).toMatchObject({ entities: 3 })
    await project.close()
    writeFileSync(join(dir, 'assets', 'points.csv'), '1,2\n')
    const next = await openProject(dir)
    expect(await next.summary()).toMatchObject({ entities: 1 })
    expect(await next.files()).toMatchObject({ assets: [{ path: 'points.csv', byteLength: 4 }] })
  })

  test('that is missing is reported with the existing ones', async () => {
    const project = await openProject(projectWith(POINTS, { 'point.csv': '1,2' }))
    const missing = await project.run()
    expect(missing).toMatchObject({ status: 'reverted', error: { code: 'scene', file: 'main', line: 1 } })
    expect(missing.status === 'reverted' && missing.error.message).toContain(
      'there is no file "points.csv" in assets/; did you mean "point.csv"?',
    )
  })

  test.each(['../scene.code.js', '/etc/passwd', 'a/../../x', 'leaving.txt', 'inside/passwd'])(
    '%s is refused: no path and no link leads out of assets/',
    async (path) => {
      const dir = projectWith(`console.log(readAsset(${JSON.stringify(path)}))`, { 'a.txt': 'a' })
      symlinkSync('/etc/passwd', join(dir, 'assets', 'leaving.txt'))
      symlinkSync('/etc', join(dir, 'assets', 'inside'))
      const result = await (await openProject(dir)).run()
      expect(result).toMatchObject({ status: 'reverted', logs: [], error: { code: 'scene' } })
    },
  )

  test('works in a thread as in a process', async () => {
    const dir = projectWith(POINTS, { 'points.csv': '1,2\n' })
    const project = await openProject(dir, { isolation: 'thread' })
    expect(await project.run()).toMatchObject({ status: 'committed', scene: { entities: 1 } })
  })

  test('that is too large is refused', async () => {
    const dir = projectWith("readAsset('big.csv')", { 'big.csv': Buffer.alloc((32 << 20) + 1, 'a') })
    expect(await (await openProject(dir)).run()).toMatchObject({ status: 'reverted', error: { code: 'scene' } })
  })
})

interface Written {
  readonly file: string
  readonly unit: number
  readonly box: readonly [number, number, number, number]
  readonly area: number
}

/** Sums the areas of what is closed; arcs are lines here, and the filled discs that show a POINT are no areas. */
const MEASURE = `
let area = 0
for (const name of listEntities({ group: 'it' })) {
  const { type, local, style } = getEntity(name)
  if (type === 'circle' && style.fill) continue
  if (type === 'group' || type === 'line' || type === 'arc' || local.text) continue
  try { area += getArea(name) } catch {}
}
const texts = listEntities({ group: 'it' }).filter((name) => getEntity(name).local.text)
for (const name of texts) deleteEntity(name)
const { min, max } = getWorldBounds('it')
console.log(JSON.stringify({ box: [...min, ...max], area, texts: texts.length, result }))
`

/** Imports files, and returns those of another size than was written. */
async function differences(written: readonly Written[], folder: string): Promise<string[]> {
  const wrong: string[] = []
  for (const { file, unit, box, area } of written) {
    const main = `const result = importDxf('it', ${JSON.stringify(file)})\n${MEASURE}`
    const project = await openProject(projectWith(main, { [file]: readFileSync(join(folder, file)) }))
    const result = await project.run()
    if (result.status !== 'committed') {
      wrong.push(`${file}: ${result.error.message}`)
      continue
    }
    const found = JSON.parse(result.logs[0] ?? '') as { box: number[]; area: number }
    const size = Math.max(box[2] - box[0], box[3] - box[1]) * unit
    const off = Math.max(...box.map((value, index) => Math.abs(value * unit - Number(found.box[index]))))
    if (off > 1e-6 * Math.max(size, 1))
      wrong.push(`${file}: box ${String(found.box)}, not ${String(box)} times ${unit}`)
    const areaOff = Math.abs(found.area - area * unit * unit)
    if (areaOff > 1e-6 * Math.max(area * unit * unit, 1))
      wrong.push(`${file}: area ${found.area}, not ${area * unit * unit}`)
    await project.close()
  }
  return wrong
}

const python = (...args: string[]) =>
  spawnSync('python3', args, {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'target', 'python') },
    maxBuffer: 1 << 28,
  })

const hasWriter = python('-c', 'import ezdxf, numpy').status === 0

test.skipIf(!hasWriter)(
  'DXF files of every release that ezdxf writes come in with their boxes and areas',
  async () => {
    const folder = scratch()
    const { status, stdout, stderr } = python(join(ROOT, 'tests', 'imports', 'write_dxf.py'), folder)
    expect(status, stderr).toBe(0)
    const written = JSON.parse(stdout) as Written[]
    expect(written.length).toBeGreaterThan(50)
    expect(await differences(written, folder)).toEqual([])
  },
  300_000,
)

test('DXF files of ten other programs come in with the boxes and areas that ezdxf finds in them', async () => {
  const folder = join(ROOT, 'tests', 'imports')
  const written = JSON.parse(readFileSync(join(folder, 'written.json'), 'utf8')) as (Written & { program: string })[]
  expect(new Set(written.map(({ program }) => program.split(' ')[0])).size).toBeGreaterThanOrEqual(10)
  expect(await differences(written, join(folder, 'written'))).toEqual([])
})

test('what is exported as DXF and SVG comes in as it was', async () => {
  const everything = readFileSync(join(ROOT, 'tests', 'exports', 'everything.js'), 'utf8')
  const source = await openProject(projectOf({ main: everything }))
  const ran = await source.run()
  if (ran.status !== 'committed') throw new Error(JSON.stringify(ran.error))
  for (const [format, call] of [
    ['dxf', 'importDxf'],
    ['svg', 'importSvg'],
  ] as const) {
    const path = `all.${format}`
    await source.export({ format, toExports: path, ...(format === 'dxf' && { fills: false }) })
    const contents = readFileSync(join(source.root, 'exports', path))
    const main = `setUnits('${ran.scene.units}')\n${call}('it', '${path}')\n`
    const copy = await openProject(projectWith(main, { [path]: contents }))
    const result = await copy.run()
    if (result.status !== 'committed') throw new Error(JSON.stringify(result.error))
    const numbers = (bounds: typeof result.scene.bounds) => [...(bounds?.min ?? []), ...(bounds?.max ?? [])]
    const size = Math.max(...numbers(ran.scene.bounds).map(Math.abs))
    const digits = format === 'dxf' ? 1e-9 : 1e-5
    for (const [index, value] of numbers(ran.scene.bounds).entries()) {
      expect(Math.abs(value - Number(numbers(result.scene.bounds)[index])), `${format} ${index}`).toBeLessThan(
        size * digits,
      )
    }
  }
})

const SVG_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100">'

/** Runs a scene, and returns what it logged as JSON. */
async function logged(main: string, assets: Record<string, string>): Promise<unknown[]> {
  const project = await openProject(projectWith(main, assets))
  const result = await project.run()
  if (result.status !== 'committed') throw new Error(JSON.stringify(result.error))
  return result.logs.map((line) => JSON.parse(line) as unknown)
}

test('gradients, patterns and stretched lines of an SVG become areas where that is asked for', async () => {
  const svg = `${SVG_HEAD}
    <linearGradient id="fade"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
    <pattern id="dots" width="10" height="10" patternUnits="userSpaceOnUse"><circle cx="5" cy="5" r="2" fill="green"/></pattern>
    <circle id="ball" cx="30" cy="30" r="20" fill="url(#fade)"/>
    <rect id="field" x="10" y="60" width="40" height="30" fill="url(#dots)"/>
    <g transform="scale(4 1)"><path id="bar" d="M 20 10 V 50" stroke="black" stroke-width="2" fill="none"/></g>
  </svg>`
  const main = `
    const count = (name) => getEntity(name).children.length
    importSvg('plain', 'a.svg')
    console.log(JSON.stringify([getEntity('plain_ball').type, getEntity('plain_field').type, getEntity('plain_bar').type]))
    importSvg('full', 'a.svg', { paints: 'areas' })
    console.log(JSON.stringify([count('full_ball') > 20, getArea('full_ball'), count('full_field'), getArea('full_field')]))
    console.log(JSON.stringify(getArea('full_bar')))`
  const [plain, full, bar] = await logged(main, { 'a.svg': svg })
  expect(plain).toEqual(['circle', 'rect', 'line'])
  const [isInSteps, ball, dots, field] = full as [boolean, number, number, number]
  expect([isInSteps, dots]).toEqual([true, 12])
  expect(ball).toBeCloseTo(400 * Math.PI, 4)
  expect(field).toBeCloseTo(48 * Math.PI, 4)
  // 40 long and 2 wide, four times as wide.
  expect(bar).toBeCloseTo(320, 6)
})

test('slits between shapes of a file are closed where that is asked for, and holes stay', async () => {
  const rect = (x: number, wide: number, layer = 'cut') =>
    `<g data-layer="${layer}"><rect x="${x}" y="10" width="${wide}" height="20" fill="none" stroke="red"/></g>`
  const hole = '<g data-layer="cut"><circle cx="20" cy="20" r="4" fill="none" stroke="red"/></g>'
  const svg = `${SVG_HEAD}${rect(10, 20)}${rect(30.00001, 20)}${rect(50.00001, 10, 'engrave')}${rect(70, 10)}${hole}</svg>`
  const main = `
    const { names, welded } = importSvg('it', 'a.svg', { weld: 0.001 })
    console.log(JSON.stringify([names.length, welded.map(({ parts }) => parts.length), getLength(welded[0].name)]))
    console.log(JSON.stringify(listEntities({ group: 'it' }).length))`
  const [[count, parts, length], inGroup] = (await logged(main, { 'a.svg': svg })) as [
    [number, number[], number],
    number,
  ]
  // The two rectangles are one; the one on another layer, the one apart and the hole stay.
  expect([count, inGroup, parts]).toEqual([4, 4, [2]])
  expect(length).toBeCloseTo(2 * (40 + 20), 3)
})
