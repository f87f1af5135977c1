// The drawings of examples/ as a workshop gets them: what ezdxf and pypdf read, skipped where these are missing.
// `node scripts/readers.mjs` installs them.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { openProject, projectOf, ROOT, scratch } from './support.js'

interface Layer {
  readonly closed: number
  readonly open: number
  readonly bulges: number
  readonly kinds: Record<string, number>
}

interface Drawing {
  readonly troubles: string[]
  readonly units: number
  readonly counts: Record<string, number>
  readonly layers: Record<string, Layer>
  readonly pages: Record<string, { paper: number[]; scales: number[]; texts: string[] }>
  readonly blocks: string[]
  readonly radii: number[]
  readonly measured: number[]
  readonly patterns: string[]
}

/** The size of an example's page in millimetres, how many units a millimetre of it is, and what else is held. */
interface Example {
  readonly page?: readonly [number, number]
  /** The sizes of its other sheets. */
  readonly further?: readonly (readonly [number, number])[]
  readonly scale?: number
  readonly counts?: Record<string, number>
  readonly noFills?: boolean
  readonly check?: (drawing: Drawing, file: string) => void
}

const A3 = [420, 297] as const
const A4 = [297, 210] as const

const EXAMPLES: Record<string, Example> = {
  enclosure: {
    noFills: true,
    check: ({ layers }) => {
      // Six panels; twelve vents, a display, a knob, four feet and a hole for the cable.
      expect(layers['cut']).toMatchObject({ open: 0, closed: 6 + 12 + 1 + 1 + 4 + 1 })
      // Four quarters of circles each, and the grown ellipse is made of arcs too.
      expect(layers['cut']?.bulges).toBeGreaterThan(12 * 4 + 4 + 8)
      expect(layers['cut']?.kinds).toEqual({ CIRCLE: 5, LWPOLYLINE: 20 })
      // Single strokes: no letter is an outline.
      expect(layers['engrave']?.closed).toBe(0)
    },
  },
  bearing_block: {
    page: A3,
    scale: 1,
    counts: { DIMENSION: 9, LEADER: 1, INSERT: 1 },
    check: ({ measured, patterns }) => {
      expect(patterns).toEqual(['ANSI31'])
      expect(measured).toEqual(expect.arrayContaining([140, 108, 50, 11, 25, 30, 20, 48]))
    },
  },
  hole_plate: {
    page: A3,
    further: [A4],
    scale: 1,
    check: ({ patterns, measured, pages }) => {
      expect(patterns).toContain('ANSI31')
      expect(measured).toEqual(expect.arrayContaining([140, 90, 112, 62, 80]))
      expect(Object.keys(pages)).toEqual(expect.arrayContaining(['Sheet', 'Cover']))
    },
  },
  turned_shaft: {
    page: A3,
    scale: 1,
    check: ({ patterns, measured }) => {
      expect(patterns).toContain('ANSI31')
      expect(measured).toEqual(expect.arrayContaining([120, 22, 48, 12, 35, 50, 20]))
    },
  },
  flow_sheet: {
    page: A3,
    scale: 1,
    check: ({ blocks }) => expect(blocks).toEqual(['controller', 'exchanger', 'pump', 'tank', 'valve']),
  },
  apartment: {
    page: A3,
    scale: 50,
    counts: { INSERT: 11, DIMENSION: 8 },
    check: ({ blocks, patterns }) => {
      expect(blocks).toEqual(['door', 'window'])
      expect(patterns).toEqual(['ANSI31', 'NET'])
    },
  },
  gear_pair: { page: A3, scale: 1, counts: { DIMENSION: 5 } },
  circuit_board: {
    page: A4,
    scale: 1,
    counts: { INSERT: 30, DIMENSION: 4, LEADER: 1 },
    check: ({ layers, blocks }) => {
      expect(layers['outline']).toMatchObject({ open: 0, closed: 1 })
      expect(layers['outline']?.bulges).toBeGreaterThanOrEqual(8)
      expect(blocks).toEqual(['drill_A', 'drill_B', 'drill_C', 'drill_D'])
    },
  },
  contour_map: {
    page: A3,
    scale: 2,
    counts: { SPLINE: 32 },
    check: ({ patterns }) => expect(patterns).toEqual(['CUSTOM']),
  },
  foreign_parts: {
    page: A3,
    scale: 1,
    counts: { DIMENSION: 3, LEADER: 2, ELLIPSE: 2 },
    check: ({ radii, measured }) => {
      // 3/16 inch, whole and at half its size.
      for (const radius of [4.7625, 2.38125]) {
        expect(radii.some((it) => Math.abs(it - radius) < 1e-9)).toBe(true)
      }
      expect(measured.some((it) => Math.abs(it - 5.5 * 25.4) < 1e-9)).toBe(true)
    },
  },
  housing_estate: {
    counts: { INSERT: 2400 },
    check: (_, file) => {
      expect(statSync(file).size).toBeLessThan(1_600_000)
    },
  },
}

