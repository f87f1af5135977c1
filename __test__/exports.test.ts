// Exports as independent readers see them: ezdxf, svgelements, pypdf and xmllint, each skipped where it is missing.
// `node scripts/readers.mjs` installs them.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'

import { Project } from 'scenewright'
import type { ExportArguments } from '../index.js'
import { atEnd, projectOf, ROOT, scratch } from './support.js'

type Box = [[number, number], [number, number]]

interface Entity {
  readonly name: string
  readonly type: string
  readonly parent: string | null
  readonly layer: string
  readonly geometry: Record<string, unknown> | null
  readonly style: { fill: number[] | null; stroke: { color: number[]; width: number } | null }
  readonly world_bounds: { min: [number, number]; max: [number, number] } | null
}

interface Scene {
  readonly units: 'mm' | 'cm' | 'm' | 'in' | 'ft' | 'px'
  readonly layers: { name: string; visible: boolean; color: number[] | null }[]
  readonly entities: Entity[]
}

interface Dxf {
  readonly version: string
  readonly units: number
  readonly extents: Box
  readonly errors: string[]
  readonly fixes: string[]
  readonly counts: Record<string, number>
  readonly order: string[]
  readonly radii: Record<string, number>
  /** The diameters of all circles of an entity. */
  readonly bores: Record<string, number[]>
  /** The number of bulges of an entity's polylines. */
  readonly bulges: Record<string, number>
  readonly boxes: Record<string, Box | null>
  readonly fills: Record<string, Box | null>
  readonly texts: [name: string, text: string, height: number, rotation: number][]
  readonly paragraphs: [name: string, text: string, height: number, rotation: number, width: number, codes: string][]
  readonly layers: Record<string, { scene: string; on: boolean; rgb: number[] | null; linetype: string }>
}

interface Svg {
  readonly order: string[]
  readonly boxes: Record<string, Box>
}

interface Pdf {
  readonly text: string
  readonly pages: number
  readonly size: [number, number]
  readonly unit: number
  readonly operators: Record<string, number>
  readonly layers: string[]
}

const PROJECTS = ['bracket', 'flat', 'gear', 'town', 'everything']
const POINTS = { mm: 72 / 25.4, cm: 720 / 25.4, m: 72_000 / 25.4, in: 72, ft: 864, px: 0.75 }
const INSUNITS = { mm: 4, cm: 5, m: 6, in: 1, ft: 2, px: 0 }

const python = (module: string, ...args: string[]) =>
  spawnSync('python3', args.length > 0 ? args : ['-c', `import ${module}`], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'target', 'python') },
    maxBuffer: 1 << 28,
  })

function read<Result>(module: string, file: string): Result {
  const script = { ezdxf: 'read_dxf.py', svgelements: 'read_svg.py', pypdf: 'read_pdf.py' }[module] ?? ''
  const { status, stdout, stderr } = python(module, join(ROOT, 'tests', 'exports', script), file)
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Result
}

/** A test that asks a reader, or says that it is missing. */
function asking(module: string) {
  const found = module === 'xmllint' ? !spawnSync('xmllint', ['--version']).error : python(module).status === 0
  return test.skipIf(!found)
}

async function openProject(name: string): Promise<Project> {
  const dir =
    name === 'everything'
      ? projectOf({ main: readFileSync(join(ROOT, 'tests', 'exports', 'everything.js'), 'utf8') })
      : scratch()
  if (name !== 'everything') cpSync(join(ROOT, 'examples', name), dir, { recursive: true })
  const project = await Project.open({ root: dir })
  atEnd(() => project.close())
  const result = await project.run()
  if (result.status !== 'committed') throw new Error(JSON.stringify(result.error))
  return project
}

async function write(project: Project, args: ExportArguments): Promise<string> {
  const result = await project.export(args)
  if (result.status !== 'ok' || result.path === undefined) throw new Error(JSON.stringify(result))
  return join(project.root, result.path)
}

const sceneOf = (project: Project) => JSON.parse(readFileSync(join(project.root, 'scene.json'), 'utf8')) as Scene

