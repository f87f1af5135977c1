// Several sheets of one drawing, in every format, in answers and in refusals.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { Project } from 'scenewright'
import { atEnd, openProject, projectOf, ROOT, scenewright } from './support.js'

/** A plate on A3 with a table, and its clip to the right on A4. */
const MAIN = `drawRect('plate', 0, 0, 120, 80)
drawRect('clip', 500, 0, 40, 60)
dimension('width', { type: 'horizontal', of: 'plate' })
dimension('clip_height', { type: 'vertical', of: 'clip' })
setPage('A3', { scale: '1:1', center: [0, 0], titleBlock: { title: 'Plate', number: 'P-1' } })
setPage('A4', { name: 'Clip', center: [500, 0], titleBlock: { title: 'Holding clip', number: 'P-2' } })
table('parts', [['No.', 'Part'], [1, 'Clip']])
`

const MILLIMETRES = 25.4 / 72

const python = (code: string, ...args: string[]) =>
  spawnSync('python3', ['-c', code, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: join(ROOT, 'target', 'python') },
  })
const has = (module: string) => python(`import ${module}`).status === 0

async function drawn(main = MAIN) {
  const project = await openProject(projectOf({ main }))
  const run = await project.run()
  if (run.status !== 'committed') throw new Error(JSON.stringify(run.error))
  return { project, warnings: (run.warnings ?? []).map(({ message }) => message) }
}

async function written(
  project: Awaited<ReturnType<typeof openProject>>,
  format: 'dxf' | 'pdf' | 'svg' | 'png',
  sheet?: string,
): Promise<string> {
  const result = await project.export({ format, toExports: `out.${format}`, ...(sheet !== undefined && { sheet }) })
  if (result.status !== 'ok' || result.path === undefined) throw new Error(JSON.stringify(result))
  return join(project.root, result.path)
}

/** The message of a script's error. */
async function refused(line: string): Promise<string> {
  const project = await openProject(projectOf({ main: `${MAIN}${line}\n` }))
  const run = await project.run()
  return run.status === 'committed' ? 'nothing was refused' : run.error.message
}

/** The size of an SVG, and the texts of attributes that name its entities. */
function sizeOf(svg: string): readonly [string | undefined, string | undefined] {
  return [/ width="([^"]+)"/.exec(svg)?.[1], / height="([^"]+)"/.exec(svg)?.[1]]
}

