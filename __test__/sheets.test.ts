// The PDFs of the gallery: each is what its example exports, and none is left over.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { SHEET_EXAMPLES, SHEETS, sheetPdf } from '../scripts/sheets.mjs'
import { ROOT } from './support.js'

test('every PDF has an example', () => {
  expect(readdirSync(join(ROOT, SHEETS)).sort()).toEqual(SHEET_EXAMPLES.map((name) => `${name}.pdf`))
})

/** Nesting in a debug build on a busy machine takes minutes. */
const TIMEOUT_MS = 600_000

test.each(SHEET_EXAMPLES)(
  '%s: the PDF is up to date',
  async (name) => {
    const stored = readFileSync(join(ROOT, SHEETS, `${name}.pdf`))
    expect(stored.equals(await sheetPdf(name)), 'npm run generate sheets').toBe(true)
  },
  TIMEOUT_MS,
)