/** The shapes that a picture shows, back to front. */
function visible({ entities, layers }: Scene): Entity[] {
  const off = new Set(layers.filter((layer) => !layer.visible).map(({ name }) => name))
  const hidden = new Set<string>()
  return entities.filter(({ name, type, parent, layer }) => {
    if (off.has(layer) || (parent !== null && hidden.has(parent))) hidden.add(name)
    return type !== 'group' && !hidden.has(name)
  })
}

/** Names as a line of a file can hold them. */
const plain = (name: string, replacement = /\p{Cc}/gu) => name.replace(replacement, '\ufffd')

function expectSameBox(box: Box | null | undefined, { name, world_bounds: bounds }: Entity, tolerance: number): void {
  if (!bounds) throw new Error(`${name} has no bounds`)
  const own = [...bounds.min, ...bounds.max]
  const off = box ? Math.max(...box.flat().map((value, index) => Math.abs(value - (own[index] ?? NaN)))) : NaN
  expect(off, `${name}: ${JSON.stringify(box)} is not ${JSON.stringify(own)}`).toBeLessThanOrEqual(tolerance)
}

const isStroked = ({ style }: Entity) => (style.stroke?.width ?? 0) > 0
const isFilled = ({ style }: Entity) => (style.fill?.[3] ?? 0) > 0

describe.each(PROJECTS)('%s', (name) => {
  asking('ezdxf')('as DXF: no errors, nothing to fix, every shape where it is', async () => {
    const project = await openProject(name)
    const scene = sceneOf(project)
    const dxf = read<Dxf>('ezdxf', await write(project, { format: 'dxf', toExports: 'a.dxf' }))
    expect([dxf.version, dxf.units, dxf.errors, dxf.fixes]).toEqual(['AC1024', INSUNITS[scene.units], [], []])
    const shapes = scene.entities.filter((entity) => entity.type !== 'group')
    const seen = shapes.filter((entity) => isStroked(entity) || isFilled(entity))
    expect(dxf.order).toEqual(seen.map((entity) => plain(entity.name)))
    for (const entity of seen) {
      // ezdxf straightens curves to a hundredth of a unit.
      if (isStroked(entity)) expectSameBox(dxf.boxes[plain(entity.name)], entity, 0.02)
      if (isFilled(entity)) expectSameBox(dxf.fills[plain(entity.name)], entity, 0.02)
    }
    const all = shapes.flatMap(({ world_bounds: bounds }) => (bounds ? [bounds] : []))
    for (const axis of [0, 1] as const) {
      expect(dxf.extents[0][axis]).toBeCloseTo(Math.min(...all.map((bounds) => bounds.min[axis])), 9)
      expect(dxf.extents[1][axis]).toBeCloseTo(Math.max(...all.map((bounds) => bounds.max[axis])), 9)
    }
    for (const layer of scene.layers) {
      const written = Object.values(dxf.layers).find((candidate) => candidate.scene === layer.name)
      expect(written).toMatchObject({ on: layer.visible })
      expect(written?.rgb ?? null).toEqual(layer.color?.slice(0, 3).map((part) => Math.round(part * 255)) ?? null)
    }
  })

  asking('svgelements')('as SVG: every shape where it is, in the order of drawing', async () => {
    const project = await openProject(name)
    const svg = read<Svg>('svgelements', await write(project, { format: 'svg', toExports: 'a.svg' }))
    const shapes = visible(sceneOf(project))
    const spelled = (entity: Entity) => plain(entity.name, /(?![\t\n\r])[\0-\x1f]/gu)
    expect(svg.order).toEqual(shapes.map(spelled))
    const reach = Math.max(
      ...shapes.flatMap(({ world_bounds: it }) => (it ? [...it.min, ...it.max] : [])).map(Math.abs),
    )
    for (const entity of shapes) expectSameBox(svg.boxes[spelled(entity)], entity, reach * 1e-6)
  })

  asking('xmllint')('as SVG: well-formed', async () => {
    const project = await openProject(name)
    const { status, stderr } = spawnSync('xmllint', [
      '--noout',
      await write(project, { format: 'svg', toExports: 'a.svg' }),
    ])
    expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' })
  })

  asking('pypdf')('as PDF: a page of the size of the SVG, with a path for every shape', async () => {
    const project = await openProject(name)
    const scene = sceneOf(project)
    const svg = readFileSync(await write(project, { format: 'svg', toExports: 'a.svg' }), 'utf8')
    const [, , , width = NaN, height = NaN] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg)?.map(Number) ?? []
    const pdf = read<Pdf>('pypdf', await write(project, { format: 'pdf', toExports: 'a.pdf' }))
    expect(pdf.pages).toBe(1)
    for (const [size, expected] of [
      [pdf.size[0], width],
      [pdf.size[1], height],
    ] as const) {
      expect((size * pdf.unit) / POINTS[scene.units] / expected).toBeCloseTo(1, 6)
    }
    const shapes = visible(scene)
    expect(pdf.layers).toEqual([...new Set(shapes.map(({ layer }) => layer))].sort())
    const painted = ['f', 'f*', 'S', 'B', 'B*'].reduce((sum, operator) => sum + (pdf.operators[operator] ?? 0), 0)
    const translucent = shapes.filter((it) => isFilled(it) && isStroked(it) && (it.style.stroke?.color[3] ?? 1) < 1)
    const seen = shapes.filter((entity) => isStroked(entity) || isFilled(entity))
    expect(painted).toBe(seen.length + translucent.length)
  })
})

