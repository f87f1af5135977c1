// Dimensions, hatches, notes and the page as ezdxf and pypdf see them, each skipped where it is missing.
// `node scripts/readers.mjs` installs them.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { Project } from 'scenewright'
import { atEnd, projectOf, ROOT } from './support.js'

const MAIN = `
drawRect('plate', 0, 0, 120, 80)
drawCircle('bore', -25, 5, 12.5)
drawArc('bend', 20, 0, 15, 0, 2)
drawLine('one', [-60, -60, 60, -60])
drawLine('other', [-60, -60, 40, -45])
hatch('plate', { pattern: 'ANSI31', gap: 3, islands: 'bore' })
dimension('width', { type: 'horizontal', of: 'plate' })
dimension('height', { type: 'vertical', of: 'plate', tolerance: '±0.1' })
dimension('bore_size', { type: 'diameter', of: 'bore', tolerance: 'H7' })
dimension('bend_size', { type: 'radius', of: 'bend' })
dimension('bend_length', { type: 'arcLength', of: 'bend' })
dimension('slope', { type: 'angle', lines: ['one', 'other'] })
dimension('places', { type: 'ordinate', points: ['bore', [60, 40]], origin: { of: 'plate', at: 'bottomLeft' } })
dimension('row', { type: 'chain', points: [{ of: 'plate', at: 'left' }, 'bore', { of: 'plate', at: 'right' }], side: 'above' })
leader('note', { of: 'plate', at: 'topRight' }, 'deburr\\nall edges')
centerMark('bore_center', 'bore')
surfaceFinish('finish', { of: 'plate', at: 'top' }, 'Ra 1.6', { machining: 'required' })
sectionMark('section', [[0, 60], [0, -60]], 'A')
setPage('A3', { scale: '1:1', titleBlock: { title: 'Plate', number: 'P-1', projection: 'first' } })
table('parts', [['No.', 'Part'], [1, 'Plate']])
translate('bore', 0, -5)
`

const READ = `
import sys, json, collections, ezdxf
document = ezdxf.readfile(sys.argv[1])
audit = document.audit()
layout = document.layout('Layout1')
views = [[view.dxf.id, view.dxf.width, view.dxf.height, view.dxf.view_height] for view in layout.query('VIEWPORT')]
dimensions = document.modelspace().query('DIMENSION')
print(json.dumps({
    'errors': [error.message for error in audit.errors],
    'fixes': [fix.message for fix in audit.fixes],
    'counts': collections.Counter(entity.dxftype() for entity in document.modelspace()),
    'paper': [layout.dxf.paper_width, layout.dxf.paper_height],
    'views': views,
    'onPage': [text.dxf.text for text in layout.query('TEXT')],
    'measured': [round(dimension.dxf.actual_measurement, 9) for dimension in dimensions],
    'blocks': all(len(dimension.get_geometry_block()) > 0 for dimension in dimensions),
    'patterns': [hatch.dxf.pattern_name for hatch in document.modelspace().query('HATCH')],
}))
`

const python = (...args: string[]) =>
  spawnSync('python3', args, {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'target', 'python') },
  })
const has = (module: string) => python('-c', `import ${module}`).status === 0

async function exported(format: 'dxf' | 'pdf' | 'svg'): Promise<string> {
  const project = await Project.open({ root: projectOf({ main: MAIN }) })
  atEnd(() => project.close())
  const run = await project.run()
  if (run.status !== 'committed') throw new Error(JSON.stringify(run.error))
  expect(run.warnings ?? []).toEqual([])
  const result = await project.export({ format, toExports: `out.${format}` })
  if (result.status !== 'ok' || result.path === undefined) throw new Error(JSON.stringify(result))
  return join(project.root, result.path)
}

test.skipIf(!has('ezdxf'))('ezdxf reads dimensions, hatch and layout without errors and fixes', async () => {
  const file = await exported('dxf')
  const { stdout, stderr } = python('-c', READ, file)
  expect(stderr).toBe('')
  const dxf = JSON.parse(stdout)
  expect([dxf.errors, dxf.fixes]).toEqual([[], []])
  expect(dxf.counts).toMatchObject({ DIMENSION: 9, ARC_DIMENSION: 1, LEADER: 1, MTEXT: 1 })
  expect(dxf.patterns).toContain('ANSI31')
  expect(dxf.blocks).toBe(true)
  expect(dxf.measured).toEqual(expect.arrayContaining([120, 80, 25, 15, 35, 85]))
  expect(dxf.paper).toEqual([420, 297])
  expect(dxf.views).toEqual([
    [1, 420, 297, 297],
    [2, 390, 277, 277],
  ])
  expect(dxf.onPage).toEqual(expect.arrayContaining(['Plate', 'P-1', '1:1']))
})