describe('a drawing on two sheets', () => {
  test('is drawn without a warning, and each sheet counts', async () => {
    const { project, warnings } = await drawn()
    expect(warnings).toEqual([])
    const info = await project.inspect({ view: 'info' })
    expect(info).toMatchObject({
      status: 'ok',
      sheets: [
        // The frame is 20 mm from the left edge and 10 from the right, so that its middle is 5 mm right of the page's.
        { name: 'Sheet', size: 'A3 landscape', bounds: { min: [-215, -148.5], max: [205, 148.5] } },
        { name: 'Clip', size: 'A4 portrait', bounds: { min: [390, -148.5], max: [600, 148.5] } },
      ],
    })
  })

  test('comes as SVG of the first, or of the one that is named, without what is on the other', async () => {
    const { project } = await drawn()
    const first = readFileSync(await written(project, 'svg'), 'utf8')
    expect(sizeOf(first)).toEqual(['420mm', '297mm'])
    expect(first).toContain('page_frame_0')
    expect(first).not.toMatch(/page_frame_Clip|title_block_Clip|id="parts/)
    const second = readFileSync(await written(project, 'svg', 'Clip'), 'utf8')
    expect(sizeOf(second)).toEqual(['210mm', '297mm'])
    expect(second).toMatch(/page_frame_Clip.*title_block_Clip.*id="parts/s)
    expect(second).not.toContain('page_frame_0')
    expect(readFileSync(await written(project, 'svg', 'Sheet'), 'utf8')).toBe(first)
  })

  test('comes as a picture of the sheet that is named', async () => {
    const { project } = await drawn()
    const shown = async (sheet?: string) => {
      const picture = await project.render({ width: 400, height: 400, ...(sheet !== undefined && { sheet }) })
      if (picture.status !== 'ok') throw new Error(JSON.stringify(picture))
      return picture.shown
    }
    expect(await shown()).toEqual(await shown('Sheet'))
    const { min, max } = (await shown('Clip'))!
    expect([min[1], max[1], (min[0] + max[0]) / 2]).toEqual([-148.5, 148.5, 495])
  })

  test.skipIf(!has('pypdf'))('is a PDF with a page for each, in order', async () => {
    const { project } = await drawn()
    const read = `import sys, json, pypdf
print(json.dumps([[float(page.mediabox.width), float(page.mediabox.height), page.extract_text()]
  for page in pypdf.PdfReader(sys.argv[1]).pages]))`
    const pages = async (sheet?: string) =>
      JSON.parse(python(read, await written(project, 'pdf', sheet)).stdout) as [number, number, string][]
    const all = await pages()
    const sizes = all.map(([width, height]) => [width, height].map((side) => Math.round(side * MILLIMETRES)))
    expect(sizes).toEqual([
      [420, 297],
      [210, 297],
    ])
    expect(all[0]?.[2]).toMatch(/1\/2/)
    expect(all[0]?.[2]).not.toMatch(/Holding clip/)
    expect(all[1]?.[2]).toMatch(/Holding clip/)
    expect(all[1]?.[2]).toMatch(/2\/2/)
    expect((await pages('Clip')).map(([, , text]) => text.includes('Holding clip'))).toEqual([true])
  })

  test.skipIf(!has('ezdxf'))('is a DXF with a layout for each, whose viewport shows its part', async () => {
    const { project } = await drawn()
    const read = `import sys, json, ezdxf
document = ezdxf.readfile(sys.argv[1])
audit = document.audit()
print(json.dumps({
  'faults': [it.message for it in [*audit.errors, *audit.fixes]],
  'layouts': {name: {
    'paper': [document.layout(name).dxf.paper_width, document.layout(name).dxf.paper_height],
    'views': [[view.dxf.id, *list(view.dxf.view_center_point)[:2], view.dxf.view_height / view.dxf.height]
      for view in document.layout(name).query('VIEWPORT')],
    'texts': [text.dxf.text for text in document.layout(name).query('TEXT')],
  } for name in document.layout_names_in_taborder() if name != 'Model'},
}))`
    const layouts = async (sheet?: string) => {
      const { faults, layouts } = JSON.parse(python(read, await written(project, 'dxf', sheet)).stdout)
      expect(faults).toEqual([])
      return layouts
    }
    const all = await layouts()
    expect(Object.keys(all)).toEqual(['Sheet', 'Clip'])
    expect([all.Sheet.paper, all.Clip.paper]).toEqual([
      [420, 297],
      [210, 297],
    ])
    // The sheet itself, and what it shows of the drawing at 1:1.
    expect(all.Sheet.views).toEqual([
      [1, 210, 148.5, 1],
      [2, 0, 0, 1],
    ])
    expect(all.Clip.views).toEqual([
      [1, 105, 148.5, 1],
      [2, 500, 0, 1],
    ])
    expect(all.Sheet.texts).toEqual(expect.arrayContaining(['Plate', 'P-1', '1/2']))
    expect(all.Clip.texts).toEqual(expect.arrayContaining(['Holding clip', 'P-2', '2/2', 'Part']))
    expect(all.Sheet.texts).not.toContain('Holding clip')
    // A sheet that is asked for alone is a drawing with one.
    expect(Object.keys(await layouts('Clip'))).toEqual(['Clip'])
  })

  test('is kept in scene.json, which gives the same files when it is read again', async () => {
    const { project } = await drawn()
    const saved = JSON.parse(readFileSync(join(project.root, 'scene.json'), 'utf8')) as {
      page?: unknown
      pages: { name: string; page: { size: string } }[]
    }
    expect([saved.page, saved.pages.map(({ name, page }) => [name, page.size])]).toEqual([
      undefined,
      [
        ['Sheet', 'A3'],
        ['Clip', 'A4'],
      ],
    ])
    const before = readFileSync(await written(project, 'svg', 'Clip'), 'utf8')
    await project.close()
    const again = await Project.open({ root: project.root })
    atEnd(() => again.close())
    expect(readFileSync(await written(again, 'svg', 'Clip'), 'utf8')).toBe(before)
  })

  test('has DXF layouts with names that CAD programs take', async () => {
    const main = `drawRect('plate', 0, 0, 20, 20)
setPage('A4', { name: 'Model', scale: '1:1', center: [0, 0] })
setPage('A4', { name: 'a/b', center: [0, 0] })
setPage('A4', { name: 'A_B', center: [0, 0] })
`
    const { project } = await drawn(main)
    const dxf = readFileSync(await written(project, 'dxf'), 'utf8')
    const names = [...dxf.matchAll(/AcDbLayout\n *1\n(.+)\n/g)].map(([, name]) => name)
    expect(names.sort()).toEqual(['A_B_2', 'Model', 'Model_2', 'a_b'])
  })
})

describe('the sheet that is asked for', () => {
  test('must be there, in the library and on the command line', async () => {
    const { project } = await drawn()
    const message = 'sheet: there is no sheet named "Clap"'
    const failed = { status: 'refused', error: { code: 'not_found', message, hint: 'Did you mean "Clip"?' } }
    expect(await project.export({ format: 'svg', sheet: 'Clap' })).toMatchObject(failed)
    expect(await project.render({ sheet: 'Clap' })).toMatchObject(failed)
    const unlike = await project.export({ format: 'pdf', sheet: 'Overview' })
    expect(unlike).toMatchObject({ error: { hint: 'There are: "Sheet", "Clip".' } })
    expect(await project.export({ format: 'json', sheet: 'Clip' })).toMatchObject({
      error: { message: 'export: sheet is for all formats but "json", which has all sheets' },
    })
    const file = join(project.root, 'clip.svg')
    const exported = scenewright(['export', project.root, '-o', file, '--sheet', 'Clip'])
    expect(exported).toMatchObject({ status: 0 })
    expect(sizeOf(readFileSync(file, 'utf8'))).toEqual(['210mm', '297mm'])
    const unknown = scenewright(['render', project.root, '-o', join(project.root, 'a.png'), '--sheet', 'Overview'])
    expect(unknown.status).not.toBe(0)
    expect(unknown.stderr).toContain('There are: "Sheet", "Clip".')
  })

  test('cannot be given where the drawing has no page', async () => {
    const { project } = await drawn("drawRect('plate', 0, 0, 10, 10)\n")
    expect(await project.render({ sheet: 'Sheet' })).toMatchObject({
      error: { hint: 'The drawing has no sheets; setPage sets one.' },
    })
  })
})

describe('setPage', () => {
  test('refuses a further sheet without a center, and one at another scale, with what to do', async () => {
    expect(await refused("setPage('A4', { name: 'More' })")).toContain(
      'the sheet "More" needs the option center, the point of the drawing in the middle of its frame',
    )
    expect(await refused("setPage('A4', { name: 'More', center: [900, 0], scale: '2:1' })")).toContain(
      'all sheets of a drawing have one scale, here 1:1, got 2:1 for the sheet "More"; detailView draws a part at another scale',
    )
    expect(await refused("setPage('A4', { name: '', center: [900, 0] })")).toContain(
      'the name of a sheet must have 1 to 60 characters',
    )
  })

  test('warns of sheets that overlap, and of what is on none of them', async () => {
    const { warnings } = await drawn(`${MAIN}setPage('A4', { name: 'Near', center: [550, 0] })
drawCircle('lost', 2000, 0, 5)
setPage('A3', { center: [0, 0] })
`)
    expect(warnings).toEqual([
      expect.stringContaining('the sheets "Clip" and "Near" overlap'),
      expect.stringContaining('parts of the drawing are on none of the 3 sheets at 1:1'),
    ])
  })

  test('sets a sheet again by its name, or the first without one', async () => {
    const { project } = await drawn(`${MAIN}setPage('A5', { name: 'Clip', center: [500, 0], frame: false })
setPage('A2')
`)
    const info = await project.inspect({ view: 'info' })
    expect(info).toMatchObject({
      sheets: [
        { name: 'Sheet', size: 'A2 landscape' },
        { name: 'Clip', size: 'A5 portrait' },
      ],
    })
  })

  test('of one page with a name keeps the name', async () => {
    const { project } = await drawn("drawRect('a', 0, 0, 10, 10)\nsetPage('A4', { name: 'Part' })\n")
    expect(await project.inspect({ view: 'info' })).toMatchObject({ sheets: [{ name: 'Part' }] })
    expect(sizeOf(readFileSync(await written(project, 'svg', 'Part'), 'utf8'))).toEqual(['210mm', '297mm'])
  })
})

test('changes of sheets are described by their names', async () => {
  const { project } = await drawn()
  const main = join(project.root, 'scene.code.js')
  writeFileSync(main, MAIN.replace("setPage('A4', { name: 'Clip'", "setPage('A5', { name: 'Part'"))
  const run = await project.run()
  if (run.status !== 'committed') throw new Error(JSON.stringify(run.error))
  expect(run.scene.changes.drawing).toEqual(
    expect.arrayContaining(['sheet Part added (A5 portrait)', 'sheet Clip removed']),
  )
})

test('the lint knows all sheets: what leaves them, and which has no title block', async () => {
  const main = MAIN.replace(", titleBlock: { title: 'Holding clip', number: 'P-2' }", '')
  const { project } = await drawn(`${main}drawCircle('half', 590, 100, 20)\n`)
  const report = await project.lint({ profile: 'drawing' })
  if (report.status !== 'ok') throw new Error(JSON.stringify(report))
  const found = (rule: string) =>
    report.findings.filter((it) => it.rule === rule).map(({ message, entities }) => [message, ...entities])
  expect(found('missing-title')).toEqual([['the sheet "Clip" has no title block']])
  expect(found('off-page')).toEqual([['it leaves the page by 10 mm', 'half']])
})

describe('a title block in a frame narrower than itself', () => {
  const ENTRIES = `{ title: 'Clip of the frame', number: 'P-2', material: 'S235', projection: 'first', owner: 'Company Ltd', date: '2026-11-29' }`
  const page = (size: string) => `drawRect('plate', 0, 0, 60, 40)
dimension('width', { type: 'horizontal', of: 'plate' })
setPage(${size}, { titleBlock: ${ENTRIES} })
`

  async function boundsOf(project: Awaited<ReturnType<typeof openProject>>): Promise<(name: string) => number[]> {
    const result = await project.export({ format: 'json', toExports: 'out.json' })
    if (result.status !== 'ok' || result.path === undefined) throw new Error(JSON.stringify(result))
    const { entities } = JSON.parse(readFileSync(join(project.root, result.path), 'utf8')) as {
      entities: { name: string; world_bounds: { min: number[]; max: number[] } }[]
    }
    return (name) => {
      const bounds = entities.find((entity) => entity.name === name)?.world_bounds
      if (bounds === undefined) throw new Error(`there is no ${name}`)
      return [...bounds.min, ...bounds.max]
    }
  }

  test.each(["'A5'", "'A6'", '[120, 120]', '[90, 200]'])(
    'stands in the frame of %s, below the drawing',
    async (size) => {
      const { project, warnings } = await drawn(page(size))
      expect(warnings).toEqual([])
      const bounds = await boundsOf(project)
      const [left = 0, bottom = 0, right = 0, top = 0] = bounds('title_block')
      // The marks of the frame reach to the edges of the page.
      const [pageLeft = 0, pageBottom = 0, pageRight = 0] = bounds('page_frame')
      expect(left).toBeGreaterThan(pageLeft)
      expect(bottom).toBeGreaterThan(pageBottom)
      expect(right).toBeLessThan(pageRight)
      expect(top).toBeLessThan(Math.min(bounds('plate')[1] ?? 0, bounds('width')[1] ?? 0))
    },
  )

  test('that leaves no room for the drawing is a warning, and the scale is still one of use', async () => {
    const { project, warnings } = await drawn(page('[60, 60]'))
    expect(warnings).toEqual([
      expect.stringMatching(
        /^the title block takes 30 x \d+ mm of a frame of 30 x 40 mm, and leaves no room for the drawing/,
      ),
    ])
    expect(await project.export({ format: 'pdf', toExports: 'out.pdf' })).toMatchObject({ status: 'ok' })
  })
})