asking('ezdxf')('as DXF: shapes stay what they are, and text is text where it was asked for', async () => {
  const project = await openProject('everything')
  const outlines = read<Dxf>('ezdxf', await write(project, { format: 'dxf', toExports: 'a.dxf' }))
  const names = (kind: string) => [`${kind}_plain`, `${kind}_turned`, `${kind}_image`]
  for (const name of [...names('circle'), ...names('arc')]) expect(outlines.radii[name]).toBeCloseTo(20, 12)
  expect(outlines.radii['circle_mirrored']).toBeCloseTo(30, 12)
  expect(outlines.radii['circle_sheared']).toBeUndefined()
  expect(outlines.texts).toEqual([])
  expect(Object.entries(outlines.layers).map(([name, { scene }]) => [name, scene])).toEqual(
    expect.arrayContaining([
      ['벽체', '벽체'],
      ['A_B_C', 'A/B*C'],
      ['a_b_c_2', 'a/b*c'],
    ]),
  )
  const text = read<Dxf>('ezdxf', await write(project, { format: 'dxf', text: 'text', toExports: 'b.dxf' }))
  expect([text.errors, text.fixes]).toEqual([[], []])
  const capitals = (12 * 1409) / 2048
  expect(text.texts.map(([name, words]) => [name, words])).toEqual([
    ...['left', 'center', 'right'].flatMap((align) => [
      [`text_${align}`, 'Abg 8%%c'],
      [`text_${align}`, 'Ä^ x^2'],
    ]),
    ['letter', 'I'],
  ])
  for (const [, , height] of text.texts) expect(height).toBeCloseTo(capitals, 9)
})

const TEXTS = `
  drawText('title', 'Bracket, left', 0, 80, 10, { align: 'center', valign: 'middle', capHeight: true })
  drawText('fit', 'Ø25{+0.021|0} H7 m^{2} \\\\{x\\\\} 50;/#', 0, 40, 8, { markup: true })
  drawText('note', 'All edges broken 0.5\\nunless said otherwise, after coating', 0, 0, 5, { box: 60, angle: Math.PI / 2 })
  drawText('engraved', 'No. 4711 äß', 0, -60, 12, { font: 'Hershey Simplex', capHeight: 7 })
  drawText('greek', 'Ωμέγα 도면', 0, -90, 10)`