test.skipIf(!has('pypdf'))('PDF is exactly the page', async () => {
  const file = await exported('pdf')
  const read = `import sys, pypdf; box = pypdf.PdfReader(sys.argv[1]).pages[0].mediabox; print(box.width, box.height)`
  const [width, height] = python('-c', read, file).stdout.split(' ').map(Number)
  expect(width).toBeCloseTo((420 * 72) / 25.4, 3)
  expect(height).toBeCloseTo((297 * 72) / 25.4, 3)
})

test('SVG is exactly the page', async () => {
  const svg = readFileSync(await exported('svg'), 'utf8')
  expect(svg).toContain('width="420mm" height="297mm"')
})

/** The world box of an entity in the finished scene: an exported drawing has its labels and notes where they ended. */
async function finished(
  main: string,
): Promise<Record<string, { minX: number; minY: number; maxX: number; maxY: number }>> {
  const project = await Project.open({ root: projectOf({ main }) })
  atEnd(() => project.close())
  const result = await project.run()
  if (result.status !== 'committed') throw new Error(JSON.stringify(result.error))
  await project.export({ format: 'svg', toExports: 'a.svg' })
  const again = await Project.open({
    root: projectOf({
      main: `importSvg('it', ${JSON.stringify(readFileSync(join(project.root, 'exports', 'a.svg'), 'utf8'))})
        for (const name of listEntities()) {
          const box = getWorldBounds(name)
          if (box) console.log(JSON.stringify([name, box.min[0], box.min[1], box.max[0], box.max[1], getLength(name)]))
        }`,
    }),
  })
  atEnd(() => again.close())
  const read = await again.run()
  if (read.status !== 'committed') throw new Error(JSON.stringify(read.error))
  const rows = read.logs.map((line) => JSON.parse(line) as [string, number, number, number, number, number])
  return Object.fromEntries(rows.map(([name, minX, minY, maxX, maxY]) => [name, { minX, minY, maxX, maxY }]))
}

test('the label of a connector finds a free place beside its line, and stays where somebody put it', async () => {
  const scene = `
    drawRect('a', -60, 0, 20, 20)
    drawRect('b', 60, 0, 20, 20)
    connect('pipe', 'a', 'b', { label: 'DN50', arrow: 'none' })`
  const over = `drawRect('tank', 0, 3, 30, 5)`
  const free = (await finished(scene))['it_pipe_pipe_label']
  const moved = (await finished(`${scene}\n${over}`))['it_pipe_pipe_label']
  const kept = (await finished(`${scene}\n${over}\ntranslate('pipe_label', 0, 30)`))['it_pipe_pipe_label']
  if (!free || !moved || !kept) throw new Error('there is no label')
  // In the middle, above the line; with something there, beside it or on the other side.
  expect((free.minX + free.maxX) / 2).toBeCloseTo(0, 0)
  const isApart = moved.maxX < -15 || moved.minX > 15 || moved.maxY < 0.5 || moved.minY > 5.5
  expect([isApart, Math.abs((moved.minY + moved.maxY) / 2) < 12]).toEqual([true, true])
  expect(kept.minY).toBeCloseTo(free.minY + 30, 3)
})

test('a detail has the hatches of its part, with lines as far apart as elsewhere', async () => {
  const lines = async (hatch: string) => {
    const main = `
      drawRect('block', 0, 0, 40, 40)
      ${hatch}
      detailView('z', [20, 20], 6, { scale: 4, letter: 'Z', at: [90, 0] })
      setDrawingScale('1:1')`
    const project = await Project.open({ root: projectOf({ main }) })
    atEnd(() => project.close())
    const result = await project.run()
    if (result.status !== 'committed') throw new Error(JSON.stringify(result.error))
    await project.export({ format: 'svg', toExports: 'z.svg' })
    const svg = readFileSync(join(project.root, 'exports', 'z.svg'), 'utf8')
    return (/<path d="([^"]*)" id="z_0"/.exec(svg)?.[1]?.match(/M/g) ?? []).length
  }
  const [plain, hatched] = [await lines(''), await lines(`hatch('block', { gap: 3 })`)]
  expect(plain).toBeGreaterThan(0)
  // A quarter of a circle of 24 mm, with a line every 3 mm.
  expect(hatched - plain).toBeGreaterThanOrEqual(6)
  expect(hatched - plain).toBeLessThanOrEqual(18)
})
