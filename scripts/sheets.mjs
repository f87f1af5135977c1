// The sheets of the gallery as PDF, as a workshop prints them: a plate, a gasket with its nest, a flow sheet and a turned part.
// `npm run generate sheets` writes them (needs a build), and __test__/sheets.test.ts compares them with what is committed.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ROOT } from './support.mjs'

/** Where the PDFs are: beside the pictures, which are not in the package. */
export const SHEETS = 'docs/images/sheets'

/** The examples, each a page. */
export const SHEET_EXAMPLES = ['flow_sheet', 'gaskets', 'hole_plate', 'turned_shaft']

/** The longest that an example may take: nesting in a debug build on a busy machine takes minutes. */
const TIME_MS = 300_000

/** Runs a copy of an example, and returns its PDF. */
export async function sheetPdf(name) {
  const { unwrap, Project } = await import('../index.mjs')
  const dir = mkdtempSync(join(tmpdir(), 'scenewright-sheet-'))
  cpSync(join(ROOT, 'examples', name), dir, { recursive: true })
  const project = await Project.open({ root: dir, limits: { timeMs: TIME_MS } })
  try {
    unwrap(await project.run())
    const path = join(dir, `${name}.pdf`)
    unwrap(await project.export({ format: 'pdf', toFile: path }))
    return readFileSync(path)
  } finally {
    await project.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Writes the PDFs. */
export async function writeSheets() {
  mkdirSync(join(ROOT, SHEETS), { recursive: true })
  for (const name of SHEET_EXAMPLES) writeFileSync(join(ROOT, SHEETS, `${name}.pdf`), await sheetPdf(name))
}