const python = (...args: string[]) =>
  spawnSync('python3', args, {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'target', 'python') },
    maxBuffer: 1 << 28,
  })
const has = (module: string) => python('-c', `import ${module}`).status === 0
const readers = { ezdxf: has('ezdxf'), pypdf: has('pypdf') }

/** A copy of an example, which holds nothing of runs before. */
function copyOf(name: string): string {
  const [from, dir] = [join(ROOT, 'examples', name), scratch()]
  for (const part of ['scene.code.js', 'modules', 'assets']) {
    if (!existsSync(join(from, part))) continue
    mkdirSync(dir, { recursive: true })
    cpSync(join(from, part), join(dir, part), { recursive: true })
  }
  return dir
}

test.each(Object.entries(EXAMPLES))(
  '%s is drawn in less than sixty lines, without warnings, for a workshop to read',
  async (name, { page, further, scale, counts, noFills, check }) => {
    const dir = copyOf(name)
    expect(readFileSync(join(dir, 'scene.code.js'), 'utf8').split('\n').length).toBeLessThan(60)
    const project = await openProject(dir, { limits: { timeMs: 30_000 } })
    const run = await project.run()
    if (run.status !== 'committed') throw new Error(JSON.stringify(run.error))
    expect(run.warnings ?? []).toEqual([])
    const written = async (format: 'dxf' | 'pdf') => {
      const path = `drawing.${format}`
      const result = await project.export({
        format,
        toExports: path,
        ...(noFills === true && format === 'dxf' && { fills: false }),
      })
      if (result.status !== 'ok' || result.path === undefined) throw new Error(JSON.stringify(result))
      return join(dir, result.path)
    }
    if (readers.ezdxf) {
      const file = await written('dxf')
      const { stdout, stderr } = python(join(ROOT, 'tests', 'exports', 'read_drawing.py'), file)
      expect(stderr).toBe('')
      const drawing = JSON.parse(stdout) as Drawing
      expect(drawing.troubles).toEqual([])
      expect(drawing.counts).toMatchObject(counts ?? {})
      if (page !== undefined) {
        const scales = [expect.closeTo(scale ?? 1, 9)]
        const sheets = [page, ...(further ?? [])].map((paper) => ({ paper, scales }))
        expect(Object.values(drawing.pages)).toMatchObject(sheets)
      }
      check?.(drawing, file)
    }
    if (readers.pypdf && page !== undefined) {
      const read =
        'import sys, pypdf; box = pypdf.PdfReader(sys.argv[1]).pages[0].mediabox; print(box.width, box.height)'
      const size = python('-c', read, await written('pdf'))
        .stdout.split(' ')
        .map(Number)
      expect(size.map((length) => (length * 25.4) / 72)).toEqual(page.map((length) => expect.closeTo(length, 3)))
    }
  },
  120_000,
)

test('code blocks of the page on drafting run as they are', async () => {
  const text = readFileSync(join(ROOT, 'docs', 'drafting.md'), 'utf8')
  const blocks = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code ?? '')
  expect(blocks.length).toBeGreaterThan(2)
  for (const code of blocks) {
    const project = await openProject(projectOf({ main: code }))
    const result = await project.run()
    expect(result, code).toMatchObject({ status: 'committed' })
    expect(result.status === 'committed' && (result.warnings ?? []), code).toEqual([])
    await project.close()
  }
})
