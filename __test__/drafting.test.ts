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