asking('ezdxf')('as DXF: texts with their layout', async () => {
  const project = await Project.open({ root: projectOf({ main: TEXTS }) })
  atEnd(() => project.close())
  await project.run()
  const dxf = read<Dxf>('ezdxf', await write(project, { format: 'dxf', text: 'text', toExports: 'a.dxf' }))
  expect([dxf.errors, dxf.fixes]).toEqual([[], []])
  expect(dxf.texts.map(([name, words]) => [name, words])).toEqual([
    ['title', 'Bracket, left'],
    ['engraved', 'No. 4711 äß'],
    ['greek', 'Ωμέγα 도면'],
  ])
  expect(dxf.texts.map(([, , height]) => height)[0]).toBeCloseTo(10, 9)
  const [fit, note] = dxf.paragraphs
  expect(fit?.[1]).toBe('Ø25+0.021^0 H7 m2^ {x} 50;/#')
  expect(note?.slice(0, 2)).toEqual(['note', 'All edges broken 0.5\nunless said otherwise, after coating'])
  expect(note?.[3]).toBeCloseTo(90, 9)
  expect(note?.[4]).toBeCloseTo(60, 9)
  // Outlines of a single stroke are lines, with nothing closed and nothing filled.
  const outlines = read<Dxf>('ezdxf', await write(project, { format: 'dxf', toExports: 'b.dxf' }))
  expect([outlines.errors, outlines.fixes]).toEqual([[], []])
  expect(outlines.fills['engraved_g0']).toBeUndefined()
})

asking('pypdf')('as PDF: the words of texts can be searched', async () => {
  const project = await Project.open({ root: projectOf({ main: TEXTS }) })
  atEnd(() => project.close())
  await project.run()
  const { text } = read<Pdf>('pypdf', await write(project, { format: 'pdf', toExports: 'a.pdf' }))
  for (const words of ['Bracket, left', 'No. 4711 äß', 'All edges broken 0.5', 'Ωμέγα 도면', 'H7 m2 {x}']) {
    expect(text).toContain(words)
  }
})

asking('ezdxf')('as DXF: what operations on areas leave of curves is exact', async () => {
  const dir = projectOf({
    main: `
      setTolerance(1)
      drawRect('plate', 0, 0, 100, 60)
      drawCircle('bore', 10, 5, 12.5)
      drawCircle('corner', 50, 30, 8)
      drawEllipse('port', -25, 0, 9, 5, 0.3)
      booleanDifference('plate', ['bore', 'corner'], 'bored')
      createGroup('all', ['bored'])
      rotate('all', 0.3)
      booleanUnion('bored', [], 'turned')
      booleanDifference('plate', ['bore', 'port'], 'ported')
      offsetPolygon('bored', 1, 'grown')
      booleanIntersect('port', 'bore', 'none')
      drawRect('band', 0, 0, 100, 4)
      booleanIntersect('port', 'band', 'strip')
      drawBezier('leaf', 'M -40 0 C -20 45 20 45 40 0 C 20 -45 -20 -45 -40 0 Z')
      booleanDifference('leaf', 'bore', 'holed')
      booleanDifference('plate', 'bored', 'rest')
      console.log(getArea('bored'), getLength('bored'))`,
  })
  const project = await Project.open({ root: dir })
  atEnd(() => project.close())
  const result = await project.run()
  if (result.status !== 'committed') throw new Error(JSON.stringify(result.error))
  const [area, length] = (result.logs[0] ?? '').split(' ').map(Number)
  expect(area).toBeCloseTo(6000 - 12.5 ** 2 * Math.PI - 16 * Math.PI, 8)
  expect(length).toBeCloseTo(320 - 16 + 4 * Math.PI + 25 * Math.PI, 8)
  const dxf = read<Dxf>('ezdxf', await write(project, { format: 'dxf', toExports: 'a.dxf' }))
  expect([dxf.errors, dxf.fixes]).toEqual([[], []])
  for (const [name, diameter] of Object.entries({ bored: 25, turned: 25, ported: 25, grown: 23, holed: 25 })) {
    expect(dxf.bores[name], name).toHaveLength(1)
    expect(dxf.bores[name]?.[0], name).toBeCloseTo(diameter, 10)
  }
  // A quarter of the corner's circle, in the outline alone; grown, its corners are round too.
  expect([dxf.bulges['bored'], dxf.bulges['turned']]).toEqual([1, 1])
  expect(dxf.bulges['grown']).toBeGreaterThan(4)
  expect(dxf.counts).toMatchObject({ ELLIPSE: 4, SPLINE: 2 })
})

