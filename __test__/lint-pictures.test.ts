// The pictures of docs/lint: each drawing breaks its rule, and its picture is the one that is committed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { DRAWINGS, LINT_PICTURES, lintPicture } from '../scripts/lint-pictures.mjs'
import { ROOT } from './support.js'

const pages = readdirSync(join(ROOT, 'docs/lint')).flatMap((name) =>
  name.endsWith('.md') && name !== 'README.md' ? [name.replace('.md', '')] : [],
)

test('every rule has a drawing', () => {
  expect(Object.keys(DRAWINGS).sort()).toEqual(pages.sort())
})

describe.each(Object.keys(DRAWINGS))('%s', (rule) => {
  test('is found in its drawing, whose picture is up to date', async () => {
    const { found, svg } = await lintPicture(rule)
    expect(found).not.toEqual([])
    const path = join(ROOT, LINT_PICTURES, `${rule}.svg`)
    expect(existsSync(path) && readFileSync(path, 'utf8') === svg, 'npm run generate lint-pictures').toBe(true)
  })
})