describe('cutOrder', () => {
  const MAIN = `
    drawRect('blank', 50, 30, 100, 60)
    drawCircle('a', 20, 30, 5)
    drawCircle('b', 80, 30, 8)
    booleanDifference('blank', ['a', 'b'], 'plate', { keep: false })
    drawCircle('disc', 130, 30, 10)
    drawLine('mark', [40, 50, 60, 50])
    drawLine('fold', [50, 5, 50, 20])
    cutOrder(['disc', 'plate'], 'plan', { leadIn: 4, engrave: ['mark'], score: ['fold'] })
  `
  const ORDER = ['plan_engrave', 'plan_score', 'plan_cut_0', 'plan_cut_1', 'plan_cut_2', 'plan_cut_3']

  asking('ezdxf')('writes a DXF in the order of the cuts, on the layers of the work', async () => {
    const project = await Project.open({ root: projectOf({ main: MAIN }) })
    await project.run()
    const dxf = read<Dxf>('ezdxf', await write(project, { format: 'dxf', toExports: 'plan.dxf' }))
    expect(dxf.errors.concat(dxf.fixes)).toEqual([])
    expect(dxf.order).toEqual(ORDER)
    expect(Object.values(dxf.layers).map(({ scene }) => scene)).toEqual(
      expect.arrayContaining(['engrave', 'score', 'cut']),
    )
    await project.close()
  })

  asking('svgelements')('writes an SVG in the same order', async () => {
    const project = await Project.open({ root: projectOf({ main: MAIN }) })
    await project.run()
    const file = await write(project, { format: 'svg', toExports: 'plan.svg' })
    expect(read<Svg>('svgelements', file).order).toEqual(ORDER)
    const layers = [...readFileSync(file, 'utf8').matchAll(/data-layer="([^"]*)"/g)].map(([, layer]) => layer)
    expect(layers).toEqual(['engrave', 'score', 'cut'])
    await project.close()
  })
})

describe('scene.schema.json', () => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'scene.schema.json'), 'utf8')) as object
  let validate: ReturnType<Ajv2020['compile']>
  beforeAll(() => {
    validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema)
  })

  test.each(PROJECTS)('describes %s', async (name) => {
    const scene = sceneOf(await openProject(name))
    validate(scene)
    expect(validate.errors ?? []).toEqual([])
  })

  test('describes nothing else', async () => {
    const scene = sceneOf(await openProject('everything'))
    const entity = (name: string) => scene.entities.findIndex((it) => it.name === name)
    const damages: [path: (string | number)[], value: unknown][] = [
      [['version'], 2],
      [['units'], 'parsec'],
      [['more'], 1],
      [['layers', 0, 'linetype'], 'wavy'],
      [['entities', 0, 'name'], ''],
      [['entities', entity('circle_plain'), 'type'], 'rect'],
      [['entities', entity('circle_plain'), 'geometry', 'radius'], 0],
      [['entities', entity('circle_plain'), 'geometry'], null],
      [
        ['entities', entity('circle_plain'), 'text'],
        { text: 'a', x: 0, y: 0, size: 1, align: 'left', cap_height: 1, line_height: 1 },
      ],
      [['entities', entity('polygon_plain'), 'geometry', 'points'], [[0, 0]]],
      [['entities', entity('text_left'), 'text', 'align'], 'middle'],
      [['entities', entity('text_left'), 'text', 'line_height'], -1],
      [
        ['entities', entity('rect_turned'), 'style', 'fill'],
        [1, 0, 0, 2],
      ],
      [['entities', entity('rect_turned'), 'transform', 'scale'], [1]],
    ]
    for (const [path, value] of damages) {
      const damaged = structuredClone(scene) as unknown as Record<string | number, unknown>
      let inner = damaged
      for (const step of path.slice(0, -1)) inner = inner[step] as Record<string | number, unknown>
      inner[path.at(-1) ?? ''] = value
      expect(validate(damaged), path.join('.')).toBe(false)
    }
  })
})
